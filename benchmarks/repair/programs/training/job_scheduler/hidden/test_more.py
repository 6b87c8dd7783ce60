from job_scheduler import Scheduler


def filled(*jobs):
    s = Scheduler()
    for job in jobs:
        s.submit(*job)
    return s


def test_earlier_low_priority_goes_first():
    s = filled(("late", 8, 5), ("early", 3, 0))
    assert s.pop_due(10) == ["early", "late"]


def test_earliest_time_ignores_priority():
    s = filled(("x", 40, 7), ("y", 15, -2), ("z", 30, 3))
    assert s.next_time() == 15


def test_full_ordering():
    s = filled(("a", 2, 0), ("b", 1, 0), ("c", 2, 4), ("d", 1, 0), ("e", 1, 1), ("f", 2, 0))
    assert s.pop_due(2) == ["e", "b", "d", "c", "a", "f"]


def test_negative_priority_yields_to_default():
    s = filled(("slow", 1, -1), ("normal", 1))
    assert s.pop_due(1) == ["normal", "slow"]


def test_interleaved_use():
    s = filled(("a", 10, 1))
    assert s.pop_due(9) == []
    s.submit("b", 4)
    s.submit("c", 12, 99)
    assert s.pop_due(9) == ["b"]
    assert s.pop_due(11) == ["a"]
    assert len(s) == 1 and s.next_time() == 12
