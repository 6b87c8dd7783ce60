import pytest

from shapes import Group, Rectangle, Square


@pytest.mark.parametrize("factor", [0, -1, -0.5])
def test_refused_and_unchanged(factor):
    r = Rectangle("r", 2, 3)
    with pytest.raises(ValueError):
        r.scale(factor)
    assert (r.width, r.height) == (2, 3)


def test_square_refuses():
    with pytest.raises(ValueError):
        Square("s", 1).scale(-2)


def test_group_refuses_before_touching():
    r = Rectangle("r", 2, 3)
    with pytest.raises(ValueError):
        Group("g", r).scale(-1)
    assert r.area() == 6


def test_fractions_allowed():
    r = Rectangle("r", 2, 4)
    r.scale(0.5)
    assert (r.width, r.height) == (1, 2)


def test_nested_groups():
    s = Square("s", 1)
    Group("o", Group("i", s)).scale(2)
    assert s.area() == 4
