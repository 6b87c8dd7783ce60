import pytest

from split import split_weighted


@pytest.mark.parametrize("total", [0, 1, 7, 99, 1003, 123457])
def test_sum(total):
    shares = split_weighted(total, {"a": 2, "b": 3, "c": 5, "d": 7})
    assert sum(shares.values()) == total
    assert min(shares.values()) >= 0


def test_close_to_exact():
    w = {"a": 5, "b": 1, "c": 1, "d": 4}
    for person, cents in split_weighted(1000, w).items():
        assert abs(cents - 1000 * w[person] / 11) < 1


def test_zero_weight_at_end_pays_nothing():
    assert split_weighted(100, {"a": 1, "b": 2, "c": 0})["c"] == 0


def test_exact_order_kept():
    assert list(split_weighted(10, {"z": 1, "a": 1})) == ["z", "a"]


def test_one_person():
    assert split_weighted(101, {"a": 7}) == {"a": 101}
