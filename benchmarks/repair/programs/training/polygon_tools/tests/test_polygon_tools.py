from fractions import Fraction as F
import pytest
from polygon_tools import centroid, drop_collinear, is_convex, locate, perimeter, signed_area

SQUARE = [(0, 0), (4, 0), (4, 4), (0, 4)]
ARROW = [(0, 0), (6, 0), (3, 2), (6, 4), (0, 4)]
KITE = [(0, -3), (4, 0), (0, 3), (-4, 0)]


def test_area():
    assert signed_area(SQUARE) == 16
    assert signed_area(SQUARE[::-1]) == -16


def test_perimeter():
    assert perimeter(SQUARE) == 16


def test_centroid():
    assert centroid(SQUARE) == (2, 2)
    assert centroid([(0, 0), (3, 0), (0, 3)]) == (1, 1)
    with pytest.raises(ValueError):
        centroid([(0, 0), (1, 1), (2, 2)])


def test_locate_square():
    assert locate((1, 2), SQUARE) == "inside"
    assert locate((5, 2), SQUARE) == "outside"
    assert locate((4, 1), SQUARE) == "edge"


def test_locate_notch():
    assert locate((5, 1), ARROW) == "outside"
    assert locate((2, 1), ARROW) == "inside"
    assert locate((5, 3), [(0, 0), (6, 0), (6, 6), (3, 6)]) == "inside"


def test_locate_vertex_height():
    assert locate((0, 0), KITE) == "inside"
    assert locate((-9, 0), KITE) == "outside"


def test_collinear():
    assert drop_collinear([(0, 0), (2, 0), (4, 0), (4, 4), (0, 4)]) == SQUARE


def test_convex():
    assert is_convex(SQUARE) and is_convex(KITE)
    assert not is_convex(ARROW)
