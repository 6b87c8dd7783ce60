import pytest

from interval_set import IntervalError, IntervalSet


def numbers(text):
    return IntervalSet.parse(text)


def test_parse():
    assert list(numbers("7, 1-3,10 - 12")) == [(1, 3), (7, 7), (10, 12)]
    assert str(numbers("10-12,7,1-3")) == "1-3, 7, 10-12"


@pytest.mark.parametrize("text", ["a", "1-", "3-1", "1-2-3"])
def test_parse_errors(text):
    with pytest.raises(IntervalError):
        numbers(text)


def test_touching_become_one():
    assert str(numbers("1-3, 4-5, 8")) == "1-5, 8"


def test_bridge():
    some = numbers("1-3, 7-9")
    some.add(3, 8)
    assert str(some) == "1-9"


def test_contains():
    some = numbers("1-3, 7")
    assert [n for n in range(10) if n in some] == [1, 2, 3, 7]


def test_len():
    assert len(numbers("1-3, 7")) == 4
    assert len(IntervalSet()) == 0


def test_remove_at_the_sides():
    some = numbers("1-5, 10-15")
    some.remove(4, 11)
    assert str(some) == "1-3, 12-15"


def test_remove_all():
    some = numbers("3-5")
    some.remove(1, 9)
    assert list(some) == []


def test_remove_nothing():
    some = numbers("3-5")
    some.remove(6, 9)
    assert str(some) == "3-5"


def test_difference():
    assert numbers("1-20").difference(numbers("5-6, 10")) == numbers("1-4, 7-9, 11-20")


def test_gaps():
    assert str(numbers("1-3, 5, 9-10").gaps()) == "4, 6-8"


def test_first_free():
    some = numbers("1-3, 5-8")
    assert some.first_free(1) == 4
    assert some.first_free(1, size=2) == 9
