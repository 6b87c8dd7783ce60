import pytest

from buffer import Ring


def filled(size, count):
    ring = Ring(size)
    for n in range(count):
        ring.push(n)
    return ring


def test_room():
    assert filled(4, 3).values() == [0, 1, 2]


def test_full():
    assert filled(3, 3).values() == [0, 1, 2]


def test_one_too_many():
    assert filled(3, 4).values() == [1, 2, 3]


def test_round_and_round():
    assert filled(3, 9).values() == [6, 7, 8]


def test_pop():
    ring = filled(3, 3)
    assert ring.pop() == 0 and len(ring) == 2


def test_pop_of_nothing():
    with pytest.raises(IndexError):
        Ring(2).pop()


def test_index():
    assert filled(3, 2)[-1] == 1
    with pytest.raises(IndexError):
        filled(3, 2)[2]


def test_mean():
    assert filled(4, 3).mean() == 1
    assert Ring(1).mean() is None


def test_no_room():
    with pytest.raises(ValueError):
        Ring(0)
