import pytest

from signalhub import STOP, SignalHub


def test_emit():
    hub = SignalHub()
    hub.on("add", lambda a, b: a + b)
    hub.on("add", lambda a, b: None)
    hub.on("add", lambda a, b: a * b)
    assert hub.emit("add", 3, b=4) == [7, 12]
    assert hub.emit("other") == []
    assert hub.counts == {"add": 1, "other": 1}


def test_priority():
    hub = SignalHub()
    hub.on("x", lambda: "late", priority=-1)
    hub.on("x", lambda: "normal")
    hub.on("x", lambda: "early", priority=5)
    assert hub.emit("x") == ["early", "normal", "late"]


def test_once():
    hub = SignalHub()
    hub.once("x", lambda: "one")
    hub.on("x", lambda: "all")
    assert hub.emit("x") == ["one", "all"]
    assert hub.emit("x") == ["all"]


def test_stop():
    hub = SignalHub()
    hub.on("x", lambda: 1)
    hub.on("x", lambda: STOP)
    hub.on("x", lambda: 2)
    assert hub.emit("x") == [1]


def test_errors():
    hub = SignalHub()
    hub.on("x", lambda: 1 / 0)
    hub.on("x", lambda: "fine")
    assert hub.emit("x") == ["fine"]
    assert [(event, type(e)) for event, e in hub.errors] == [("x", ZeroDivisionError)]


def test_once_with_error():
    hub = SignalHub()
    hub.once("x", lambda: 1 / 0)
    hub.emit("x")
    hub.emit("x")
    assert len(hub.errors) == 1
    assert hub.events() == []


def test_once_that_emits_again():
    hub = SignalHub()
    calls = []

    def again(n):
        calls.append(n)
        if n < 3:
            hub.emit("x", n + 1)

    hub.once("x", again)
    hub.emit("x", 0)
    assert calls == [0]


def test_off():
    hub = SignalHub()
    first = hub.on("x", lambda: 1)
    hub.on("x", lambda: 2)
    assert hub.off("x", first) == 1
    assert hub.listening("x") == 1
    assert hub.off("x") == 1
    assert hub.events() == []


def test_forward():
    a, b = SignalHub(), SignalHub()
    seen = []
    a.forward("x", b, rename="y")
    b.on("y", seen.append)
    a.emit("x", 5)
    assert seen == [5]


def test_not_callable():
    with pytest.raises(TypeError):
        SignalHub().on("x", 5)
