import pytest

from segment_distance import distance, line_distance, nearest


@pytest.mark.parametrize("x", [0, 2, 5, 9])
def test_height_over_a_flat_segment(x):
    assert distance((x, 6), (0, 0), (9, 0)) == 6


def test_downwards():
    assert nearest((1, 2), (0, 8), (0, -8)) == pytest.approx((0, 2))


def test_short_segment():
    assert nearest((0.25, 1), (0, 0), (0.5, 0)) == pytest.approx((0.25, 0))


def test_line_of_three():
    assert line_distance((2, 5), [(0, 0), (6, 0), (6, 6), (0, 6)]) == pytest.approx(1)
