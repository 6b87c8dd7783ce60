import pytest

from min_heap import MinHeap


def drain(heap):
    return [heap.pop() for _ in range(len(heap))]


def test_one():
    assert drain(MinHeap([7])) == [7]


def test_pushed_pair():
    heap = MinHeap()
    heap.push(5)
    heap.push(2)
    assert drain(heap) == [2, 5]


def test_sorted_input():
    assert drain(MinHeap([1, 2])) == [1, 2]


def test_least_is_last():
    assert MinHeap([4, 3, 1]).pop() == 1


def test_drain():
    assert drain(MinHeap([5, 9, 1, 7, 3, 8])) == [1, 3, 5, 7, 8, 9]


def test_push_between():
    heap = MinHeap([4, 6])
    heap.push(1)
    assert heap.pop() == 1
    assert len(heap) == 2


def test_equal_items():
    assert drain(MinHeap([2, 2, 2])) == [2, 2, 2]


def test_empty():
    with pytest.raises(IndexError):
        MinHeap().pop()
