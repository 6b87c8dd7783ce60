import pytest

from shopping_list import Ingredient, Recipe, ShoppingList


@pytest.fixture
def cake():
    return Recipe("Cake", 6, [Ingredient("flour", 300, "g"), Ingredient("lemon", 1), Ingredient("oil", 1, "cl")])


def test_added_ingredient_is_not_changed():
    butter = Ingredient("butter", 100, "g")
    shopping = ShoppingList()
    shopping.add(butter)
    shopping.add(Ingredient("butter", 50, "g"))
    assert butter.amount == 100
    assert shopping.needed("butter", "g") == 150


def test_same_object_twice():
    lemon = Ingredient("lemon", 2)
    shopping = ShoppingList()
    shopping.add(lemon)
    shopping.add(lemon)
    assert shopping.needed("lemon") == 4
    assert lemon.amount == 2


def test_three_times(cake):
    shopping = ShoppingList()
    for _ in range(3):
        shopping.add_recipe(cake)
    assert shopping.lines() == ["900 g flour", "3 lemon", "30 ml oil"]


def test_recipe_is_kept(cake):
    shopping = ShoppingList()
    shopping.add_recipe(cake)
    shopping.add_recipe(cake, 12)
    assert cake.ingredients == [Ingredient("flour", 300, "g"), Ingredient("lemon", 1), Ingredient("oil", 1, "cl")]
    assert shopping.needed("flour", "g") == 900


def test_scaling_after_shopping(cake):
    shopping = ShoppingList()
    shopping.add_recipe(cake)
    shopping.add(Ingredient("lemon", 5))
    assert cake.for_servings(12)[1].amount == 2


def test_two_lists(cake):
    a, b = ShoppingList(), ShoppingList()
    a.add_recipe(cake)
    b.add_recipe(cake)
    a.add(Ingredient("lemon", 3))
    assert (a.needed("lemon"), b.needed("lemon")) == (4, 1)


def test_list_of_a_former_to_buy(cake):
    first = ShoppingList()
    first.add_recipe(cake)
    bought = first.to_buy()
    second = ShoppingList()
    for item in bought + bought:
        second.add(item)
    assert [item.amount for item in bought] == [300, 1, 10]
    assert second.needed("oil", "ml") == 20


def test_units(cake):
    shopping = ShoppingList([Ingredient("oil", 1, "tsp")])
    shopping.add_recipe(cake)
    assert shopping.needed("oil", "ml") == 10
    assert "5 ml oil" in shopping.lines()


def test_half(cake):
    shopping = ShoppingList()
    shopping.add_recipe(cake, 3)
    assert shopping.needed("lemon") == 0.5
    assert shopping.lines() == ["150 g flour", "1 lemon", "5 ml oil"]


def test_unknown():
    assert ShoppingList().needed("salt", "g") == 0
    assert ShoppingList().lines() == []
