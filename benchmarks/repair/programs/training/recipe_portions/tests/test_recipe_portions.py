from fractions import Fraction

import pytest

from recipe_portions import Cookbook, pretty, print_list


@pytest.fixture
def book():
    b = Cookbook()
    b.recipe("dough", 4).add("Flour", 500, "g").add("water", 300, "ml")
    b.recipe("pizza", 4).use("dough", 4).add("tomato", 6)
    b.recipe("party", 8).use("pizza", 6).add("lemonade", 2, "l")
    return b


def test_plain(book):
    assert book.shopping_list("dough", 4) == {("flour", "g"): 500, ("water", "ml"): 300}


def test_scaled_plain(book):
    assert book.shopping_list("dough", 2) == {("flour", "g"): 250, ("water", "ml"): 150}


def test_part_at_own_size(book):
    assert book.shopping_list("pizza", 4) == {
        ("flour", "g"): 500, ("water", "ml"): 300, ("tomato", "pc"): 6,
    }


def test_part_scaled(book):
    assert book.shopping_list("pizza", 8) == {
        ("flour", "g"): 1000, ("water", "ml"): 600, ("tomato", "pc"): 12,
    }


def test_part_of_part(book):
    totals = book.shopping_list("party", 4)
    assert totals["flour", "g"] == 375
    assert totals["tomato", "pc"] == Fraction(9, 2)
    assert totals["lemonade", "ml"] == 1000


def test_used_by(book):
    assert book.used_by("dough") == ["party", "pizza"]
    assert book.used_by("party") == []


def test_max_portions(book):
    stock = {("flour", "g"): 1000, ("water", "ml"): 375}
    assert book.max_portions("dough", stock) == 5
    assert book.max_portions("dough", {}) == 0


def test_uses_itself(book):
    book.recipe("a", 1).use("b", 1)
    book.recipe("b", 1).use("a", 1)
    with pytest.raises(ValueError):
        book.shopping_list("a", 1)


def test_pretty():
    assert pretty(Fraction(3, 2), "pc") == "1½ pc"
    assert pretty(Fraction(1, 4), "pc") == "¼ pc"
    assert pretty(Fraction(1200), "g") == "1.2 kg"
    assert pretty(Fraction(250), "ml") == "250 ml"


def test_print(book):
    assert print_list(book.shopping_list("dough", 8)) == ["flour: 1 kg", "water: 600 ml"]
