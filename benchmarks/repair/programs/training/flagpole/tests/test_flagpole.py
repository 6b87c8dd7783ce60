import pytest

from flagpole import Condition, Flag, Flagpole, Rule, UnknownFlag, bucket


def user(id="u1", **attributes):
    return {"id": id, **attributes}


def test_default_without_rules():
    assert Flagpole([Flag("search")]).evaluate("search", user()) == "off"


def test_first_matching_rule_wins():
    pole = Flagpole([Flag("search", rules=[
        Rule("beta", [Condition("plan", "eq", "pro")]),
        Rule("on", [Condition("country", "in", ["AT", "DE"])]),
    ])])
    assert pole.evaluate("search", user(plan="pro", country="AT")) == "beta"
    assert pole.evaluate("search", user(plan="free", country="DE")) == "on"
    assert pole.evaluate("search", user(plan="free", country="FR")) == "off"


def test_rollout_splits_users():
    pole = Flagpole([Flag("menu", rules=[Rule("on", percent=30)])])
    for n in range(50):
        expected = "on" if bucket("menu", f"u{n}") < 30 else "off"
        assert pole.evaluate("menu", user(f"u{n}")) == expected


def test_staff_rule_paused_at_zero_percent():
    pole = Flagpole([Flag("menu", rules=[
        Rule("preview", [Condition("staff", "eq", True)], percent=0),
        Rule("on"),
    ])])
    assert pole.evaluate("menu", user(staff=True)) == "on"
    assert pole.evaluate("menu", user()) == "on"


def test_target_before_rules():
    pole = Flagpole([Flag("menu", rules=[Rule("on")], targets={"u7": "off"})])
    assert pole.evaluate("menu", user("u7")) == "off"
    assert pole.evaluate("menu", user("u8")) == "on"


def test_disabled():
    pole = Flagpole([Flag("menu", enabled=False, rules=[Rule("on")])])
    assert pole.evaluate("menu", user()) == "off"


def test_prerequisite():
    pole = Flagpole([
        Flag("base", rules=[Rule("on", [Condition("age", "gte", 18)])]),
        Flag("extra", rules=[Rule("on")], requires={"base": "on"}),
    ])
    assert pole.evaluate("extra", user(age=18)) == "on"
    assert pole.evaluate("extra", user(age=17)) == "off"
    assert pole.evaluate("extra", user()) == "off"


def test_served_counts():
    pole = Flagpole([Flag("menu", rules=[Rule("on", [Condition("tags", "contains", "x")])])])
    pole.evaluate("menu", user(tags=["x"]))
    pole.evaluate("menu", user(tags=["x", "y"]))
    pole.evaluate("menu", user())
    assert pole.served == {"menu": {"on": 2, "off": 1}}


def test_unknown():
    with pytest.raises(UnknownFlag):
        Flagpole().evaluate("nope", user())
