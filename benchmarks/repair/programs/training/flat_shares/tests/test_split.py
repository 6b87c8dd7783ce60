import pytest

from split import Kitty, split_even, split_weighted


def test_even_exact():
    assert split_even(900, ["a", "b", "c"]) == {"a": 300, "b": 300, "c": 300}


def test_even_odd_cents():
    assert split_even(1000, ["a", "b", "c"]) == {"a": 334, "b": 333, "c": 333}


def test_even_nobody():
    with pytest.raises(ValueError):
        split_even(10, [])


def test_weighted_exact():
    assert split_weighted(1000, {"a": 1, "b": 3}) == {"a": 250, "b": 750}


def test_weighted_zero_weight():
    assert split_weighted(100, {"a": 0, "b": 2}) == {"a": 0, "b": 100}


def test_weighted_sums_up():
    assert sum(split_weighted(9999, {"a": 3, "b": 4, "c": 6}).values()) == 9999


def test_weighted_thirds():
    assert split_weighted(100, {"a": 1, "b": 1, "c": 1}) == {"a": 33, "b": 33, "c": 34}


def test_weighted_bad():
    with pytest.raises(ValueError):
        split_weighted(1, {"a": 0})


def test_kitty_pay():
    k = Kitty("a", "b")
    k.pay("a", 1001)
    assert k.balance == {"a": 500, "b": -500}


def test_kitty_settle():
    k = Kitty("a", "b", "c")
    k.pay("a", 900)
    k.pay("b", 300, among=["b", "c"])
    assert k.settle() == [("c", "a", 450), ("b", "a", 150)]


def test_kitty_stranger():
    with pytest.raises(KeyError):
        Kitty("a").pay("z", 1)
