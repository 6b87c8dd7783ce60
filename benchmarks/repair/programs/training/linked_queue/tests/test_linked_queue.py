import pytest

from linked_queue import LinkedQueue


def test_order():
    queue = LinkedQueue("abc")
    assert [queue.take(), queue.take(), queue.take()] == ["a", "b", "c"]


def test_iterate():
    assert list(LinkedQueue([3, 1, 2])) == [3, 1, 2]


def test_length():
    queue = LinkedQueue([1, 2])
    queue.take()
    assert len(queue) == 1


def test_take_and_put():
    queue = LinkedQueue([1, 2])
    queue.take()
    queue.put(3)
    assert list(queue) == [2, 3]


def test_take_from_empty():
    with pytest.raises(IndexError):
        LinkedQueue().take()


def test_put_after_emptying():
    queue = LinkedQueue(["x"])
    queue.take()
    queue.put("y")
    assert list(queue) == ["y"]


def test_emptied():
    queue = LinkedQueue([1])
    queue.take()
    assert list(queue) == [] and len(queue) == 0


def test_by_turns():
    queue = LinkedQueue()
    seen = []
    for number in range(3):
        queue.put(number)
        seen.append(queue.take())
    assert seen == [0, 1, 2]
