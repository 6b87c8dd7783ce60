from pending_once import PendingQueue


def test_round_and_round():
    queue = PendingQueue()
    for _ in range(3):
        assert queue.put("tick")
        assert queue.take() == "tick"
    assert len(queue) == 0


def test_requeue_first():
    queue = PendingQueue()
    queue.put(1)
    queue.put(2)
    job = queue.take()
    assert queue.put(job, first=True)
    assert queue.take() == 1


def test_cancel_after_all_were_taken():
    queue = PendingQueue()
    queue.put("a")
    queue.take()
    assert queue.cancel("a") is False


def test_take_from_empty():
    assert PendingQueue().take() is None


def test_still_once():
    queue = PendingQueue()
    queue.put("a")
    queue.put("b")
    queue.take()
    assert not queue.put("b")
