from fractions import Fraction as F
import pytest
from polygon_tools import centroid, locate

TRI = [(0, 0), (8, 0), (4, 4)]
STAR = [(0, 0), (2, 1), (4, 0), (3, 2), (4, 4), (2, 3), (0, 4), (1, 2)]
STAIRS = [(0, 0), (6, 0), (6, 2), (4, 2), (4, 4), (2, 4), (2, 6), (0, 6)]


def test_left_of_vertices():
    for y in (0, 4):
        assert locate((-1, y), TRI) == "outside"


def test_star_rows():
    assert locate((2, 2), STAR) == "inside"
    assert locate((0, 2), STAR) == "outside"
    assert locate((-5, 2), STAR) == "outside"
    assert locate((-5, 1), STAR) == "outside"
    assert locate((-5, 3), STAR) == "outside"


def test_stairs_levels():
    assert locate((1, 2), STAIRS) == "inside"
    assert locate((1, 4), STAIRS) == "inside"
    assert locate((-1, 2), STAIRS) == "outside"
    assert locate((-1, 4), STAIRS) == "outside"
    assert locate((5, 3), STAIRS) == "outside"


@pytest.mark.parametrize("shape", [TRI, STAR, STAIRS])
def test_orientation_is_irrelevant(shape):
    for x in range(-1, 9):
        for y in range(-1, 8):
            assert locate((x, y), shape) == locate((x, y), shape[::-1])


def test_grid_count():
    cells = [locate((x, y), STAIRS) for x in range(-2, 8) for y in range(-2, 8)]
    assert cells.count("inside") == 13
    assert cells.count("edge") == 24


def test_pick():
    # Pick's theorem: area = inside + edge / 2 - 1
    inside = [locate((x, y), TRI) for x in range(-2, 10) for y in range(-2, 8)]
    assert F(inside.count("inside")) + F(inside.count("edge"), 2) - 1 == 16


def test_vertices_are_edges():
    assert {locate(v, STAR) for v in STAR} == {"edge"}


def test_centroid_fraction():
    assert centroid(TRI) == (4, F(4, 3))
