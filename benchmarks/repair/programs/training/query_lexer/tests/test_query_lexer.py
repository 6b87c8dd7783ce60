import pytest

from query_lexer import QueryError, Token, compile_query, select, tokenize

PEOPLE = [
    {"name": "Ann", "age": 18},
    {"name": "Bob", "age": 30},
    {"name": "Cat", "age": 12},
    {"name": "Dan"},
]


def names(query):
    return [person["name"] for person in select(PEOPLE, query)]


def test_tokens():
    assert tokenize('name = "Ann B"') == [Token("word", "name"), Token("operator", "="), Token("text", "Ann B")]


def test_numbers():
    assert [token.value for token in tokenize("-3 2.5 10")] == [-3, 2.5, 10]


def test_keywords():
    assert tokenize("AND android") == [Token("keyword", "and"), Token("word", "android")]


def test_operators():
    assert [token.value for token in tokenize("< <= > >= = !=")] == ["<", "<=", ">", ">=", "=", "!="]


def test_unexpected():
    with pytest.raises(QueryError, match="'%' at 4"):
        tokenize("age % 3")


def test_equal():
    assert names('name = "Bob"') == ["Bob"]


def test_not_equal_leaves_out_those_without_the_field():
    assert names("age != 18") == ["Bob", "Cat"]


def test_less():
    assert names("age < 18") == ["Cat"]
    assert names("age>18") == ["Bob"]


def test_at_least():
    assert names("age >= 18") == ["Ann", "Bob"]


def test_at_most_without_blanks():
    assert names("age<=18") == ["Ann", "Cat"]


def test_and_binds_tighter():
    assert names('name = "Dan" or age > 10 and age < 20') == ["Ann", "Cat", "Dan"]


@pytest.mark.parametrize("query", ["", "age = name", "18 = age", "age = 18 and"])
def test_bad_queries(query):
    with pytest.raises(QueryError):
        compile_query(query)
