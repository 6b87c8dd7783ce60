import pytest

from flags import FlagSet, User, bucket

ANN = User("ann", frozenset({"staff"}))
BOB = User("bob")


@pytest.fixture
def flags():
    return FlagSet.from_config({
        "search": True,
        "legacy": False,
        "beta": {"users": ["bob"], "groups": ["staff"], "blocked": ["eve"]},
        "chat": {"percent": 100, "requires": ["beta"]},
    })


def test_unknown_flag_is_off(flags):
    assert not flags.is_on("nope", ANN)


def test_everybody(flags):
    assert flags.is_on("search", BOB)


def test_nobody(flags):
    assert not flags.is_on("legacy", ANN)


def test_by_user_and_group(flags):
    assert flags.is_on("beta", BOB)
    assert flags.is_on("beta", ANN)
    assert not flags.is_on("beta", User("zed"))


def test_blocked_even_in_the_group(flags):
    assert not flags.is_on("beta", User("eve", frozenset({"staff"})))


def test_requirement(flags):
    assert flags.is_on("chat", BOB)
    assert not flags.is_on("chat", User("zed"))


def test_active(flags):
    assert flags.active(ANN) == ["beta", "chat", "search"]


def test_switched_off(flags):
    assert flags.toggle("beta") is False
    assert not flags.is_on("beta", BOB)
    assert flags.active(ANN) == ["search"]


def test_toggle_twice(flags):
    flags.toggle("search")
    assert flags.toggle("search") is True
    assert flags.is_on("search", ANN)


def test_bucket_is_stable():
    assert bucket("x", "ann") == bucket("x", "ann")
    assert 0 <= bucket("x", "bob") < 100


def test_percentage():
    half = FlagSet.from_config({"half": {"percent": 50}})
    on = sum(half.is_on("half", User(f"user{n}")) for n in range(1000))
    assert 400 < on < 600
