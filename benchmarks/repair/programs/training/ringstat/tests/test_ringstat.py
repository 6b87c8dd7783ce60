import pytest

from ringstat import RingStat


def test_not_full():
    ring = RingStat(4, [1, 2])
    assert list(ring) == [1, 2]
    assert not ring.full
    assert ring.mean() == 1.5


def test_overwrites_oldest():
    ring = RingStat(3, [1, 2, 3])
    assert ring.push(4) == 1
    assert list(ring) == [2, 3, 4]
    assert ring.mean() == 3


def test_latest():
    assert RingStat(3, range(10)).latest(2) == [9, 8]


def test_deviation():
    ring = RingStat(2, [100, 1, 5])
    assert ring.deviation() == 2
    assert RingStat(2).deviation() is None


def test_percentile():
    ring = RingStat(10, range(1, 11))
    assert ring.percentile(50) == 5
    assert ring.percentile(0) == 1
    assert ring.percentile(100) == 10


def test_trend():
    assert RingStat(4, [1, 1, 5, 7]).trend() == 5
    assert RingStat(4, [1]).trend() == 0


def test_clear():
    ring = RingStat(2, [1, 2, 3])
    ring.clear()
    ring.push(8)
    assert list(ring) == [8]
    assert ring.mean() == 8


def test_smaller():
    ring = RingStat(4, [1, 2, 3, 4])
    ring.resize(2)
    assert ring.mean() == 3.5
    assert list(ring) == [3, 4]


def test_smaller_after_odd_number():
    ring = RingStat(4, [1, 2, 3, 4, 5])
    ring.resize(3)
    assert list(ring) == [3, 4, 5]
    ring.push(6)
    assert list(ring) == [4, 5, 6]


def test_larger():
    ring = RingStat(2, [1, 2, 3])
    ring.resize(4)
    ring.push(4)
    assert list(ring) == [2, 3, 4]
    assert ring.latest() == [4]
    assert ring.mean() == 3


def test_bad_capacity():
    with pytest.raises(ValueError):
        RingStat(0)
