import pytest

from lease_queue import LeaseQueue, StaleReceipt


@pytest.fixture
def time():
    return [0.0]


@pytest.fixture
def queue(time):
    queue = LeaseQueue(lambda: time[0], lease=5, max_received=4)
    for body in "abc":
        queue.send(body)
    return queue


def test_all_come_back_in_order(queue, time):
    for _ in range(3):
        queue.receive()
    time[0] = 5
    assert [queue.receive().body for _ in range(3)] == ["a", "b", "c"]
    assert queue.receive() is None


def test_only_what_is_over(queue, time):
    queue.receive()
    time[0] = 3
    queue.receive()
    time[0] = 6
    assert queue.receive().body == "a"
    assert queue.receive().body == "c"
    assert queue.receive() is None
    time[0] = 8
    assert queue.receive().body == "b"


def test_back_before_new_ones(queue, time):
    queue.receive()
    queue.send("d")
    time[0] = 10
    assert [queue.receive().body for _ in range(4)] == ["a", "b", "c", "d"]


def test_new_receipt(queue, time):
    first = queue.receive()
    old = first.receipt
    time[0] = 7
    again = queue.receive()
    assert again.number == first.number
    assert again.receipt != old
    with pytest.raises(StaleReceipt):
        queue.extend(old, 10)
    queue.delete(again.receipt)
    assert queue.depth() == (2, 0)


def test_extended_lease_ends_too(queue, time):
    for _ in range(3):
        message = queue.receive()
        queue.extend(message.receipt, 50)
    time[0] = 49
    assert queue.receive() is None
    time[0] = 50
    assert queue.receive().body == "a"


def test_shortened_lease(queue, time):
    queue.extend(queue.receive().receipt, 0)
    assert queue.receive().body == "a"


def test_dead_letters(time):
    queue = LeaseQueue(lambda: time[0], lease=1, max_received=1)
    queue.send("x")
    queue.send("y")
    queue.receive()
    time[0] = 1
    assert queue.receive().body == "y"
    assert queue.dead == ["x"]
    time[0] = 2
    assert queue.receive() is None
    assert queue.dead == ["x", "y"]


def test_received_counts_up(queue, time):
    counts = []
    for time[0] in (0, 5, 10):
        counts.append(queue.receive().received)
    assert counts == [1, 2, 3]
