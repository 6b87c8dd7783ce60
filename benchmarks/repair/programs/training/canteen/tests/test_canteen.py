import pytest

from pantry import Pantry
from planner import Planner


@pytest.fixture
def pantry():
    p = Pantry()
    p.add_ingredient("Flour", "Gluten")
    p.add_ingredient("butter", "milk")
    p.add_ingredient("Walnut", "tree nuts")
    p.add_ingredient("rice")
    p.add_ingredient("apple")
    p.add_dish("Pastry", "base", ["flour", "butter"])
    p.add_dish("Apple pie", "Dessert", ["pastry", "apple"], 300)
    p.add_dish("Rice pudding", "dessert", ["rice", "butter"], 200)
    p.add_dish("Nut salad", "starter", ["apple", "walnut"], 400)
    p.add_dish("Fruit salad", "dessert", ["apple"], 250)
    return p


def test_allergens_of_parts(pantry):
    assert pantry.allergens("apple pie") == {"gluten", "milk"}
    assert pantry.allergens(" Rice") == set()


def test_unknown_part(pantry):
    with pytest.raises(KeyError):
        pantry.add_dish("Soup", "starter", ["leek"])


def test_cannot_eat(pantry):
    planner = Planner(pantry)
    planner.invite("Zoe", "milk")
    planner.invite("Ann", "gluten", "milk")
    planner.invite("Bob")
    assert planner.cannot_eat("Apple pie") == ["Ann", "Zoe"]


def test_cannot_eat_as_written_on_the_form(pantry):
    planner = Planner(pantry)
    planner.invite("Ann", "Gluten", "Tree  Nuts")
    assert planner.cannot_eat("Nut salad") == ["Ann"]
    assert planner.cannot_eat("Apple pie") == ["Ann"]


def test_added_allergy(pantry):
    planner = Planner(pantry)
    planner.invite("Ann")
    planner.add_allergy("Ann", " Milk ")
    assert planner.to_avoid() == {"milk"}
    assert [d.name for d in planner.safe_dishes("dessert")] == ["Fruit salad"]


def test_safe_dishes(pantry):
    planner = Planner(pantry)
    assert [d.name for d in planner.safe_dishes("Dessert")] == [
        "Rice pudding", "Fruit salad", "Apple pie"]


def test_plan(pantry):
    menus = Planner(pantry).plan(3, ["starter", "dessert"])
    assert [m["dessert"] for m in menus] == ["Rice pudding", "Fruit salad", "Rice pudding"]
    assert [m["starter"] for m in menus] == ["Nut salad", None, "Nut salad"]


def test_uninvite(pantry):
    planner = Planner(pantry)
    planner.invite("Ann", "milk")
    planner.uninvite("Ann")
    assert planner.to_avoid() == set()
