import pytest

from priority_runner import Runner


def nothing():
    pass


def broken():
    raise RuntimeError("broken")


def make(**priorities):
    runner = Runner()
    for name, priority in priorities.items():
        runner.add(name, nothing, priority)
    return runner


def test_order():
    assert make(a=3, b=1, c=2, d=1).run_all() == ["b", "d", "c", "a"]


def test_more_urgent():
    runner = make(a=3, b=4, c=5)
    runner.reprioritise("c", 1)
    assert runner.run_all() == ["c", "a", "b"]


def test_less_urgent():
    runner = make(a=3, b=4, c=5)
    runner.reprioritise("a", 9)
    assert runner.pending() == ["b", "c", "a"]
    assert runner.run_all() == ["b", "c", "a"]


def test_there_and_back():
    runner = make(a=3, b=4)
    runner.reprioritise("b", 1)
    runner.reprioritise("b", 6)
    assert runner.run_one() == "a"
    assert runner.run_one() == "b"
    assert runner.run_one() is None


def test_needs():
    runner = make(a=5)
    runner.add("b", nothing, 1, needs=["a"])
    assert runner.run_all() == ["a", "b"]


def test_failure_cancels():
    runner = Runner()
    runner.add("a", broken)
    runner.add("b", nothing, needs=["a"])
    runner.add("c", nothing, needs=["b"])
    assert runner.run_all() == ["a"]
    assert [runner.state(n) for n in "abc"] == ["failed", "cancelled", "cancelled"]


def test_retries():
    runner = make(a=5)
    runner.add("x", broken, 1, retries=2)
    assert runner.run_all() == ["x", "x", "x", "a"]


def test_cancel():
    runner = make(a=1, b=2)
    assert runner.cancel("a")
    assert not runner.cancel("a")
    assert runner.run_all() == ["b"]


def test_unknown_need():
    with pytest.raises(KeyError):
        make(a=1).add("b", nothing, needs=["z"])


def test_done_cannot_change():
    runner = make(a=1)
    runner.run_all()
    with pytest.raises(ValueError):
        runner.reprioritise("a", 2)
