import pytest

from linked_queue import LinkedQueue


def test_refilled_with_several():
    queue = LinkedQueue([1, 2])
    queue.take()
    queue.take()
    for number in (3, 4, 5):
        queue.put(number)
    assert list(queue) == [3, 4, 5]
    assert len(queue) == 3


def test_emptied_twice():
    queue = LinkedQueue(["a"])
    queue.take()
    queue.put("b")
    assert queue.take() == "b"
    with pytest.raises(IndexError):
        queue.take()


def test_none_is_an_item():
    queue = LinkedQueue([None, 0])
    assert queue.take() is None
    queue.put(1)
    assert list(queue) == [0, 1]


def test_length_of_empty():
    assert len(LinkedQueue()) == 0
