import pytest

from box_plot import Box, draw, median, quartiles, summarize


def test_median():
    assert median([1, 4, 9]) == 4
    assert median([1, 4, 6, 9]) == 5


def test_median_of_nothing():
    with pytest.raises(ValueError):
        median([])


def test_quartiles_even():
    assert quartiles([8, 1, 2, 7, 3, 6, 4, 5]) == (2.5, 4.5, 6.5)


def test_quartiles_odd():
    assert quartiles([1, 2, 3, 4, 5, 6, 7]) == (2, 4, 6)


def test_quartiles_nine():
    assert quartiles(range(10, 100, 10)) == (25, 50, 75)


def test_quartiles_of_one():
    assert quartiles([5]) == (5, 5, 5)


def test_quartiles_of_two():
    assert quartiles([5, 1]) == (1, 3, 5)


def test_summary():
    assert summarize([1, 2, 3, 4]) == Box(1, 1.5, 2.5, 3.5, 4)


def test_outliers():
    box = summarize([1, 2, 3, 4, 5, 6, 7, 30])
    assert box.outliers == (30,)
    assert (box.low, box.high) == (1, 7)


def test_outlier_odd():
    box = summarize([10, 12, 13, 14, 15, 16, 23])
    assert box.spread == 4
    assert box.outliers == (23,)


def test_reach():
    assert summarize([1, 2, 3, 4, 5, 6, 7, 30], reach=10).outliers == ()


def test_draw():
    assert draw(Box(0, 2, 4, 6, 8, (10,)), 0, 10, width=11) == "|-[=#=]-| o"


def test_draw_bad_range():
    with pytest.raises(ValueError):
        draw(Box(0, 2, 4, 6, 8), 5, 5)
