import pytest

from potscale import Recipe, largest_batch, pretty, shopping_list, totals


@pytest.fixture
def dough():
    return Recipe("dough", 4).add("Flour", 500, "g").add("water", 300, "ml")


@pytest.fixture
def pizza(dough):
    return Recipe("pizza", 2).add("cheese", 200, "g").use(dough, 2)


def test_pretty():
    assert pretty(1500, "g") == "1.5 kg"
    assert pretty(999, "ml") == "999 ml"
    assert pretty(3, "pc") == "3"


def test_own_ingredients(dough):
    assert totals(dough, 2) == {("flour", "g"): 250, ("water", "ml"): 150}


def test_units():
    sauce = Recipe("sauce", 1).add("oil", 2, "tbsp").add("Oil ", 1, "tsp")
    assert totals(sauce) == {("oil", "ml"): 35}


def test_parts(pizza):
    assert totals(pizza) == {("cheese", "g"): 200, ("flour", "g"): 250, ("water", "ml"): 150}


def test_scaled_parts(pizza):
    assert totals(pizza, 8) == {
        ("cheese", "g"): 800, ("flour", "g"): 1000, ("water", "ml"): 600,
    }


def test_no_servings(dough):
    with pytest.raises(ValueError):
        totals(dough, -1)


def test_shopping_list(dough):
    cake = Recipe("cake", 2).add("flour", "0.6", "kg").add("egg", 3)
    assert shopping_list([(dough, 4), (cake, 4)], {"water": (1, "l"), "egg": (2, "pc")}) == [
        "egg: 4", "flour: 1.7 kg",
    ]


def test_shopping_list_with_parts(pizza):
    assert shopping_list([(pizza, 4)], {"flour": (100, "g")}) == [
        "cheese: 400 g", "flour: 400 g", "water: 300 ml",
    ]


def test_largest_batch(dough):
    assert largest_batch(dough, {"flour": (1, "kg"), "water": (2, "l")}) == 8
    assert largest_batch(dough, {"flour": (1, "kg")}) == 0
