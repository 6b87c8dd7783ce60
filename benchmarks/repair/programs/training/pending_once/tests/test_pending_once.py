import pytest

from pending_once import PendingQueue


@pytest.fixture
def queue():
    queue = PendingQueue()
    queue.put("scan")
    queue.put("copy")
    return queue


def test_order(queue):
    assert [queue.take(), queue.take(), queue.take()] == ["scan", "copy", None]


def test_waiting_already(queue):
    assert not queue.put("scan")
    assert len(queue) == 2


def test_first(queue):
    assert queue.put("mail", first=True)
    assert queue.take() == "mail"


def test_put_again_after_take(queue):
    queue.take()
    assert queue.put("scan")
    assert [queue.take(), queue.take()] == ["copy", "scan"]


def test_cancel(queue):
    assert queue.cancel("scan")
    assert queue.take() == "copy"


def test_put_again_after_cancel(queue):
    queue.cancel("copy")
    assert queue.put("copy")


def test_cancel_unknown(queue):
    assert not queue.cancel("mail")


def test_cancel_taken(queue):
    queue.take()
    assert not queue.cancel("scan")
