import pytest

from jobs import JobQueue, Worker
from jobs.queue import Empty, chained


def job(name, action="add", *args):
    return {"name": name, "action": action, "args": args}


@pytest.fixture
def queue():
    return JobQueue()


def test_empty(queue):
    with pytest.raises(Empty):
        queue.get()


def test_lowest_number_first(queue):
    queue.put(job("late"), 20)
    queue.put(job("soon"), 1)
    queue.put(job("normal"))
    assert [queue.get()["name"] for _ in range(3)] == ["soon", "normal", "late"]


def test_same_priority_in_order(queue):
    for name in ("b", "a", "c"):
        queue.put(job(name))
    assert queue.waiting() == ["b", "a", "c"]
    assert queue.get()["name"] == "b"


def test_same_name(queue):
    assert queue.put(job("x"), 1)
    assert not queue.put(job("x"), 2)
    queue.get()
    assert queue.put(job("x"))


def test_cancel(queue):
    queue.put(job("x"), 1)
    queue.put(job("y"), 2)
    assert queue.cancel("x")
    assert not queue.cancel("x")
    assert queue.waiting() == ["y"]


def test_worker(queue):
    queue.put(job("sum", "add", 1, 2))
    queue.put(job("text", "upper", "a"), 5)
    worker = Worker(queue, {"add": lambda a, b: a + b, "upper": str.upper})
    assert worker.run() == (2, 0)
    assert worker.done == [("text", "A"), ("sum", 3)]


def test_failing_job_is_tried_again(queue):
    calls = []

    def flaky():
        calls.append(1)
        if len(calls) < 3:
            raise OSError("busy")
        return "ok"

    queue.put(job("f", "flaky"))
    worker = Worker(queue, {"flaky": flaky})
    assert worker.run() == (1, 0)
    assert len(calls) == 3


def test_hopeless_job(queue):
    queue.put(job("x", "nope"))
    worker = Worker(queue, {}, retries=1)
    assert worker.run() == (0, 1)
    assert worker.failed == [("x", "'nope'")]


def test_chained():
    first, second = JobQueue(), JobQueue()
    second.put(job("b"))
    first.put(job("a"), 99)
    assert [entry["name"] for entry in chained(first, second)] == ["a", "b"]
