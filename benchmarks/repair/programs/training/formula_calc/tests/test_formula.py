import pytest

from formula import evaluate
from tokens import FormulaError


def test_number():
    assert evaluate("42") == 42


def test_precedence():
    assert evaluate("2 + 3 * 4") == 14


def test_parentheses():
    assert evaluate("(2 + 3) * 4") == 20


def test_minus_chain():
    assert evaluate("10 - 3 - 2") == 5


def test_divide_chain():
    assert evaluate("80 / 4 / 2") == 10


def test_mixed_plus_minus():
    assert evaluate("7 - 2 + 1") == 6


def test_power_is_right_associative():
    assert evaluate("2 ^ 3 ^ 2") == 512


def test_unary_minus():
    assert evaluate("-2 ^ 2") == -4
    assert evaluate("3 - -1") == 4


def test_names():
    assert evaluate("price * n", price=2.5, n=4) == 10


@pytest.mark.parametrize("text", ["2 +", "(1", "1 2", "2 $ 3", "x"])
def test_errors(text):
    with pytest.raises(FormulaError):
        evaluate(text)
