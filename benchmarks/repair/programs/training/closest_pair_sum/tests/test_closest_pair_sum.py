import pytest

from closest_pair_sum import closest_sum, has_pair


def test_exact():
    assert closest_sum([4, 1, 9, 6], 10) == 10


def test_nearest_below():
    assert closest_sum([10, 22, 28, 29, 31, 40], 54) == 53


def test_nearest_above():
    assert closest_sum([1, 50, 60], 100) == 110


def test_negative_numbers():
    assert closest_sum([-8, -3, 2, 7], -6) == -6


def test_small_target():
    assert closest_sum([7, 5, 12], 3) == 12


def test_target_zero():
    assert closest_sum([3, 4, 9, -1], 0) == 2


def test_too_few():
    with pytest.raises(ValueError):
        closest_sum([5], 5)


def test_has_pair():
    assert has_pair([1, 5, 8], 13)
    assert not has_pair([1, 5, 8], 10)


def test_no_pair_of_one():
    assert not has_pair([0], 0)
