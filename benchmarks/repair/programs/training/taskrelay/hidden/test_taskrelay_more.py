from plan import Plan, Task
from relay import Relay


def boom(inputs):
    raise RuntimeError("boom")


def fine(inputs):
    return "ok"


def states(*tasks):
    relay = Relay(Plan(tasks))
    return {name: outcome.state for name, outcome in relay.run().items()}


def test_long_chain():
    tasks = [Task("t0", boom)] + [Task(f"t{n}", fine, [f"t{n - 1}"]) for n in range(1, 6)]
    assert states(*tasks) == {"t0": "failed", **{f"t{n}": "skipped" for n in range(1, 6)}}


def test_diamond():
    got = states(Task("a", boom), Task("l", fine, ["a"]), Task("r", fine), Task("end", fine, ["r", "l"]))
    assert got == {"a": "failed", "l": "skipped", "r": "done", "end": "skipped"}


def test_skipped_action_is_not_called():
    called = []
    relay = Relay(Plan([Task("a", boom), Task("b", fine, ["a"]), Task("c", called.append, ["b"])]))
    relay.run()
    assert called == []
    assert relay.outcomes["c"].attempts == 0


def test_skipped_optional_need_does_not_block():
    got = states(Task("a", boom), Task("b", fine, ["a"], optional=True), Task("c", fine, ["b"]))
    assert got == {"a": "failed", "b": "skipped", "c": "done"}


def test_optional_failed_need_is_fine():
    got = states(Task("a", boom, optional=True), Task("b", fine, ["a"]), Task("c", fine, ["b"]))
    assert got == {"a": "failed", "b": "done", "c": "done"}


def test_later_run_of_a_dependent():
    relay = Relay(Plan([Task("a", boom), Task("b", fine, ["a"]), Task("c", fine, ["b"])]))
    relay.run(["b"])
    assert relay.run(["c"])["c"].state == "skipped"


def test_independent_branch_goes_on():
    got = states(Task("a", boom), Task("b", fine, ["a"]), Task("c", fine, ["b"]),
                 Task("x", fine), Task("y", fine, ["x"]))
    assert (got["c"], got["x"], got["y"]) == ("skipped", "done", "done")


def test_not_ok():
    relay = Relay(Plan([Task("a", boom, optional=True), Task("b", boom), Task("c", fine, ["b"])]))
    relay.run()
    assert not relay.ok
    assert relay.summary() == "2 failed, 1 skipped"


def test_done_chain():
    assert set(states(Task("a", fine), Task("b", fine, ["a"]), Task("c", fine, ["b"])).values()) == {"done"}
