import pytest

from ports import PortPool


def test_sorted():
    assert str(PortPool("300, 10-20, 100")) == "10-20, 100, 300"


def test_touching():
    assert str(PortPool("10-20, 21-30, 9")) == "9-30"


def test_bridge():
    pool = PortPool("10-20, 30-40, 60")
    pool.add(15, 35)
    assert str(pool) == "10-40, 60"


def test_longer_than_what_is_there():
    pool = PortPool("10-20, 30-35")
    pool.add(18, 50)
    assert len(pool) == 41
    assert 40 in pool


def test_remove():
    pool = PortPool("10-20")
    pool.remove(12, 14)
    pool.remove(20)
    assert str(pool) == "10-11, 15-19"


def test_contains():
    pool = PortPool("10-20, 30")
    assert [port in pool for port in (9, 10, 20, 21, 30, 31)] == [False, True, True, False, True, False]


def test_take():
    pool = PortPool("10-11, 20-29")
    assert [pool.take(), pool.take(3), pool.take()] == [10, 20, 11]
    assert len(pool) == 7


def test_take_too_many():
    with pytest.raises(LookupError):
        PortPool("1-3, 5-7").take(4)
