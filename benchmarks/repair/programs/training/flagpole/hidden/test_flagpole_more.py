import pytest

from flagpole import Condition, Flag, Flagpole, Rule, bucket

PRO = Condition("plan", "eq", "pro")


def test_chain_of_rollouts():
    pole = Flagpole([Flag("c", rules=[Rule("a", percent=20), Rule("b", percent=60)])])
    seen = set()
    for n in range(200):
        place = bucket("c", f"u{n}")
        expected = "a" if place < 20 else "b" if place < 60 else "off"
        assert pole.evaluate("c", {"id": f"u{n}"}) == expected
        seen.add(expected)
    assert seen == {"a", "b", "off"}


def test_outside_first_then_condition_fails():
    pole = Flagpole([Flag("c", rules=[Rule("a", percent=0), Rule("b", [PRO])])])
    assert pole.evaluate("c", {"id": "x", "plan": "free"}) == "off"
    assert pole.evaluate("c", {"id": "x", "plan": "pro"}) == "b"


def test_outside_all():
    pole = Flagpole([Flag("c", default="old", rules=[Rule("a", percent=0), Rule("b", percent=0)])])
    assert pole.evaluate("c", {"id": "x"}) == "old"


def test_third_rule():
    pole = Flagpole([Flag("c", rules=[Rule("a", percent=0), Rule("b", percent=0), Rule("z")])])
    assert pole.evaluate("c", {"id": "x"}) == "z"


def test_full_rollout_is_not_skipped():
    pole = Flagpole([Flag("c", rules=[Rule("a", [PRO], percent=100), Rule("b")])])
    for n in range(100):
        assert pole.evaluate("c", {"id": str(n), "plan": "pro"}) == "a"


def test_requires_sees_fallthrough():
    pole = Flagpole([
        Flag("base", rules=[Rule("a", percent=0), Rule("b")]),
        Flag("top", rules=[Rule("on")], requires={"base": "b"}),
    ])
    assert pole.evaluate("top", {"id": "x"}) == "on"
    assert pole.served == {"top": {"on": 1}}


def test_all_conditions_needed():
    pole = Flagpole([Flag("c", rules=[Rule("a", [PRO, Condition("age", "gte", 30)])])])
    assert pole.evaluate("c", {"id": "x", "plan": "pro", "age": 30}) == "a"
    assert pole.evaluate("c", {"id": "x", "plan": "pro", "age": 29}) == "off"


def test_evaluate_all():
    pole = Flagpole([Flag("b", rules=[Rule("on")]), Flag("a")])
    assert pole.evaluate_all({"id": "x"}) == {"a": "off", "b": "on"}


def test_duplicate():
    with pytest.raises(ValueError):
        Flagpole([Flag("a"), Flag("a")])
