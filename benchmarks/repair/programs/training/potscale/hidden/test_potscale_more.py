from fractions import Fraction

from potscale import Recipe, largest_batch, shopping_list, totals


def make():
    stock = Recipe("stock", 10).add("bones", 2, "kg")
    sauce = Recipe("sauce", 5).add("wine", 100, "ml").use(stock, 5)
    roast = Recipe("roast", 4).add("meat", 1, "kg").use(sauce, 4)
    return stock, sauce, roast


def test_three_levels_plain():
    _, _, roast = make()
    assert totals(roast) == {
        ("meat", "g"): 1000, ("wine", "ml"): 80, ("bones", "g"): 800,
    }


def test_three_levels_scaled():
    _, _, roast = make()
    assert totals(roast, 8) == {
        ("meat", "g"): 2000, ("wine", "ml"): 160, ("bones", "g"): 1600,
    }


def test_scaled_down():
    _, sauce, _ = make()
    assert totals(sauce, 1) == {("wine", "ml"): 20, ("bones", "g"): 200}


def test_whole_part():
    dough = Recipe("dough", 6).add("flour", 600, "g")
    bread = Recipe("bread", 3).use(dough)
    assert totals(bread) == {("flour", "g"): 600}
    assert totals(bread, 6) == {("flour", "g"): 1200}


def test_part_used_twice():
    icing = Recipe("icing", 2).add("sugar", 100, "g")
    cake = Recipe("cake", 4).use(icing, 1).use(icing, 3).add("sugar", 10, "g")
    assert totals(cake, 8) == {("sugar", "g"): 420}


def test_fractional_factor():
    icing = Recipe("icing", 3).add("sugar", 100, "g")
    cake = Recipe("cake", 2).use(icing, 1)
    assert totals(cake, 3) == {("sugar", "g"): Fraction(50)}


def test_shopping_same_part_in_two_meals():
    stock, sauce, _ = make()
    assert shopping_list([(sauce, 10), (stock, 5)]) == ["bones: 3 kg", "wine: 200 ml"]


def test_largest_batch_with_parts():
    _, sauce, _ = make()
    assert largest_batch(sauce, {"wine": (1, "l"), "bones": (1, "kg")}) == 5


def test_pantry_is_enough():
    stock, _, _ = make()
    assert shopping_list([(stock, 5)], {"bones": (1, "kg")}) == []


def test_totals_do_not_change_the_recipe():
    _, _, roast = make()
    totals(roast, 40)
    assert totals(roast)["wine", "ml"] == 80
