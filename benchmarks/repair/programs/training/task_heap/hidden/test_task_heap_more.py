from itertools import permutations

import pytest
from task_heap import TaskHeap


def make(priorities):
    h = TaskHeap()
    for p in priorities:
        h.add(p, p)
    return h


LONG = [1, 50, 2, 60, 55, 3, 4, 70, 65, 58, 59, 5, 6, 7, 8]


@pytest.mark.parametrize("gone", [50, 60, 55, 70, 65, 58])
def test_remove_one(gone):
    h = make(LONG)
    h.remove(gone)
    assert list(h.drain()) == sorted(set(LONG) - {gone})


def test_all_small():
    for perm in permutations(range(5)):
        for gone in range(5):
            h = make(perm)
            h.remove(gone)
            assert list(h.drain()) == [x for x in range(5) if x != gone]


def test_remove_many():
    h = make(LONG)
    for gone in (70, 65, 58, 59):
        h.remove(gone)
    assert list(h.drain()) == sorted(set(LONG) - {70, 65, 58, 59})


def test_change_after_remove():
    h = make(LONG)
    h.remove(70)
    h.change(8, 100)
    assert list(h.drain())[-1] == 8


def test_remove_unknown():
    with pytest.raises(KeyError):
        make([1]).remove(2)
