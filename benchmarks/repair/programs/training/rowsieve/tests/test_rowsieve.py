import pytest

from rowsieve import QueryError, select, tokenize, where

ROWS = [
    {"id": 1, "city": "Rome", "age": 30},
    {"id": 2, "city": "Oslo", "age": 41},
    {"id": 3, "city": "Oslo", "age": 25},
    {"id": 4, "city": None, "age": 60},
]


def ids(query):
    return [row["id"] for row in where(ROWS, query)]


def test_tokens():
    assert tokenize("a >= 1.5 and b") == [("word", "a"), ("op", ">="), ("number", 1.5), ("keyword", "AND"), ("word", "b")]


def test_compare():
    assert ids("age > 30") == [2, 4]
    assert ids("age <= 30") == [1, 3]
    assert ids("city = 'Oslo'") == [2, 3]


def test_and_or():
    assert ids("city = 'Rome' OR city = 'Oslo' AND age < 30") == [1, 3]
    assert ids("(city = 'Rome' OR city = 'Oslo') AND age > 29") == [1, 2]


def test_not():
    assert ids("NOT age > 30") == [1, 3]
    assert ids("age > 26 AND NOT city = 'Oslo'") == [1, 4]


def test_not_first():
    assert ids("NOT city = 'Oslo' AND age > 40") == [4]


def test_null():
    assert ids("city IS NULL") == [4]
    assert ids("city IS NOT NULL") == [1, 2, 3]
    assert ids("city != 'Oslo'") == [1]


def test_empty_query():
    assert ids("  ") == [1, 2, 3, 4]


def test_select():
    assert select(ROWS, ["age"], "city = 'Oslo'", limit=1) == [{"age": 41}]


@pytest.mark.parametrize("query", ["age >", "= 3", "(age > 3", "age > 3 4", "age ~ 3"])
def test_errors(query):
    with pytest.raises(QueryError):
        where(ROWS, query)
