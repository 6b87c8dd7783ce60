from topic_bus import Bus


def collect(bus, names, subscribe):
    got = []
    for name in names:
        subscribe("t.*", lambda topic, message, name=name: got.append(name + message))
    return got


def test_many_once_handlers():
    bus = Bus()
    got = collect(bus, "abcde", bus.once)
    assert bus.publish("t.x", "1") == 5
    assert got == ["a1", "b1", "c1", "d1", "e1"]
    assert bus.publish("t.x", "2") == 0
    assert bus.subscriptions == []


def test_subscribed_in_a_round():
    bus = Bus()
    got = []

    def handler(topic, message):
        got.append(("old", message))
        bus.once(topic, lambda topic, message: got.append(("new", message)))

    bus.once("t", handler)
    assert bus.publish("t", 1) == 1
    assert got == [("old", 1)]
    assert bus.publish("t", 2) == 1
    assert got == [("old", 1), ("new", 2)]


def test_subscribing_without_end():
    bus = Bus()
    calls = []

    def handler(topic, message):
        calls.append(message)
        if len(calls) < 50:
            bus.subscribe("t", handler)

    bus.subscribe("t", handler)
    assert bus.publish("t", 1) == 1
    assert bus.publish("t", 2) == 2
    assert calls == [1, 2, 2]


def test_earlier_one_cancelled_in_a_round():
    bus = Bus()
    got = []
    first = bus.subscribe("t", lambda topic, message: got.append("first"))
    bus.subscribe("t", lambda topic, message: first.cancel())
    bus.subscribe("t", lambda topic, message: got.append("third"))
    assert bus.publish("t") == 3
    assert got == ["first", "third"]


def test_later_one_cancelled_in_a_round():
    bus = Bus()
    got = []
    bus.subscribe("t", lambda topic, message: second.cancel())
    second = bus.subscribe("t", lambda topic, message: got.append("second"))
    bus.subscribe("t", lambda topic, message: got.append("third"))
    assert bus.publish("t") == 2
    assert got == ["third"]


def test_last_of_several_times():
    bus = Bus()
    got = []
    bus.subscribe("t", lambda topic, message: got.append("x"), times=2)
    bus.subscribe("t", lambda topic, message: got.append("y"))
    assert [bus.publish("t") for _ in range(3)] == [2, 2, 1]
    assert got == ["x", "y", "x", "y", "y"]


def test_once_publishes_the_same_topic():
    bus = Bus()
    got = []

    def handler(topic, message):
        got.append(message)
        if message == 1:
            bus.publish("t", 2)

    bus.once("t", handler)
    bus.subscribe("t", handler)
    bus.publish("t", 3)
    assert got == [3, 3]
