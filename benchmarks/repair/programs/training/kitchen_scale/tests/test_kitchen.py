from fractions import Fraction

import pytest

from kitchen import Ingredient, larger_unit, mixed, parse_amount, parse_line, scale


@pytest.mark.parametrize("text, value", [("2", 2), ("1/2", Fraction(1, 2)), ("1 1/2", Fraction(3, 2)), ("2.5", 2.5)])
def test_amount(text, value):
    assert parse_amount(text) == value


def test_not_an_amount():
    with pytest.raises(ValueError):
        parse_amount("some")


def test_line():
    assert parse_line("1 1/2 cups brown sugar") == Ingredient("brown sugar", Fraction(3, 2), "cup")
    assert parse_line("3 eggs") == Ingredient("eggs", Fraction(3))


def test_mixed():
    assert mixed(Fraction(7, 4), 4) == "1 3/4"
    assert mixed(Fraction(1, 2), 8) == "1/2"
    assert mixed(Fraction(3), 4) == "3"


def test_never_nothing():
    assert mixed(Fraction(1, 40), 8) == "1/8"
    assert mixed(Fraction(0), 8) == "0"


def test_rounds_up_to_a_whole():
    assert mixed(Fraction(19, 10), 4) == "2"
    assert mixed(Fraction(9, 10), 2) == "1"


def test_larger_unit():
    assert larger_unit(Ingredient("salt", Fraction(48), "tsp")) == Ingredient("salt", Fraction(1), "cup")
    assert larger_unit(Ingredient("salt", Fraction(2), "tsp")).unit == "tsp"


def test_scale():
    assert scale(["1 cup rice", "2 eggs"], 2, 3) == ["1 1/2 cups rice", "3 eggs"]


def test_scaled_list():
    assert scale(["200 g flour", "7 tsp sugar", "1 cup milk"], 4, 5) == [
        "250 g flour", "3 tbsp sugar", "1 1/4 cups milk",
    ]
