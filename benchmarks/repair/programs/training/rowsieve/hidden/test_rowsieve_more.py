import pytest

from rowsieve import QueryError, where

ROWS = [{"a": a, "b": b, "n": a * 2 + b} for a in (0, 1) for b in (0, 1)]


def ns(query):
    return [row["n"] for row in where(ROWS, query)]


def test_not_and():
    assert ns("NOT a = 1 AND b = 1") == [1]


def test_not_and_not():
    assert ns("NOT a = 1 AND NOT b = 1") == [0]


def test_not_or():
    assert ns("NOT a = 1 OR b = 1") == [0, 1, 3]


def test_not_parens():
    assert ns("NOT (a = 1 AND b = 1)") == [0, 1, 2]
    assert ns("NOT (a = 1 OR b = 1)") == [0]


def test_double_not():
    assert ns("NOT NOT a = 1") == [2, 3]


def test_double_not_and():
    assert ns("NOT NOT a = 1 AND b = 0") == [2]


def test_not_in_the_middle():
    assert ns("b = 0 AND NOT a = 1 AND n < 1") == [0]
    assert ns("n > 0 AND NOT a = 0 AND b = 1") == [3]


def test_not_is_null():
    assert ns("NOT c IS NULL") == []
    assert ns("NOT c IS NOT NULL AND a = 1") == [2, 3]


def test_lower_case_keywords():
    assert ns("not a = 1 and b = 0") == [0]


def test_not_alone():
    with pytest.raises(QueryError):
        where(ROWS, "NOT")
