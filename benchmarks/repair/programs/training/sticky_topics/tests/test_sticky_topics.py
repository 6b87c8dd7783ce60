import pytest

from sticky_topics import Topics


@pytest.fixture
def topics():
    return Topics()


def test_publish(topics):
    seen = []
    topics.subscribe("level", seen.append)
    assert topics.publish("level", 3) == 1
    assert seen == [3]


def test_late_subscriber(topics):
    seen = []
    topics.publish("level", 3)
    topics.publish("level", 4)
    topics.subscribe("level", seen.append)
    assert seen == [4]


def test_late_subscriber_of_zero(topics):
    seen = []
    topics.publish("level", 0)
    topics.subscribe("level", seen.append)
    assert seen == [0]


def test_no_replay(topics):
    seen = []
    topics.publish("level", 3)
    topics.subscribe("level", seen.append, replay=False)
    assert seen == []


def test_nothing_published(topics):
    seen = []
    topics.subscribe("level", seen.append)
    assert seen == []


def test_forget(topics):
    seen = []
    topics.publish("level", 3)
    topics.forget("level")
    topics.subscribe("level", seen.append)
    assert seen == []


def test_unsubscribe(topics):
    seen = []
    stop = topics.subscribe("level", seen.append)
    stop()
    stop()
    assert topics.publish("level", 1) == 0
    assert seen == []


def test_switch_off(topics):
    seen = []
    topics.publish("light", True)
    topics.publish("light", False)
    topics.subscribe("light", seen.append)
    assert seen == [False]
