import pytest
from task_heap import TaskHeap


def heap(*priorities):
    h = TaskHeap()
    for p in priorities:
        h.add("t%d" % p, p)
    return h


def test_order():
    assert list(heap(3, 1, 2).drain()) == ["t1", "t2", "t3"]


def test_fifo_on_ties():
    h = TaskHeap()
    for name in "abcd":
        h.add(name, 7)
    assert list(h.drain()) == list("abcd")


def test_change_up_and_down():
    h = heap(1, 2, 3, 4)
    h.change("t4", 0)
    h.change("t1", 9)
    assert list(h.drain()) == ["t4", "t2", "t3", "t1"]


def test_remove_root_and_last():
    h = heap(1, 2, 3)
    h.remove("t1")
    h.remove("t3")
    assert list(h.drain()) == ["t2"]


def test_remove_in_other_branch():
    h = heap(1, 20, 2, 30, 25, 3, 4, 40, 35, 28, 29, 5)
    h.remove("t30")
    assert list(h.drain()) == ["t%d" % n for n in (1, 2, 3, 4, 5, 20, 25, 28, 29, 35, 40)]


def test_duplicate():
    with pytest.raises(KeyError):
        heap(1).add("t1", 3)


def test_empty():
    with pytest.raises(IndexError):
        TaskHeap().pop()


def test_contains():
    h = heap(1, 2)
    h.pop()
    assert "t1" not in h and "t2" in h and len(h) == 1
