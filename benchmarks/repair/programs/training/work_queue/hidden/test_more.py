from work_queue import WorkQueue


def failing(calls, name):
    def work():
        calls.append(name)
        raise ValueError(f"no {name}")

    return work


def test_calls_of_hopeless_jobs():
    calls = []
    queue = WorkQueue(most_tries=2)
    queue.add("a", failing(calls, "a"))
    queue.add("b", failing(calls, "b"))
    queue.run()
    assert calls == ["a", "b", "a", "b"]
    assert queue.given_up == [("a", "no a"), ("b", "no b")]


def test_five_tries():
    calls = []
    queue = WorkQueue(most_tries=5)
    queue.add("a", failing(calls, "a"))
    assert queue.run() == 5
    assert len(calls) == 5


def test_steps_until_given_up():
    queue = WorkQueue(most_tries=2)
    queue.add("a", failing([], "a"))
    queue.step()
    assert queue.given_up == []
    queue.step()
    assert queue.given_up == [("a", "no a")]
    assert not queue.step()


def test_added_again():
    calls = []
    queue = WorkQueue(most_tries=1)
    work = failing(calls, "a")
    queue.add("a", work)
    queue.run()
    queue.add("a", work)
    queue.run()
    assert calls == ["a", "a"]
