import pytest

from rotated_search import find, turning_point


@pytest.mark.parametrize("turn", [0, 1, 3, 6])
def test_every_value_is_found(turn):
    values = [1, 4, 6, 10, 13, 17, 20]
    values = values[turn:] + values[:turn]
    assert [find(values, value) for value in values] == list(range(7))


def test_all_turns():
    values = list(range(10, 18))
    for turn in range(8):
        assert turning_point(values[turn:] + values[:turn]) == (8 - turn) % 8


def test_one_value():
    assert turning_point([5]) == 0
    assert find([5], 5) == 0


def test_two_values():
    assert (find([2, 1], 1), find([1, 2], 1)) == (1, 0)
