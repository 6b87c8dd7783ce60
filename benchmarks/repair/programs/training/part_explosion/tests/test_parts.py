import pytest

from parts import Catalogue, PartsError


@pytest.fixture
def cat():
    c = Catalogue()
    c.basic("screw", 5)
    c.basic("plank", 300)
    c.basic("foot", 120)
    c.assembly("leg", plank=1, foot=1, screw=2)
    c.assembly("table", leg=4, plank=3, screw=8)
    return c


def test_is_basic(cat):
    assert cat.is_basic("screw")
    assert not cat.is_basic("leg")


def test_explode_basic(cat):
    assert cat.explode("screw", 7) == {"screw": 7}


def test_explode_flat(cat):
    assert cat.explode("leg", 2) == {"plank": 2, "foot": 2, "screw": 4}


def test_explode_nested(cat):
    assert cat.explode("table") == {"plank": 7, "foot": 4, "screw": 16}


def test_cost(cat):
    assert cat.cost("leg") == 430


def test_unknown(cat):
    with pytest.raises(PartsError):
        cat.explode("lamp")


def test_unknown_inside(cat):
    cat.assembly("desk", table=1, drawer=2)
    with pytest.raises(PartsError):
        cat.explode("desk")


def test_depth(cat):
    assert [cat.depth(n) for n in ("foot", "leg", "table")] == [0, 1, 2]


def test_used_in(cat):
    assert cat.used_in("foot") == {"leg", "table"}
    assert cat.used_in("table") == set()


def test_bad_quantity(cat):
    with pytest.raises(PartsError):
        cat.assembly("odd", screw=0)
