from flags import Flag, FlagSet, User


def test_off_beats_the_percentage():
    flags = FlagSet([Flag("a", enabled=False, percent=100)])
    assert not flags.is_on("a", User("x"))


def test_off_beats_the_groups():
    flags = FlagSet([Flag("a", enabled=False, groups={"g"})])
    assert not flags.is_on("a", User("x", frozenset({"g"})))


def test_off_requirement():
    flags = FlagSet([Flag("a", enabled=False, percent=100), Flag("b", percent=100, requires=("a",))])
    assert flags.active(User("x")) == []
    flags.toggle("a", True)
    assert flags.active(User("x")) == ["a", "b"]


def test_on_with_nothing_is_for_nobody():
    assert not FlagSet([Flag("a")]).is_on("a", User("x"))
