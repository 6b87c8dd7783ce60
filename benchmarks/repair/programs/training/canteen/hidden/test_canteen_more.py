import pytest

from pantry import Pantry, key
from planner import Planner


@pytest.fixture
def planner():
    p = Pantry()
    p.add_ingredient("Egg", "EGG")
    p.add_ingredient("Soy sauce", "Soy", "gluten")
    p.add_ingredient("Noodles", "Gluten")
    p.add_ingredient("Carrot")
    p.add_ingredient("Peanut", "pea nut")
    p.add_dish("Sauce", "extra", ["SOY SAUCE", "carrot"])
    p.add_dish("Ramen", "main", ["noodles", "egg", "sauce"], 500)
    p.add_dish("Stew", "main", ["carrot"], 700)
    p.add_dish("Satay", "main", ["carrot", "peanut"], 600)
    return Planner(p)


@pytest.mark.parametrize("written", ["soy", "SOY", " Soy", "soy\t"])
def test_invite(planner, written):
    planner.invite("Kim", written)
    assert planner.cannot_eat("ramen") == ["Kim"]
    assert planner.to_avoid() == {"soy"}


@pytest.mark.parametrize("written", ["egg", "Egg", "EGG ", "  eGG"])
def test_add_allergy(planner, written):
    planner.invite("Kim", "soy")
    planner.add_allergy("Kim", written)
    assert planner.to_avoid() == {"egg", "soy"}


def test_inner_spaces(planner):
    planner.invite("Kim", "Pea   Nut")
    assert planner.cannot_eat("Satay") == ["Kim"]
    planner.invite("Lee")
    planner.add_allergy("Lee", "PEA\tNUT")
    assert planner.cannot_eat("Satay") == ["Kim", "Lee"]


def test_safe_dishes(planner):
    planner.invite("Kim", "Gluten")
    assert [d.name for d in planner.safe_dishes("main")] == ["Satay", "Stew"]


def test_plan_with_guests(planner):
    planner.invite("Kim", "GLUTEN")
    planner.invite("Lee")
    planner.add_allergy("Lee", "Pea nut")
    assert planner.plan(2, ["main"]) == [{"main": "Stew"}, {"main": None}]


def test_names_of_guests_kept(planner):
    planner.invite("Kim Li", "egg")
    assert planner.cannot_eat("Egg") == ["Kim Li"]


def test_invite_again_replaces(planner):
    planner.invite("Kim", "Egg")
    planner.invite("Kim", "Soy")
    assert planner.to_avoid() == {"soy"}


def test_unknown_guest(planner):
    with pytest.raises(KeyError):
        planner.add_allergy("Kim", "egg")


def test_no_guests(planner):
    assert planner.to_avoid() == set()
    assert planner.cannot_eat("Ramen") == []


def test_key():
    assert key("  Tree \n NUTS") == "tree nuts"
