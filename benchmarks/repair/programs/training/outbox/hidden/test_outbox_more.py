import pytest

from outbox import Outbox


def test_single_attempt_expires_to_dead():
    box = Outbox(max_attempts=1, lease_time=5)
    box.publish("x")
    box.lease(0)
    assert box.lease(5) is None
    assert len(box.dead) == 1


def test_expiry_backoff_doubles():
    box = Outbox(max_attempts=4, base_delay=10, lease_time=30)
    box.publish("x")
    box.lease(0)
    box.expire(30)
    assert box.lease(40).attempts == 2
    box.expire(70)
    assert box.lease(89) is None
    assert box.lease(90).attempts == 3


def test_mixed_fail_and_expiry():
    box = Outbox(max_attempts=2, base_delay=1, lease_time=10)
    mid = box.publish("x")
    box.lease(0)
    box.fail(mid, 1, "boom")
    box.lease(5)
    box.expire(15)
    assert [m.error for m in box.dead] == ["lease expired"]


def test_expiry_then_fail():
    box = Outbox(max_attempts=2, base_delay=1, lease_time=10)
    mid = box.publish("x")
    box.lease(0)
    box.expire(10)
    assert box.lease(11).id == mid
    box.fail(mid, 12, "bad")
    assert [m.error for m in box.dead] == ["bad"]


def test_expired_message_does_not_block_others():
    box = Outbox(max_attempts=3, base_delay=10, lease_time=30)
    first = box.publish("a", priority=9)
    second = box.publish("b")
    assert box.lease(0).id == first
    assert box.lease(30).id == second
    assert box.lease(30) is None


def test_expire_several():
    box = Outbox(lease_time=10)
    box.publish("a")
    box.publish("b")
    box.lease(0)
    box.lease(3)
    assert box.expire(10) == 1
    assert box.expire(13) == 1
    assert box.stats()["ready"] == 2


def test_no_ack_after_expiry():
    box = Outbox(lease_time=10)
    mid = box.publish("a")
    box.lease(0)
    box.expire(10)
    with pytest.raises(KeyError):
        box.ack(mid)


def test_redrive_expired():
    box = Outbox(max_attempts=1, lease_time=10)
    mid = box.publish("a")
    box.lease(0)
    box.expire(20)
    assert box.redrive(20) == 1
    message = box.lease(20)
    assert (message.id, message.attempts, message.error) == (mid, 1, None)


def test_delay_counts_from_expiry_check():
    box = Outbox(base_delay=10, lease_time=10)
    box.publish("a")
    box.lease(0)
    box.expire(50)
    assert box.lease(59) is None
    assert box.lease(60) is not None
