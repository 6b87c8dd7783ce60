import pytest

from geofence import Box, Fence

BOXES = [Box(0, 0, 10, 10), Box(2, 3, 4, 5), Box(-5, -5, 1, 1), Box(3, -2, 12, 4)]


@pytest.mark.parametrize("a", BOXES)
@pytest.mark.parametrize("b", BOXES)
def test_symmetry(a, b):
    assert a.overlap(b) == b.overlap(a)
    assert a.union(b) == b.union(a)


def test_contained():
    assert BOXES[0].overlap(BOXES[1]) == BOXES[1]
    assert BOXES[0].union(BOXES[1]) == BOXES[0]


def test_touching_boxes_share_nothing():
    assert Box(0, 0, 1, 1).overlap(Box(1, 0, 2, 1)) is None


def test_bounds():
    assert Fence("x", [Box(0, 0, 1, 1), Box(8, -3, 9, 0), Box(2, 5, 3, 6)]).bounds == Box(0, -3, 9, 6)
