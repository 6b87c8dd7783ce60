from fractions import Fraction

import pytest

from recipe_portions import Cookbook, print_list


@pytest.fixture
def book():
    b = Cookbook()
    b.recipe("syrup", 10).add("sugar", 1, "kg").add("lime", 5)
    b.recipe("punch", 5).use("syrup", 2).add("rum", 1, "l").add("sugar", 50, "g")
    b.recipe("evening", 20).use("punch", 20).use("syrup", 5)
    return b


def test_half(book):
    assert book.shopping_list("syrup", 5) == {("sugar", "g"): 500, ("lime", "pc"): Fraction(5, 2)}


def test_part_at_own_size(book):
    assert book.shopping_list("punch", 5)["sugar", "g"] == 250


def test_part_down(book):
    assert book.shopping_list("punch", 1) == {
        ("sugar", "g"): 50, ("lime", "pc"): Fraction(1, 5), ("rum", "ml"): 200,
    }


def test_part_up(book):
    totals = book.shopping_list("punch", 15)
    assert totals["sugar", "g"] == 750
    assert totals["lime", "pc"] == 3
    assert totals["rum", "ml"] == 3000


def test_two_ways(book):
    totals = book.shopping_list("evening", 20)
    assert totals == {
        ("sugar", "g"): 1500, ("lime", "pc"): Fraction(13, 2), ("rum", "ml"): 4000,
    }


def test_two_ways_half(book):
    full = book.shopping_list("evening", 20)
    half = book.shopping_list("evening", 10)
    assert half == {key: amount / 2 for key, amount in full.items()}


def test_menu(book):
    totals = book.menu({"punch": 10, "syrup": 1})
    assert totals["sugar", "g"] == 600
    assert totals["lime", "pc"] == Fraction(5, 2)


def test_max_portions_with_part(book):
    stock = {("sugar", "g"): 1000, ("lime", "pc"): 1, ("rum", "ml"): 5000}
    assert book.max_portions("punch", stock) == 5


def test_same_part_twice(book):
    book.recipe("double", 2).use("syrup", 1).use("syrup", 1)
    assert book.shopping_list("double", 4)["sugar", "g"] == 400


def test_unknown_part(book):
    book.recipe("odd", 1).use("nothing", 1)
    with pytest.raises(KeyError):
        book.shopping_list("odd", 1)


def test_print_scaled(book):
    assert print_list(book.shopping_list("punch", 10)) == [
        "lime: 2 pc", "rum: 2 l", "sugar: 500 g",
    ]
