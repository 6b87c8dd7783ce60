from eventbus import EventBus


def test_all_once():
    bus, seen = EventBus(), []
    for name in "abcd":
        bus.subscribe("x", lambda topic, data, name=name: seen.append(name), once=True)
    assert bus.publish("x") == 4
    assert seen == ["a", "b", "c", "d"]
    assert bus.publish("x") == 0


def test_handler_cancels_itself():
    bus, seen = EventBus(), []

    def leaving(topic, data):
        seen.append("leaving")
        subscription.cancel()

    subscription = bus.subscribe("x", leaving)
    bus.subscribe("x", lambda topic, data: seen.append("staying"))
    bus.publish("x")
    bus.publish("x")
    assert seen == ["leaving", "staying", "staying"]


def test_handler_adds_another_for_next_time():
    bus, seen = EventBus(), []

    def adding(topic, data):
        bus.subscribe("x", lambda topic, data: seen.append("new"))

    bus.subscribe("x", adding, once=True)
    assert bus.publish("x") == 1
    assert seen == []
    bus.publish("x")
    assert seen == ["new"]


def test_once_with_a_pattern():
    bus, seen = EventBus(), []
    bus.subscribe("a.*", lambda topic, data: seen.append(1), once=True)
    bus.subscribe("a.*", lambda topic, data: seen.append(2), once=True)
    bus.publish("a.b")
    assert seen == [1, 2]
