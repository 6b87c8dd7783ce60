from delayqueue import DelayQueue


def test_cancelled_and_added_again():
    queue = DelayQueue()
    queue.add("a", 1, "old")
    queue.cancel("a")
    queue.add("a", 9, "new")
    assert queue.next_due() == 9
    assert queue.pop_due(5) == []
    assert queue.pop_due(9) == [("a", "new")]


def test_repeated_postponing():
    queue = DelayQueue()
    queue.add("a", 1, every=4)
    for _ in range(3):
        queue.postpone("a", 1)
    assert queue.pop_due(3) == []
    assert queue.pop_due(4) == [("a", None)]
    assert queue.next_due() == 8
    assert len(queue) == 1


def test_pop_without_peek():
    queue = DelayQueue()
    queue.add("a", 1)
    queue.add("a", 2)
    queue.add("a", 3, "third")
    assert queue.pop_due(2) == []
    assert queue.pop_due(3) == [("a", "third")]
