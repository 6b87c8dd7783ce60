import pytest

from geofence import Box, Fence, Tracker

UNIT = Box(0, 0, 10, 10)


def test_wrong_way_round():
    with pytest.raises(ValueError):
        Box(5, 0, 1, 1)


def test_around():
    assert Box.around(5, 5, 10, 2) == Box(0, 4, 10, 6)


@pytest.mark.parametrize("x, y, inside", [(0, 0, True), (10, 5, False), (5, 10, False), (9.9, 9.9, True), (-1, 5, False)])
def test_contains(x, y, inside):
    assert UNIT.contains(x, y) is inside


def test_overlap():
    assert UNIT.overlap(Box(5, 5, 15, 15)) == Box(5, 5, 10, 10)


def test_no_overlap():
    assert UNIT.overlap(Box(20, 0, 30, 10)) is None


def test_union():
    assert Box(0, 0, 1, 1).union(Box(4, 4, 6, 7)) == Box(0, 0, 6, 7)


def test_grown():
    assert UNIT.grown(1) == Box(-1, -1, 11, 11)


def test_hole():
    fence = Fence("yard", [UNIT], [Box(4, 4, 6, 6)])
    assert fence.contains(1, 1)
    assert not fence.contains(5, 5)


def test_cover():
    fence = Fence("yard", [Box(0, 0, 5, 10), Box(5, 0, 10, 5)])
    assert fence.covers(UNIT) == 0.75


def test_tracker():
    tracker = Tracker([Fence("a", [UNIT]), Fence("b", [Box(8, 0, 20, 10)])])
    assert tracker.move("van", 1, 1) == ["van entered a"]
    assert tracker.move("van", 2, 2) == []
    assert tracker.move("van", 9, 5) == ["van entered b"]
    assert tracker.move("van", 50, 5) == ["van left a", "van left b"]
