import pytest

from shopping_list import Ingredient, Recipe, ShoppingList


@pytest.fixture
def pancakes():
    return Recipe.parse("Pancakes", 4, "200 g Flour\n3 eggs\n\n5 dl.. of air\n0.5 l milk\n")


@pytest.fixture
def omelette():
    return Recipe.parse("Omelette", 2, "4 eggs\n2 tbsp milk")


def test_parse(omelette):
    assert omelette.ingredients == [Ingredient("eggs", 4), Ingredient("milk", 2, "tbsp")]


def test_scale(omelette):
    assert omelette.for_servings(3)[0].amount == 6
    assert omelette.ingredients[0].amount == 4


def test_units_are_added(pancakes, omelette):
    shopping = ShoppingList()
    shopping.add_recipe(pancakes)
    shopping.add_recipe(omelette)
    assert shopping.needed("milk", "ml") == 530
    assert shopping.needed("eggs") == 7


def test_recipe_twice(omelette):
    shopping = ShoppingList()
    shopping.add_recipe(omelette)
    shopping.add_recipe(omelette)
    assert shopping.lines() == ["8 eggs", "60 ml milk"]
    assert omelette.ingredients[0] == Ingredient("eggs", 4)


def test_two_weeks(pancakes, omelette):
    for _ in range(2):
        week = ShoppingList()
        week.add_recipe(omelette)
        week.add_recipe(pancakes)
        assert week.needed("eggs") == 7


def test_pantry(pancakes):
    shopping = ShoppingList([Ingredient("flour", 1, "kg"), Ingredient("eggs", 1)])
    shopping.add_recipe(pancakes, 2)
    assert [i.name for i in shopping.to_buy()] == ["dl.. of air", "eggs", "milk"]


def test_counted_things_are_rounded_up(pancakes):
    shopping = ShoppingList()
    shopping.add_recipe(pancakes, 2)
    assert "2 eggs" in shopping.lines()


def test_remove(omelette):
    shopping = ShoppingList()
    shopping.add_recipe(omelette)
    shopping.remove("milk")
    assert shopping.lines() == ["4 eggs"]
