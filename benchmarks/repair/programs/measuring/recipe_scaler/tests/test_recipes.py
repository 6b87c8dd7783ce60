from fractions import Fraction

import pytest

from recipes import Amount, Recipe, UnitError, parse_amount, shopping_list

PANCAKES = Recipe.parse("""
    Pancakes (serves 4)
    250 g: flour
    1/2 l: milk
    3: eggs
""")
CREPES = Recipe.parse("""
    Crepes (serves 2)
    0.5 kg: flour
    1 cup: milk
    1: eggs
""")


def test_parse():
    assert PANCAKES.serves == 4
    assert PANCAKES.ingredients["milk"] == Amount(Fraction(1, 2), "l")


def test_mixed_number():
    assert parse_amount("1 1/2 Tbsp.") == Amount(Fraction(3, 2), "tbsp")


@pytest.mark.parametrize("amount, text", [("1/2 l", "½ l"), ("2", "2"), ("1 3/4 cup", "1¾ cup"), ("0.2 l", "0.2 l"), ("0 g", "0 g")])
def test_text(amount, text):
    assert str(parse_amount(amount)) == text


def test_convert():
    assert parse_amount("2 tbsp").convert("tsp") == Amount(Fraction(6), "tsp")


def test_convert_impossible():
    with pytest.raises(UnitError):
        parse_amount("1 kg").convert("l")


def test_scaled():
    assert str(PANCAKES.scaled(6).ingredients["eggs"]) == "4½"


def test_shopping_for_one():
    assert shopping_list([PANCAKES]) == ["eggs: 3", "flour: 250 g", "milk: ½ l"]


def test_shopping_for_two():
    assert shopping_list([PANCAKES, CREPES]) == ["eggs: 4", "flour: 750 g", "milk: 0.74 l"]


def test_spoons_add_up():
    assert parse_amount("1 tbsp") + parse_amount("3 tsp") == Amount(Fraction(2), "tbsp")
