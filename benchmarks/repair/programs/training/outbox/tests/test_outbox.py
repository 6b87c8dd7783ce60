import pytest

from outbox import Outbox


def test_publish_and_ack():
    box = Outbox()
    box.publish("hello")
    message = box.lease(0)
    assert message.body == "hello"
    box.ack(message.id)
    assert box.stats() == {"ready": 0, "leased": 0, "dead": 0, "delivered": 1}


def test_priority_first():
    box = Outbox()
    box.publish("low")
    box.publish("high", priority=5)
    assert [box.lease(0).body, box.lease(0).body] == ["high", "low"]
    assert box.lease(0) is None


def test_backoff_after_failure():
    box = Outbox(base_delay=10)
    mid = box.publish("x")
    box.lease(0)
    box.fail(mid, 5, "boom")
    assert box.lease(14) is None
    assert box.lease(15).attempts == 2
    box.fail(mid, 20, "boom")
    assert box.lease(39) is None
    assert box.lease(40).attempts == 3


def test_dead_after_failures():
    box = Outbox(max_attempts=1)
    mid = box.publish("x")
    box.lease(0)
    box.fail(mid, 1, "boom")
    assert [(m.id, m.error) for m in box.dead] == [(mid, "boom")]
    assert box.redrive(2) == 1
    assert box.lease(2).attempts == 1


def test_lost_worker():
    box = Outbox(max_attempts=2, base_delay=10, lease_time=30)
    mid = box.publish("x")
    box.lease(0)
    assert box.expire(29) == 0
    assert box.expire(30) == 1
    assert box.lease(39) is None
    assert box.lease(40).id == mid


def test_lost_workers_end_in_dead():
    box = Outbox(max_attempts=2, base_delay=10, lease_time=30)
    box.publish("poison")
    box.lease(0)
    box.expire(30)
    box.lease(100)
    assert box.expire(130) == 1
    assert box.stats() == {"ready": 0, "leased": 0, "dead": 1, "delivered": 0}
    assert box.dead[0].error == "lease expired"


def test_ack_needs_lease():
    box = Outbox()
    mid = box.publish("x")
    with pytest.raises(KeyError):
        box.ack(mid)
