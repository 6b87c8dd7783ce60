from roles import Policy


def test_two_parents():
    policy = Policy()
    policy.role("a")
    policy.role("b")
    policy.role("c", "a", "b")
    policy.allow("a", "use", "tool:*")
    policy.deny("b", "use", "tool:saw")
    assert policy.may(["c"], "use", "tool:drill")
    assert not policy.may(["c"], "use", "tool:saw")
    assert not policy.may(["c"], "use", "car:1")


def test_four_levels():
    policy = Policy()
    for name, parents in (("a", ()), ("b", "a"), ("c", "b"), ("d", "c")):
        policy.role(name, *parents)
    policy.allow("a", "see", "door:1?")
    assert policy.may("d", "see", "door:12")
    assert not policy.may("d", "see", "door:2")
    assert policy.explain("d", "see", "door:12") == "d (as a) may see door:1?"
