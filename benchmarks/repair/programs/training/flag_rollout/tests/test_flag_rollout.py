import pytest

from flag_rollout import Flag, Flags, User, bucket, load

ANN = User("ann", "NO", "pro")
BEN = User("ben", "SE")
CROWD = [User(f"u{i}") for i in range(400)]


@pytest.fixture
def flags():
    return load(
        {
            "search": {"percent": 100},
            "export": {"percent": 100, "plans": ["pro"]},
            "beta": {"percent": 0},
            "charts": {"percent": 100, "requires": ["beta"]},
            "old": {"percent": 100, "enabled": False},
        }
    )


def test_everybody_and_nobody(flags):
    assert flags.share("search", CROWD) == 100
    assert flags.share("beta", CROWD) == 0
    assert flags.share("beta", []) == 0


def test_audience(flags):
    assert flags.is_on("export", ANN)
    assert not flags.is_on("export", BEN)
    only_sweden = Flags([Flag("x", 100, countries=frozenset({"SE"}))])
    assert only_sweden.is_on("x", BEN)
    assert not only_sweden.is_on("x", ANN)


def test_part_of_the_users():
    flags = Flags([Flag("x", 30)])
    assert 20 < flags.share("x", CROWD) < 40
    assert all(flags.is_on("x", u) == (bucket("x", u.id) < 30) for u in CROWD)


def test_switch_on_for_one(flags):
    flags.override("beta", "ann", True)
    assert flags.is_on("beta", ANN)
    assert not flags.is_on("beta", BEN)


def test_switch_off_for_one(flags):
    flags.override("search", "ben", False)
    assert not flags.is_on("search", BEN)
    assert flags.is_on("search", ANN)
    flags.clear_override("search", "ben")
    assert flags.is_on("search", BEN)


def test_requires(flags):
    assert not flags.is_on("charts", ANN)
    flags.override("beta", "ann", True)
    assert flags.active(ANN) == ["beta", "charts", "export", "search"]


def test_disabled_and_unknown(flags):
    assert not flags.is_on("old", ANN)
    assert not flags.is_on("none", ANN)
    with pytest.raises(LookupError):
        flags.override("none", "ann", True)


def test_ramp(flags):
    assert flags.ramp("beta", 25) == 25
    assert flags.ramp("beta", 90) == 100
    assert flags.ramp("beta", -200) == 0


def test_dependents(flags):
    assert flags.dependents("beta") == ["charts"]
    with pytest.raises(ValueError):
        Flag("x", 101)
