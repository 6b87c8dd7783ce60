import pytest

from formulas import FormulaError, evaluate


def test_sum():
    assert evaluate("1 + 2") == 3


def test_times_first():
    assert evaluate("1 + 2 * 3") == 7


def test_brackets():
    assert evaluate("(1 + 2) * 3") == 9


def test_minus_twice():
    assert evaluate("10 - 3 - 2") == 5


def test_divided_twice():
    assert evaluate("12 / 3 / 2") == 2


def test_sign():
    assert evaluate("-2 * -3") == 6


def test_names():
    assert evaluate("width * 2", width=4) == 8


def test_unknown_name():
    with pytest.raises(FormulaError):
        evaluate("a")


def test_open_bracket():
    with pytest.raises(FormulaError):
        evaluate("(1 + 2")


def test_left_over():
    with pytest.raises(FormulaError):
        evaluate("1 2")
