from cpu_slices import Slice, Task, metrics, round_robin


def names(tl):
    return "".join(s.name for s in tl)


def test_exact_end_of_slice():
    assert names(round_robin([Task("A", 0, 4), Task("B", 2, 2)], 2)) == "ABA"


def test_several_arrivals():
    tl = round_robin([Task("A", 0, 6), Task("B", 1, 2), Task("C", 2, 4), Task("D", 7, 1)], 2)
    assert names(tl) == "ABCACDA"
    assert tl[:4] == [Slice("A", 0, 2), Slice("B", 2, 4), Slice("C", 4, 6), Slice("A", 6, 8)]


def test_arrival_later_than_requeue():
    # B is queued when A is preempted; C arrives later, behind A
    tl = round_robin([Task("A", 0, 4), Task("B", 0, 4), Task("C", 3, 2)], 2)
    assert names(tl) == "ABACB"


def test_metrics_of_run():
    tasks = [Task("A", 0, 3), Task("B", 1, 1)]
    tl = round_robin(tasks, 1)
    assert names(tl) == "ABA"
    assert metrics(tasks, tl) == {"A": (4, 1, 0), "B": (1, 0, 0)}


def test_work_is_conserved():
    tasks = [Task("A", 0, 7), Task("B", 2, 5), Task("C", 3, 1), Task("D", 30, 2)]
    tl = round_robin(tasks, 3)
    for t in tasks:
        assert sum(s.end - s.start for s in tl if s.name == t.name) == t.burst
    assert all(a.end <= b.start for a, b in zip(tl, tl[1:]))


def test_after_idle():
    tl = round_robin([Task("A", 5, 3), Task("B", 6, 1)], 1)
    assert tl == [Slice("A", 5, 6), Slice("B", 6, 7), Slice("A", 7, 9)]


def test_finished_task_not_requeued():
    assert names(round_robin([Task("A", 0, 2), Task("B", 1, 2)], 2)) == "AB"
