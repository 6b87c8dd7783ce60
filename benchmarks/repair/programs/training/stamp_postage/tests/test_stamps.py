import pytest

from stamps import fewest, price, ways


def test_nothing():
    assert fewest(0, [5, 10]) == 0


def test_two_of_a_kind():
    assert fewest(20, [10, 5]) == 2


def test_greedy_is_not_best():
    assert fewest(30, [25, 10, 1]) == 3


def test_impossible():
    assert fewest(3, [2]) == -1


def test_ways():
    assert ways(5, [1, 2, 5]) == 4


def test_ways_of_nothing():
    assert ways(0, [3]) == 1


def test_price():
    assert price(20, [(50, 95), (20, 80)]) == 80


def test_too_heavy():
    with pytest.raises(ValueError):
        price(60, [(50, 95)])
