import pytest

from parts import Catalogue, PartsError


def test_three_levels():
    c = Catalogue()
    c.basic("x", 2)
    c.basic("y", 3)
    c.assembly("a", x=2)
    c.assembly("b", a=3, y=1)
    c.assembly("c", b=2, a=1, x=1)
    assert c.explode("c") == {"x": 15, "y": 2}
    assert c.cost("c", 2) == 72


def test_default_quantity():
    c = Catalogue()
    c.basic("x", 2)
    assert c.explode("x") == {"x": 1}
    assert c.cost("x") == 2


def test_empty_assembly():
    c = Catalogue()
    c.assembly("nothing")
    assert c.explode("nothing") == {}
    assert c.cost("nothing", 3) == 0


def test_same_basic_via_two_ways():
    c = Catalogue()
    c.basic("x", 1)
    c.assembly("a", x=1)
    c.assembly("b", x=2, a=5)
    assert c.explode("b", 2) == {"x": 14}


def test_unknown_after_basic():
    c = Catalogue()
    c.basic("x", 1)
    c.assembly("a", x=1, q=1)
    with pytest.raises(PartsError):
        c.cost("a")
