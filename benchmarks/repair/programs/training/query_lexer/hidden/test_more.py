import pytest

from query_lexer import QueryError, compile_query, select, tokenize


def kinds(query):
    return [(token.kind, token.value) for token in tokenize(query)]


def test_close_together():
    assert kinds("a<=1") == [("word", "a"), ("operator", "<="), ("number", 1)]
    assert kinds("a>=-1") == [("word", "a"), ("operator", ">="), ("number", -1)]
    assert kinds("a<-1") == [("word", "a"), ("operator", "<"), ("number", -1)]


def test_range():
    rows = [{"x": value} for value in range(6)]
    assert select(rows, "x >= 2 and x <= 4") == [{"x": 2}, {"x": 3}, {"x": 4}]
    assert select(rows, "x > 2 and x < 4") == [{"x": 3}]
    assert select(rows, "x <= 0 or x >= 5") == [{"x": 0}, {"x": 5}]


def test_texts_compare_too():
    rows = [{"n": "a"}, {"n": "b"}, {"n": "c"}]
    assert select(rows, 'n >= "b"') == [{"n": "b"}, {"n": "c"}]


def test_operator_in_a_text():
    assert kinds('"a <= b"') == [("text", "a <= b")]


def test_blank_inside_an_operator():
    assert [token.value for token in tokenize("< =")] == ["<", "="]
    with pytest.raises(QueryError):
        compile_query("age < = 3")


def test_decimal_bound():
    fits = compile_query("price <= 2.5")
    assert [fits({"price": price}) for price in (2, 2.5, 2.6)] == [True, True, False]


def test_two_operators():
    with pytest.raises(QueryError):
        compile_query("age <> 3")
    with pytest.raises(QueryError):
        compile_query("age >== 3")
