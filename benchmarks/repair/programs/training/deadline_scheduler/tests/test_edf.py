import pytest

from edf import Job, Slice, lateness, run, utilisation


def schedule(*jobs):
    return [(part.name, part.start, part.stop) for part in run([Job(*job) for job in jobs])]


def test_nothing():
    assert run([]) == []
    assert utilisation([]) == 0.0


def test_bad_job():
    with pytest.raises(ValueError):
        Job("a", 0, 0, 5)
    with pytest.raises(ValueError):
        Job("a", -1, 1, 5)


def test_same_names():
    with pytest.raises(ValueError):
        schedule(("a", 0, 1, 5), ("a", 2, 1, 5))


def test_earliest_deadline_first():
    assert schedule(("a", 0, 3, 20), ("b", 0, 2, 10)) == [("b", 0, 2), ("a", 2, 5)]


def test_preempted():
    assert schedule(("a", 0, 5, 20), ("b", 2, 2, 6)) == [("a", 0, 2), ("b", 2, 4), ("a", 4, 7)]


def test_not_preempted():
    assert schedule(("a", 0, 5, 6), ("b", 2, 2, 9)) == [("a", 0, 5), ("b", 5, 7)]


def test_equal_deadlines():
    assert schedule(("b", 0, 4, 9), ("a", 1, 2, 9)) == [("b", 0, 4), ("a", 4, 6)]


def test_late_start():
    assert schedule(("a", 4, 2, 9)) == [("a", 4, 6)]


def test_idle_gap():
    assert schedule(("a", 0, 2, 5), ("b", 5, 1, 8)) == [("a", 0, 2), ("b", 5, 6)]


def test_two_gaps():
    assert schedule(("a", 1, 1, 5), ("b", 4, 2, 8), ("c", 9, 1, 12)) == [("a", 1, 2), ("b", 4, 6), ("c", 9, 10)]


def test_lateness():
    jobs = [Job("a", 0, 4, 3), Job("b", 0, 2, 6)]
    assert lateness(jobs, run(jobs)) == {"a": 1}


def test_utilisation():
    assert utilisation([Slice("a", 1, 2), Slice("b", 3, 4)]) == 0.5
