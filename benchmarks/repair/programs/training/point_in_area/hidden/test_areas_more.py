from areas import Point, Polygon

STAIRS = Polygon(((0, 0), (6, 0), (6, 2), (4, 2), (4, 4), (2, 4), (2, 6), (0, 6)))
ROOF = Polygon(((0, 0), (2, 4), (4, 1), (6, 4), (8, 0)))
HEXAGON = Polygon(((0, 0), (2, -2), (4, -2), (6, 0), (4, 2), (2, 2)))


def test_stairs():
    assert STAIRS.contains(Point(1, 2))
    assert STAIRS.contains(Point(1, 4))
    assert not STAIRS.contains(Point(5, 2.5))
    assert not STAIRS.contains(Point(3, 5))


def test_roof():
    assert ROOF.contains(Point(2, 1))
    assert not ROOF.contains(Point(4, 2))
    assert not ROOF.contains(Point(0, 4))


def test_hexagon():
    assert HEXAGON.contains(Point(1, 0))
    assert HEXAGON.contains(Point(3, 0))
    assert not HEXAGON.contains(Point(0.5, 1.9))
    assert not HEXAGON.contains(Point(0.5, -2))
