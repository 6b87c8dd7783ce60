import pytest

from pedigree import Family, Person


@pytest.fixture
def family():
    return Family([
        Person("Adam", "Otto", "Ida"),
        Person("Berta", "Otto", "Ida"),
        Person("Carl", "Adam", "Dora"),
        Person("Emil", "Felix", "Berta"),
        Person("Gina", "Emil", "Hanna"),
        Person("Jan", "Carl", "Gina"),
    ])


def test_parents(family):
    assert family.parents("Carl") == ["Adam", "Dora"]
    assert family.parents("Otto") == []


def test_children(family):
    assert family.children("Otto") == ["Adam", "Berta"]


def test_twice():
    with pytest.raises(ValueError):
        Family([Person("A"), Person("A")])


def test_ancestors(family):
    assert family.ancestors("Carl") == {"Carl": 0, "Adam": 1, "Dora": 1, "Otto": 2, "Ida": 2}


def test_ancestors_on_two_ways(family):
    depths = family.ancestors("Jan")
    assert depths["Berta"] == 3
    assert depths["Otto"] == 3


@pytest.mark.parametrize("one, other, expected", [
    ("Carl", "Otto", "grandparent"),
    ("Otto", "Gina", "great-grandchild"),
    ("Adam", "Berta", "sibling"),
    ("Gina", "Adam", "great-uncle or aunt"),
    ("Berta", "Carl", "nephew or niece"),
    ("Carl", "Emil", "first cousin"),
    ("Carl", "Gina", "first cousin once removed"),
])
def test_relation(family, one, other, expected):
    assert family.relation(one, other) == expected


def test_parents_who_are_cousins(family):
    assert family.relation("Jan", "Ida") == "great-grandparent"


def test_unrelated(family):
    assert family.relation("Dora", "Felix") == "unrelated"
