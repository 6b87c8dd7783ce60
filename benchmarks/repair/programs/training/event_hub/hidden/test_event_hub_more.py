import pytest
from event_hub import STOP, Hub


def test_nested_emit_calls_once_handler_once():
    hub = Hub()
    got = []

    def handler(topic, n):
        got.append(n)
        if n < 3:
            hub.emit("x", n=n + 1)

    hub.once("x", handler)
    hub.emit("x", n=1)
    assert got == [1]


def test_exception_in_once_handler():
    hub = Hub()

    def bad(topic):
        raise ValueError

    hub.once("x", bad)
    with pytest.raises(ValueError):
        hub.emit("x")
    assert hub.emit("x") == 0


def test_once_handler_sees_itself_gone():
    hub = Hub()
    counts = []
    hub.once("x", lambda t: counts.append(hub.count("x")))
    hub.emit("x")
    assert counts == [0]


def test_once_off_inside_handler():
    hub = Hub()
    results = []
    sub = hub.once("x", lambda t: results.append(hub.off(sub)))
    hub.emit("x")
    assert results == [False]


def test_stop_after_once():
    hub = Hub()
    got = []
    hub.once("x", lambda t: STOP, priority=1)
    hub.on("x", got.append)
    assert [hub.emit("x"), hub.emit("x")] == [1, 1]
    assert got == ["x"]


def test_once_wildcard():
    hub = Hub()
    got = []
    hub.once("a.*", got.append)
    hub.emit("b.x")
    hub.emit("a.x")
    hub.emit("a.y")
    assert got == ["a.x"]


def test_once_resubscribes_itself():
    hub = Hub()
    got = []

    def handler(topic):
        got.append(topic)
        hub.once("x", handler)

    hub.once("x", handler)
    hub.emit("x")
    hub.emit("x")
    assert got == ["x", "x"] and hub.count("x") == 1
