import pytest

from formulas import FormulaError, evaluate


def test_mixed():
    assert evaluate("10 - 3 + 2") == 9
    assert evaluate("1 - (2 - 3) - 4 * 2") == -6


def test_end():
    with pytest.raises(FormulaError):
        evaluate("1 -")
