from fractions import Fraction

import pytest

from amounts import AmountError, parse_amount, read_ingredient, show
from amounts.show import scale


@pytest.mark.parametrize(
    "text, amount",
    [("2", 2), ("1.5", Fraction(3, 2)), ("3/4", Fraction(3, 4)), (" 1 1/2 ", Fraction(3, 2)), ("0", 0)],
)
def test_parse(text, amount):
    assert parse_amount(text) == amount


def test_parse_vulgar():
    assert parse_amount("½") == Fraction(1, 2)
    assert parse_amount("1¾") == Fraction(7, 4)


def test_parse_range():
    assert parse_amount("2-3") == Fraction(5, 2)
    assert parse_amount("½ - 1") == Fraction(3, 4)


def test_not_an_amount():
    for text in ("", "some", "1 2", "1 1/2 3", "1/x"):
        with pytest.raises(AmountError):
            parse_amount(text)


def test_zero_below():
    with pytest.raises(AmountError):
        parse_amount("1/0")


def test_negative():
    with pytest.raises(AmountError):
        parse_amount("-2")


def test_ingredient():
    assert read_ingredient("1 1/2 cups plain flour") == (Fraction(3, 2), "cup", "plain flour")
    assert read_ingredient("3 eggs") == (3, "", "eggs")
    assert read_ingredient("salt and pepper") == (None, "", "salt and pepper")


def test_ingredient_unit_with_dot():
    assert read_ingredient("2 Tbsp. oil") == (2, "tbsp", "oil")


def test_ingredient_that_starts_like_an_amount():
    assert read_ingredient("00/0 flour") == (None, "", "00/0 flour")


def test_show():
    assert [show(Fraction(text)) for text in ("2", "1/2", "5/2", "2/5", "7/5")] == ["2", "½", "2½", "2/5", "1 2/5"]


def test_scale():
    assert scale(Fraction(1), 3, 2) == Fraction(5, 8)
    with pytest.raises(ValueError):
        scale(Fraction(1), 0, 2)
