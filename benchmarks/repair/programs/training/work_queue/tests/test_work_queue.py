import pytest

from work_queue import WorkQueue


def flaky(failures, result="ok"):
    """Work that fails so often before it succeeds."""
    left = [failures]

    def work():
        if left[0]:
            left[0] -= 1
            raise RuntimeError("busy")
        return result

    return work


@pytest.fixture
def queue():
    return WorkQueue()


def test_empty(queue):
    assert not queue.step()
    assert queue.run() == 0


def test_order(queue):
    queue.add("a", lambda: 1)
    queue.add("b", lambda: 2)
    assert queue.run() == 2
    assert queue.done == [("a", 1), ("b", 2)]


def test_failed_job_goes_to_the_end(queue):
    queue.add("a", flaky(1))
    queue.add("b", lambda: 2)
    queue.run()
    assert queue.done == [("b", 2), ("a", "ok")]


def test_last_try_succeeds(queue):
    queue.add("a", flaky(2))
    assert queue.run() == 3
    assert queue.done == [("a", "ok")]


def test_given_up(queue):
    queue.add("a", flaky(3))
    assert queue.run() == 3
    assert queue.given_up == [("a", "busy")]


def test_one_step(queue):
    queue.add("a", flaky(1))
    assert queue.step()
    assert len(queue.waiting) == 1
    assert queue.done == []


def test_never_tried_again():
    queue = WorkQueue(most_tries=1)
    queue.add("a", flaky(1))
    queue.add("b", lambda: 2)
    assert queue.run() == 2
    assert (queue.done, queue.given_up) == ([("b", 2)], [("a", "busy")])
