import pytest

from lease_queue import LeaseQueue, StaleReceipt


class Clock:
    def __init__(self):
        self.now = 0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def queue(clock):
    return LeaseQueue(clock, lease=30)


def test_in_order(queue):
    queue.send("a")
    queue.send("b")
    assert [queue.receive().body, queue.receive().body] == ["a", "b"]


def test_empty(queue):
    assert queue.receive() is None


def test_leased_message_is_hidden(queue, clock):
    queue.send("a")
    queue.receive()
    clock.now = 29
    assert queue.receive() is None
    assert queue.depth() == (0, 1)


def test_delete(queue, clock):
    queue.send("a")
    queue.delete(queue.receive().receipt)
    clock.now = 100
    assert queue.receive() is None
    assert queue.depth() == (0, 0)


def test_comes_back(queue, clock):
    queue.send("a")
    queue.receive()
    clock.now = 30
    message = queue.receive()
    assert (message.body, message.received) == ("a", 2)


def test_comes_back_to_the_front(queue, clock):
    queue.send("a")
    queue.send("b")
    queue.receive()
    clock.now = 31
    assert queue.receive().body == "a"
    assert queue.receive().body == "b"


def test_depth_counts_what_came_back(queue, clock):
    queue.send("a")
    queue.send("b")
    queue.receive()
    assert queue.depth() == (1, 1)
    clock.now = 30
    assert queue.depth() == (2, 0)


def test_stale_receipt(queue, clock):
    queue.send("a")
    receipt = queue.receive().receipt
    clock.now = 30
    with pytest.raises(StaleReceipt):
        queue.delete(receipt)


def test_old_receipt_after_redelivery(queue, clock):
    queue.send("a")
    old = queue.receive().receipt
    clock.now = 40
    queue.depth()
    new = queue.receive().receipt
    with pytest.raises(StaleReceipt):
        queue.delete(old)
    queue.delete(new)


def test_extend(queue, clock):
    queue.send("a")
    receipt = queue.receive().receipt
    clock.now = 20
    queue.extend(receipt, 60)
    clock.now = 79
    assert queue.receive() is None
    queue.delete(receipt)


def test_dead_after_too_many_leases(clock):
    queue = LeaseQueue(clock, lease=10, max_received=2)
    queue.send("poison")
    for clock.now in (0, 10):
        assert queue.receive().body == "poison"
    clock.now = 20
    assert queue.receive() is None
    assert queue.dead == ["poison"]
