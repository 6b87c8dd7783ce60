from flag_rollout import Flag, Flags, User, bucket, load

ANN = User("ann", "NO", "pro")
BEN = User("ben", "SE")
USERS = [User(f"u{i}") for i in range(50)]


def test_off_in_config():
    flags = load({"x": {"percent": 100, "overrides": {"ann": False}}})
    assert flags.is_on("x", ANN) is False
    assert flags.is_on("x", BEN) is True


def test_on_in_config():
    flags = load({"x": {"overrides": {"ann": True}}})
    assert flags.is_on("x", ANN) is True
    assert flags.is_on("x", BEN) is False


def test_off_wins_over_audience():
    flags = Flags([Flag("x", 100, plans=frozenset({"pro"}))])
    flags.override("x", "ann", False)
    assert not flags.is_on("x", ANN)


def test_on_wins_over_audience():
    flags = Flags([Flag("x", 100, plans=frozenset({"pro"}))])
    flags.override("x", "ben", True)
    assert flags.is_on("x", BEN)


def test_off_switches_dependents_off():
    flags = Flags([Flag("a", 100), Flag("b", 100, requires=("a",))])
    flags.override("a", "ann", False)
    assert flags.active(ANN) == []
    assert flags.active(BEN) == ["a", "b"]


def test_on_without_requirement():
    flags = Flags([Flag("a", 0), Flag("b", 0, requires=("a",))])
    flags.override("b", "ann", True)
    assert flags.active(ANN) == ["b"]


def test_zero_is_off():
    flags = Flags([Flag("a", 100)])
    flags.override("a", "ann", 0)
    assert not flags.is_on("a", ANN)


def test_disabled_wins_over_override():
    flags = Flags([Flag("a", 100, enabled=False)])
    flags.override("a", "ann", True)
    assert not flags.is_on("a", ANN)


def test_share_with_some_off():
    flags = Flags([Flag("a", 100)])
    for user in USERS[:10]:
        flags.override("a", user.id, False)
    assert flags.share("a", USERS) == 80


def test_off_then_on():
    flags = Flags([Flag("a", 100)])
    flags.override("a", "ann", False)
    flags.override("a", "ann", True)
    assert flags.is_on("a", ANN)


def test_no_override_follows_bucket():
    flags = Flags([Flag("a", 40)])
    flags.override("a", "ann", False)
    assert all(flags.is_on("a", u) == (bucket("a", u.id) < 40) for u in USERS)


def test_clear_unknown_override():
    flags = Flags([Flag("a", 100)])
    flags.clear_override("a", "ann")
    assert flags.is_on("a", ANN)


def test_dependents_chain():
    flags = Flags([Flag("a"), Flag("b", requires=("a",)), Flag("c", requires=("b",))])
    assert flags.dependents("a") == ["b", "c"]
