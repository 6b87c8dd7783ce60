import pytest

from eventbus import EventBus


@pytest.fixture
def bus():
    return EventBus()


@pytest.fixture
def seen():
    return []


def recorder(seen, name):
    return lambda topic, data: seen.append((name, topic, data))


def test_nobody_listens(bus):
    assert bus.publish("x") == 0


def test_data(bus, seen):
    bus.subscribe("order", recorder(seen, "a"))
    bus.publish("order", number=7)
    assert seen == [("a", "order", {"number": 7})]


def test_in_order(bus, seen):
    for name in "abc":
        bus.subscribe("x", recorder(seen, name))
    assert bus.publish("x") == 3
    assert [entry[0] for entry in seen] == ["a", "b", "c"]


def test_patterns(bus, seen):
    bus.subscribe("*", recorder(seen, "all"))
    bus.subscribe("shop.*", recorder(seen, "shop"))
    bus.subscribe("shop.order.*", recorder(seen, "order"))
    bus.publish("shop.order.paid")
    bus.publish("stock")
    assert [entry[0] for entry in seen] == ["order", "shop", "all", "all"]


def test_cancel(bus, seen):
    bus.subscribe("x", recorder(seen, "a")).cancel()
    assert bus.publish("x") == 0


def test_cancel_twice(bus, seen):
    subscription = bus.subscribe("x", recorder(seen, "a"))
    subscription.cancel()
    subscription.cancel()


def test_context_manager(bus, seen):
    with bus.subscribe("x", recorder(seen, "a")):
        bus.publish("x")
    bus.publish("x")
    assert len(seen) == 1


def test_once(bus, seen):
    bus.subscribe("x", recorder(seen, "a"), once=True)
    bus.publish("x")
    bus.publish("x")
    assert len(seen) == 1


def test_once_beside_others(bus, seen):
    bus.subscribe("x", recorder(seen, "a"), once=True)
    bus.subscribe("x", recorder(seen, "b"))
    assert bus.publish("x") == 2
    assert [entry[0] for entry in seen] == ["a", "b"]


def test_errors_are_kept(bus, seen):
    @bus.on("x")
    def broken(topic, data):
        raise ValueError("no")

    bus.subscribe("x", recorder(seen, "b"))
    assert bus.publish("x") == 2
    assert len(seen) == 1
    assert str(bus.errors[0][1]) == "no"
