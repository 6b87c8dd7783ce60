from priority_runner import Runner


def nothing():
    pass


def make(**priorities):
    runner = Runner()
    for name, priority in priorities.items():
        runner.add(name, nothing, priority)
    return runner


def flaky(times):
    left = [times]

    def action():
        if left[0]:
            left[0] -= 1
            raise RuntimeError("not yet")
    return action


def test_more_urgent_runs_once():
    runner = make(a=3, b=4)
    runner.reprioritise("b", 0)
    assert runner.run_all() == ["b", "a"]


def test_less_urgent_of_many():
    runner = make(a=1, b=2, c=3, d=4)
    runner.reprioritise("a", 3)
    runner.reprioritise("b", 10)
    assert runner.run_all() == ["a", "c", "d", "b"]


def test_several_changes():
    runner = make(a=5, b=6, c=7)
    for priority in (1, 8, 2, 9):
        runner.reprioritise("a", priority)
    assert runner.run_all() == ["b", "c", "a"]


def test_back_to_old_priority():
    runner = make(a=5, b=6)
    runner.reprioritise("a", 9)
    runner.reprioritise("a", 5)
    assert runner.run_all() == ["a", "b"]


def test_same_priority():
    runner = make(a=5, b=5)
    runner.reprioritise("a", 5)
    assert runner.run_all() == ["a", "b"]


def test_change_while_running():
    runner = make(b=2, c=3)
    runner.add("a", lambda: runner.reprioritise("b", 8), 1)
    assert runner.run_all() == ["a", "c", "b"]


def test_change_of_blocked():
    runner = make(a=5, z=7)
    runner.add("b", nothing, 1, needs=["a"])
    runner.reprioritise("b", 9)
    assert runner.run_all() == ["a", "z", "b"]


def test_cancel_after_change():
    runner = make(a=1, b=2)
    runner.reprioritise("a", 3)
    runner.cancel("a")
    assert runner.run_all() == ["b"]


def test_only_task_lowered():
    runner = make(a=1)
    runner.reprioritise("a", 100)
    assert runner.run_all() == ["a"]
    assert runner.state("a") == "done"


def test_retry_after_lowering():
    runner = make(b=5)
    runner.add("x", flaky(2), 1, retries=2)
    runner.reprioritise("x", 7)
    assert runner.run_all() == ["b", "x", "x", "x"]
    assert runner.state("x") == "done"


def test_lowered_one_releases_later():
    runner = make(a=1, b=2)
    runner.add("c", nothing, 0, needs=["a"])
    runner.reprioritise("a", 4)
    assert runner.run_all() == ["b", "a", "c"]
