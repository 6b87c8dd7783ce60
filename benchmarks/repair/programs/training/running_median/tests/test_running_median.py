import pytest

from running_median import RunningMedian, medians


def test_one():
    assert medians([5]) == [5]


def test_two():
    assert medians([5, 8]) == [5, 6.5]


def test_falling():
    assert medians([9, 7, 5, 3]) == [9, 8, 7, 6]


def test_rising():
    assert medians([1, 2, 3, 4]) == [1, 1.5, 2, 2.5]


def test_mixed():
    assert medians([5, 15, 1, 3]) == [5, 10, 5, 4]


def test_equal_values():
    assert medians([4, 4, 4]) == [4, 4, 4]


def test_late_rise():
    assert medians([3, 1, 6, 8, 9])[-1] == 6


def test_nothing():
    with pytest.raises(ValueError):
        RunningMedian().median
