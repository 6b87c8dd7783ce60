import pytest

from sticky_topics import Topics


@pytest.mark.parametrize("value", [None, "", [], "text"])
def test_any_value_is_replayed(value):
    topics, seen = Topics(), []
    topics.publish("t", value)
    topics.subscribe("t", seen.append)
    assert seen == [value]


def test_zero_then_more():
    topics, seen = Topics(), []
    topics.publish("t", 0)
    topics.subscribe("t", seen.append)
    topics.publish("t", 5)
    assert seen == [0, 5]


def test_topics_are_separate():
    topics, seen = Topics(), []
    topics.publish("t", 0)
    topics.subscribe("u", seen.append)
    assert seen == []


def test_zero_without_replay():
    topics, seen = Topics(), []
    topics.publish("t", 0)
    topics.subscribe("t", seen.append, replay=False)
    assert seen == []
