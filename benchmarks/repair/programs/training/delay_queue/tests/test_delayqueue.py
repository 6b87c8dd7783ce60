import pytest

from delayqueue import DelayQueue


@pytest.fixture
def queue():
    queue = DelayQueue()
    queue.add("mail", 10, "hello")
    queue.add("call", 5)
    return queue


def test_order(queue):
    assert queue.names() == ["call", "mail"]
    assert queue.next_due() == 5


def test_pop(queue):
    assert queue.pop_due(4) == []
    assert queue.pop_due(10) == [("call", None), ("mail", "hello")]
    assert queue.next_due() is None


def test_same_time_in_order_of_adding(queue):
    queue.add("write", 5)
    assert [name for name, _ in queue.pop_due(5)] == ["call", "write"]


def test_cancel(queue):
    assert queue.cancel("call")
    assert not queue.cancel("call")
    assert queue.next_due() == 10
    assert [name for name, _ in queue.pop_due(20)] == ["mail"]


def test_postponed_job_runs_once_later(queue):
    queue.postpone("call", 20)
    assert queue.pop_due(12) == [("mail", "hello")]
    assert "call" in queue
    assert queue.pop_due(25) == [("call", None)]
    assert queue.pop_due(99) == []


def test_next_due_after_postponing(queue):
    queue.postpone("call", 20)
    assert queue.next_due() == 10
    queue.postpone("mail", 30)
    assert queue.next_due() == 25


def test_postpone_unknown(queue):
    with pytest.raises(KeyError):
        queue.postpone("swim", 1)


def test_earlier(queue):
    queue.add("mail", 2, "hi")
    assert queue.pop_due(3) == [("mail", "hi")]
    assert len(queue) == 1


def test_repeated():
    queue = DelayQueue()
    queue.add("tick", 0, every=10)
    assert queue.pop_due(0) == [("tick", None)]
    assert queue.pop_due(35) == [("tick", None)]
    assert queue.next_due() == 40


def test_interval():
    with pytest.raises(ValueError):
        DelayQueue().add("x", 0, every=0)
