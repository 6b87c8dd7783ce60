import pytest
from ring_log import RingLog


def filled(capacity, n):
    log = RingLog(capacity)
    for i in range(n):
        log.append(i)
    return log


@pytest.mark.parametrize("cap,n,new", [(4, 6, 3), (3, 10, 4), (5, 12, 4), (2, 3, 1)])
def test_resize_keeps_newest(cap, n, new):
    log = filled(cap, n)
    log.resize(new)
    keep = min(cap, new)
    assert log.tail(keep) == list(range(n - keep, n))


def test_append_after_resize():
    log = filled(4, 6)
    log.resize(3)
    log.append(6)
    log.append(7)
    assert list(log) == [5, 6, 7]


def test_get_after_resize():
    log = filled(5, 8)
    log.resize(3)
    assert [log.get(n) for n in (5, 6, 7)] == [5, 6, 7]
    with pytest.raises(LookupError):
        log.get(4)


def test_shrink_unwrapped():
    log = filled(5, 4)
    log.resize(3)
    assert list(log) == [1, 2, 3]


def test_resize_bad():
    with pytest.raises(ValueError):
        filled(2, 2).resize(0)


def test_tail_more_than_held():
    assert filled(3, 2).tail(9) == [0, 1]
