from signalhub import STOP, SignalHub


def boom():
    raise ValueError("boom")


def test_once_error_listening():
    hub = SignalHub()
    hub.once("x", boom)
    hub.on("x", lambda: 1)
    assert hub.listening("x") == 2
    assert hub.emit("x") == [1]
    assert hub.listening("x") == 1


def test_permanent_listener_stays_after_error():
    hub = SignalHub()
    hub.on("x", boom)
    hub.emit("x")
    hub.emit("x")
    assert len(hub.errors) == 2
    assert hub.listening("x") == 1


def test_once_with_stop():
    hub = SignalHub()
    hub.once("x", lambda: STOP)
    hub.on("x", lambda: 2)
    assert hub.emit("x") == []
    assert hub.emit("x") == [2]


def test_not_listening_while_running():
    hub = SignalHub()
    hub.once("x", lambda: hub.listening("x"))
    assert hub.emit("x") == [0]


def test_once_can_subscribe_itself_again():
    hub = SignalHub()
    calls = []

    def again():
        calls.append(1)
        hub.once("x", again)

    hub.once("x", again)
    hub.emit("x")
    hub.emit("x")
    assert len(calls) == 2
    assert hub.listening("x") == 1


def test_nested_emit_with_others():
    hub = SignalHub()
    seen = []
    hub.once("x", lambda n: hub.emit("x", n + 1) and None)
    hub.on("x", seen.append)
    hub.emit("x", 0)
    assert seen == [1, 0]


def test_reached_only_when_not_stopped():
    hub = SignalHub()
    hub.on("x", lambda: STOP, priority=1)
    hub.once("x", lambda: 1)
    hub.emit("x")
    assert hub.listening("x") == 2


def test_two_failing_once():
    hub = SignalHub()
    hub.once("x", boom)
    hub.once("x", boom)
    hub.emit("x")
    assert len(hub.errors) == 2
    assert hub.emit("x") == []
    assert len(hub.errors) == 2


def test_same_callback_once_and_always():
    hub = SignalHub()
    hub.on("x", boom)
    hub.once("x", boom)
    hub.emit("x")
    hub.emit("x")
    assert len(hub.errors) == 3


def test_once_result_kept():
    hub = SignalHub()
    hub.once("x", lambda v: v, priority=3)
    assert hub.emit("x", "v") == ["v"]
    assert hub.emit("x", "v") == []
