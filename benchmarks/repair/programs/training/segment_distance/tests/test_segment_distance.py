import pytest

from segment_distance import distance, line_distance, nearest


def test_above_the_middle():
    assert nearest((3, 4), (0, 0), (10, 0)) == (3, 0)


def test_before_the_start():
    assert nearest((-2, 1), (0, 0), (10, 0)) == (0, 0)


def test_behind_the_end():
    assert distance((13, 4), (0, 0), (10, 0)) == 5


def test_point_segment():
    assert distance((3, 4), (0, 0), (0, 0)) == 5


def test_unit_segment():
    assert distance((0.25, 2), (0, 0), (1, 0)) == 2


def test_slanted():
    assert distance((0, 4), (0, 0), (4, 4)) == pytest.approx(8**0.5)


def test_line():
    assert line_distance((5, 3), [(0, 0), (4, 0), (4, 8)]) == 1


def test_on_the_end():
    assert distance((4, 0), (0, 0), (4, 0)) == 0
