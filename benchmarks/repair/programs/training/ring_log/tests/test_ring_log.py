import pytest
from ring_log import RingLog


def filled(capacity, n):
    log = RingLog(capacity)
    for i in range(n):
        log.append(f"e{i}")
    return log


def test_append_returns_seq():
    log = RingLog(2)
    assert [log.append("x") for _ in range(4)] == [0, 1, 2, 3]


def test_iter_partial():
    assert list(filled(5, 3)) == ["e0", "e1", "e2"]


def test_iter_wrapped():
    assert list(filled(3, 5)) == ["e2", "e3", "e4"]


def test_get_errors():
    log = filled(3, 5)
    for bad in (1, 5):
        with pytest.raises(LookupError):
            log.get(bad)


def test_since():
    log = filled(3, 5)
    assert log.since(3) == (["e3", "e4"], 0)
    assert log.since(0) == (["e2", "e3", "e4"], 2)


def test_tail():
    assert filled(4, 9).tail(2) == ["e7", "e8"]


def test_resize_before_wrap():
    log = filled(4, 3)
    log.resize(6)
    assert list(log) == ["e0", "e1", "e2"]


def test_resize_shrinks():
    log = filled(4, 7)
    log.resize(2)
    assert list(log) == ["e5", "e6"]


def test_bad_capacity():
    with pytest.raises(ValueError):
        RingLog(0)
