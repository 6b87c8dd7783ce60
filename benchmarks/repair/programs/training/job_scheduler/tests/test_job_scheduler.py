from job_scheduler import Scheduler


def make(*jobs):
    scheduler = Scheduler()
    for job in jobs:
        scheduler.submit(*job)
    return scheduler


def test_empty():
    s = Scheduler()
    assert s.next_time() is None
    assert s.pop_due(100) == []


def test_runs_in_time_order():
    s = make(("b", 20), ("a", 10), ("c", 30))
    assert s.pop_due(100) == ["a", "b", "c"]


def test_future_jobs_stay():
    s = make(("a", 10), ("b", 20))
    assert s.pop_due(10) == ["a"]
    assert len(s) == 1


def test_priority_breaks_ties():
    s = make(("low", 5, 1), ("high", 5, 9))
    assert s.pop_due(5) == ["high", "low"]


def test_submission_order_breaks_remaining_ties():
    s = make(("first", 5), ("second", 5), ("third", 5))
    assert s.pop_due(5) == ["first", "second", "third"]


def test_next_time():
    s = make(("b", 20), ("a", 10))
    assert s.next_time() == 10


def test_urgent_future_job_does_not_block():
    s = make(("now", 1), ("later", 50, 10))
    assert s.pop_due(5) == ["now"]
    assert s.pop_due(50) == ["later"]
