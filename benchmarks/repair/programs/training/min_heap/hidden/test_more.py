from min_heap import MinHeap


def drain(heap):
    return [heap.pop() for _ in range(len(heap))]


def test_falling_order():
    assert drain(MinHeap(range(10, 0, -1))) == list(range(1, 11))


def test_pushes_only():
    heap = MinHeap()
    for word in "the quick brown fox jumps".split():
        heap.push(word)
    assert drain(heap) == ["brown", "fox", "jumps", "quick", "the"]


def test_after_pop():
    heap = MinHeap([1, 5, 2, 9, 8, 3])
    heap.pop()
    assert heap.pop() == 2
    assert heap.pop() == 3


def test_given_list_stays():
    given = [3, 1]
    MinHeap(given).pop()
    assert given == [3, 1]


def test_length():
    assert len(MinHeap("abc")) == 3
