from edf import Job, Slice, lateness, run, utilisation


def test_gap_after_a_busy_time():
    slices = run([Job("x", 0, 3, 4), Job("y", 10, 5, 20), Job("z", 11, 1, 13)])
    assert slices == [Slice("x", 0, 3), Slice("y", 10, 11), Slice("z", 11, 12), Slice("y", 12, 16)]


def test_no_lateness_after_a_gap():
    jobs = [Job("x", 0, 3, 4), Job("y", 10, 2, 12)]
    assert lateness(jobs, run(jobs)) == {}


def test_busy_share():
    assert utilisation(run([Job("x", 0, 2, 4), Job("y", 6, 2, 12)])) == 0.5


def test_both_arrive_after_a_gap():
    slices = run([Job("w", 1, 1, 2), Job("x", 5, 2, 30), Job("y", 5, 2, 20)])
    assert slices == [Slice("w", 1, 2), Slice("y", 5, 7), Slice("x", 7, 9)]


def test_no_gap():
    assert run([Job("x", 0, 2, 4), Job("y", 2, 2, 12)]) == [Slice("x", 0, 2), Slice("y", 2, 4)]


def test_first_job_comes_late():
    assert run([Job("x", 7, 2, 10)]) == [Slice("x", 7, 9)]


def test_slices_are_joined():
    assert run([Job("x", 0, 4, 5), Job("y", 1, 1, 9), Job("z", 2, 1, 9)])[0] == Slice("x", 0, 4)
