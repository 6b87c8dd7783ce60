import pytest

from areas import Point, Polygon, zone_of

SQUARE = Polygon(((0, 0), (4, 0), (4, 4), (0, 4)))
DIAMOND = Polygon(((0, -2), (2, 0), (0, 2), (-2, 0)))
ARROW = Polygon(((0, 0), (6, 3), (0, 6), (2, 3)))


def test_area():
    assert SQUARE.area == 16
    assert DIAMOND.area == 8


def test_direction():
    assert SQUARE.signed_area == 16
    assert Polygon(tuple(reversed(SQUARE.corners))).signed_area == -16


def test_perimeter():
    assert SQUARE.perimeter == 16


def test_centroid():
    assert SQUARE.centroid == Point(2, 2)


def test_inside_square():
    assert SQUARE.contains(Point(1, 3))
    assert not SQUARE.contains(Point(5, 3))


def test_inside_arrow():
    assert ARROW.contains(Point(2, 2))
    assert not ARROW.contains(Point(1, 3.5))


def test_level_with_a_corner():
    assert DIAMOND.contains(Point(0, 0))
    assert DIAMOND.contains(Point(-1.5, 0))
    assert ARROW.contains(Point(4, 3))
    assert not ARROW.contains(Point(1, 3))


def test_zone():
    zones = {"town": SQUARE, "centre": Polygon(((1, 1), (3, 1), (3, 3), (1, 3)))}
    assert zone_of(zones, Point(2, 1.5)) == "centre"
    assert zone_of(zones, Point(0.5, 2.5)) == "town"
    assert zone_of(zones, Point(9, 9), "far") == "far"


def test_zone_of_level_points():
    zones = {"all": Polygon(((-9, -9), (9, -9), (9, 9), (-9, 9))), "diamond": DIAMOND}
    assert zone_of(zones, Point(0.5, 0)) == "diamond"
    assert zone_of(zones, Point(-0.5, 0)) == "diamond"
    assert zone_of(zones, Point(-3, 2)) == "all"


def test_too_few_corners():
    with pytest.raises(ValueError):
        Polygon(((0, 0), (1, 1)))
