import pytest

from topic_bus import Bus, matches


@pytest.fixture
def bus():
    return Bus()


@pytest.fixture
def log():
    return []


def recorder(log, name):
    return lambda topic, message: log.append((name, message))


def test_matches():
    assert matches("order.paid", "order.paid")
    assert matches("order.*", "order.paid")
    assert not matches("order.*", "order.item.added")
    assert not matches("order.*", "order")


def test_matches_the_rest():
    assert matches("order.#", "order.item.added")
    assert matches("order.#", "order")
    assert matches("#", "anything")


def test_publish(bus, log):
    bus.subscribe("a", recorder(log, "first"))
    bus.subscribe("b", recorder(log, "other"))
    bus.subscribe("a", recorder(log, "second"))
    assert bus.publish("a", 1) == 2
    assert log == [("first", 1), ("second", 1)]


def test_nobody_listens(bus):
    assert bus.publish("a") == 0


def test_cancel(bus, log):
    subscription = bus.subscribe("a", recorder(log, "x"))
    subscription.cancel()
    subscription.cancel()
    assert bus.publish("a") == 0
    assert not subscription.active


def test_once(bus, log):
    bus.once("a", recorder(log, "x"))
    bus.publish("a", 1)
    bus.publish("a", 2)
    assert log == [("x", 1)]


def test_times(bus, log):
    bus.subscribe("a", recorder(log, "x"), times=2)
    for number in range(4):
        bus.publish("a", number)
    assert log == [("x", 0), ("x", 1)]


def test_times_must_be_positive(bus):
    with pytest.raises(ValueError):
        bus.subscribe("a", print, times=0)


def test_others_after_a_once(bus, log):
    bus.once("a", recorder(log, "once"))
    bus.subscribe("a", recorder(log, "always"))
    assert bus.publish("a", 1) == 2
    assert log == [("once", 1), ("always", 1)]


def test_cancels_itself(bus, log):
    def handler(topic, message):
        log.append(("self", message))
        own.cancel()

    own = bus.subscribe("a", handler)
    bus.subscribe("a", recorder(log, "next"))
    bus.publish("a", 1)
    bus.publish("a", 2)
    assert log == [("self", 1), ("next", 1), ("next", 2)]


def test_cancelled_before_its_turn(bus, log):
    bus.subscribe("a", lambda topic, message: last.cancel())
    last = bus.subscribe("a", recorder(log, "last"))
    assert bus.publish("a", 1) == 1
    assert log == []


def test_errors(bus, log):
    failing = bus.subscribe("a", lambda topic, message: 1 / 0)
    bus.subscribe("a", recorder(log, "x"))
    assert bus.publish("a", 1) == 2
    assert log == [("x", 1)]
    assert bus.errors[0][0] is failing
