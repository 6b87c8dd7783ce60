import pytest

from plan import Plan, PlanError, Task
from relay import Relay


def boom(inputs):
    raise RuntimeError("boom")


def flaky(failures, value):
    left = [failures]

    def action(inputs):
        if left[0]:
            left[0] -= 1
            raise RuntimeError("not yet")
        return value

    return action


def names(inputs):
    return sorted(inputs)


def test_order():
    plan = Plan([Task("c", names, ["b"]), Task("b", names, ["a"]), Task("a", names)])
    assert plan.order() == ["a", "b", "c"]
    assert plan.order(["b"]) == ["a", "b"]


def test_cycle():
    with pytest.raises(PlanError):
        Plan([Task("a", names, ["b"]), Task("b", names, ["a"])]).order()


def test_results_passed_on():
    relay = Relay(Plan([Task("a", lambda i: 2), Task("b", lambda i: i["a"] * 10, ["a"])]))
    assert relay.run()["b"].result == 20
    assert relay.ok


def test_retry():
    seen = []
    relay = Relay(Plan([Task("a", flaky(2, "x"), retries=2)]), lambda *args: seen.append(args))
    outcome = relay.run()["a"]
    assert (outcome.state, outcome.attempts, outcome.result) == ("done", 3, "x")
    assert seen == [("a", 1), ("a", 2)]


def test_retries_used_up():
    relay = Relay(Plan([Task("a", flaky(2, "x"), retries=1)]))
    assert relay.run()["a"].state == "failed"
    assert relay.outcomes["a"].attempts == 2


def test_failure_skips_next():
    relay = Relay(Plan([Task("a", boom), Task("b", names, ["a"]), Task("z", names)]))
    relay.run()
    assert relay.names("failed") == ["a"]
    assert relay.names("skipped") == ["b"]
    assert relay.names("done") == ["z"]
    assert not relay.ok


def test_failure_skips_the_whole_chain():
    relay = Relay(Plan([Task("a", boom), Task("b", names, ["a"]), Task("c", names, ["b"])]))
    relay.run()
    assert relay.names("skipped") == ["b", "c"]
    assert relay.summary() == "1 failed, 2 skipped"


def test_optional_need_may_fail():
    relay = Relay(Plan([Task("a", boom, optional=True), Task("b", lambda i: i["a"], ["a"])]))
    assert relay.run()["b"].state == "done"
    assert relay.outcomes["b"].result is None
    assert relay.ok


def test_second_run_keeps_outcomes():
    relay = Relay(Plan([Task("a", flaky(1, 5)), Task("b", names)]))
    relay.run(["a"])
    relay.run()
    assert relay.summary() == "1 done, 1 failed"
