import pytest
from cpu_slices import Slice, Task, idle_time, merge, metrics, round_robin


def names(timeline):
    return "".join(s.name for s in timeline)


def test_single():
    assert round_robin([Task("A", 0, 5)], 2) == [Slice("A", 0, 5)]


def test_simultaneous():
    tl = round_robin([Task("A", 0, 3), Task("B", 0, 3)], 2)
    assert names(tl) == "ABAB"
    assert tl[-1] == Slice("B", 5, 6)


def test_arrival_during_slice():
    tl = round_robin([Task("A", 0, 4), Task("B", 1, 2)], 2)
    assert names(tl) == "ABA"


def test_idle():
    tl = round_robin([Task("A", 3, 1), Task("B", 10, 2)], 4)
    assert tl == [Slice("A", 3, 4), Slice("B", 10, 12)]
    assert idle_time(tl) == 9


def test_merge():
    assert merge([Slice("A", 0, 1), Slice("A", 1, 2), Slice("A", 5, 6)]) == [
        Slice("A", 0, 2), Slice("A", 5, 6)]


def test_quantum():
    with pytest.raises(ValueError):
        round_robin([], 0)


def test_metrics():
    tasks = [Task("A", 0, 5), Task("B", 2, 1)]
    tl = [Slice("A", 0, 2), Slice("B", 2, 3), Slice("A", 3, 6)]
    assert metrics(tasks, tl) == {"A": (6, 1, 0), "B": (1, 0, 0)}


def test_nothing():
    assert round_robin([], 3) == []
    assert idle_time([]) == 0


def test_big_quantum_is_fifo():
    tl = round_robin([Task("B", 1, 3), Task("A", 0, 5), Task("C", 2, 1)], 100)
    assert names(tl) == "ABC"
