import pytest
from event_hub import STOP, Hub, matches


@pytest.fixture
def hub():
    return Hub()


def test_matches():
    assert matches("a.b", "a.b") and matches("a.*", "a.b") and matches("#", "x.y")
    assert matches("a.#", "a.b.c") and matches("a.#", "a")
    assert not matches("a.*", "a.b.c") and not matches("a.b.c", "a.b")


def test_emit(hub):
    got = []
    hub.on("x", lambda t, **d: got.append((t, d)))
    assert hub.emit("x", n=1) == 1
    assert hub.emit("y") == 0
    assert got == [("x", {"n": 1})]


def test_priority(hub):
    got = []
    hub.on("x", lambda t: got.append("low"))
    hub.on("x", lambda t: got.append("high"), priority=5)
    hub.on("x", lambda t: got.append("low2"))
    hub.emit("x")
    assert got == ["high", "low", "low2"]


def test_off(hub):
    sub = hub.on("x", print)
    assert hub.off(sub) and not hub.off(sub)
    assert hub.emit("x") == 0


def test_once(hub):
    got = []
    hub.once("x", got.append)
    hub.emit("x")
    hub.emit("x")
    assert got == ["x"]


def test_once_that_stops(hub):
    got = []

    def handler(topic):
        got.append(topic)
        return STOP

    hub.once("x", handler)
    hub.emit("x")
    hub.emit("x")
    assert got == ["x"]


def test_stop(hub):
    got = []
    hub.on("x", lambda t: STOP)
    hub.on("x", got.append)
    assert hub.emit("x") == 1
    assert got == []


def test_off_during_emit(hub):
    got = []
    hub.on("x", lambda t: hub.off(second) and None)
    second = hub.on("x", got.append)
    hub.emit("x")
    assert got == []


def test_subscribe_during_emit(hub):
    hub.on("x", lambda t: hub.on("x", print))
    assert hub.emit("x") == 1
    assert hub.count("x") == 2
