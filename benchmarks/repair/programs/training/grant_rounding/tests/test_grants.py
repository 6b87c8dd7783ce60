import pytest

from grants import percent, shares, statement


def test_even():
    assert shares(100, {"a": 1, "b": 1}) == {"a": 50, "b": 50}


def test_all_alike():
    assert shares(100, {"a": 1, "b": 1, "c": 1}) == {"a": 34, "b": 33, "c": 33}


def test_largest_remainder():
    assert shares(10, {"a": 7, "b": 5, "c": 1}) == {"a": 5, "b": 4, "c": 1}


def test_two_left():
    assert shares(100, {"x": 17, "y": 13, "z": 7}) == {"x": 46, "y": 35, "z": 19}


def test_none():
    with pytest.raises(ValueError):
        shares(5, {"a": 0})


def test_percent():
    assert percent(1, 3) == "33.3 %"
    assert percent(1, 16) == "6.3 %"
    assert percent(1, 0) == "0.0 %"


def test_statement():
    assert statement(200, {"a": 1, "b": 1}) == ["a: 1.00 (50.0 %)", "b: 1.00 (50.0 %)"]
