from jobs import JobQueue, Worker


def test_many_of_equal_priority():
    queue = JobQueue()
    names = [f"job{n}" for n in (9, 3, 7, 1, 8, 0)]
    for name in names:
        queue.put({"name": name})
    assert [queue.get()["name"] for _ in names] == names


def test_order_survives_a_cancel():
    queue = JobQueue()
    for name in "dacb":
        queue.put({"name": name}, 3)
    queue.put({"name": "first"}, 1)
    queue.cancel("a")
    assert queue.waiting() == ["first", "d", "c", "b"]


def test_queue_that_was_emptied():
    queue = JobQueue()
    queue.put({"name": "x"})
    queue.get()
    queue.put({"name": "z"})
    queue.put({"name": "y"})
    assert queue.waiting() == ["z", "y"]


def test_two_failing_jobs():
    queue = JobQueue()
    queue.put({"name": "b", "action": "no"}, 1)
    queue.put({"name": "a", "action": "no"}, 2)
    worker = Worker(queue, {}, retries=2)
    assert worker.run() == (0, 2)
    assert [name for name, _ in worker.failed] == ["b", "a"]
