from fractions import Fraction

import pytest

from amounts import AmountError, parse_amount, read_ingredient


@pytest.mark.parametrize("text", ["0/0", "2 1/0", "5/00", "1-2/0", "3/0-4"])
def test_nothing_below_the_line(text):
    with pytest.raises(AmountError) as caught:
        parse_amount(text)
    assert "not an amount" in str(caught.value)


def test_nothing_above_the_line():
    assert parse_amount("0/5") == 0
    assert parse_amount("1 0/5") == 1


def test_shorter_amount_is_taken():
    assert read_ingredient("2 1/0 cups milk") == (2, "", "1/0 cups milk")


def test_line_without_amount():
    assert read_ingredient("1/0 milk") == (None, "", "1/0 milk")
    assert read_ingredient("") == (None, "", "")


def test_good_range():
    assert parse_amount("1/4-3/4") == Fraction(1, 2)


def test_decimal_line():
    assert read_ingredient("0.5 l water") == (Fraction(1, 2), "l", "water")
