import pytest

from parcel_broker import Broker


@pytest.fixture
def broker():
    b = Broker(max_attempts=2)
    b.subscribe("billing", "orders.*")
    b.subscribe("audit", "#")
    return b


def fail_once(broker, name):
    [(tag, body)] = broker.fetch(name)
    broker.nack(name, tag)
    return body


def test_routing(broker):
    broker.publish("orders.new", "o1")
    broker.publish("users.new", "u1")
    assert broker.stats("billing")["queued"] == 1
    assert broker.stats("audit")["queued"] == 2


def test_ack(broker):
    broker.publish("orders.new", "o1")
    [(tag, body)] = broker.fetch("billing")
    assert body == "o1"
    assert broker.stats("billing") == {"queued": 0, "in_flight": 1, "dead": 0}
    broker.ack("billing", tag)
    assert broker.stats("billing") == {"queued": 0, "in_flight": 0, "dead": 0}


def test_ack_twice(broker):
    broker.publish("orders.new", "o1")
    [(tag, _)] = broker.fetch("billing")
    broker.ack("billing", tag)
    with pytest.raises(LookupError):
        broker.ack("billing", tag)


def test_nack_puts_back_in_front(broker):
    broker.publish("users.new", "u1")
    broker.publish("users.new", "u2")
    assert fail_once(broker, "audit") == "u1"
    assert [body for _, body in broker.fetch("audit", 5)] == ["u1", "u2"]


def test_dead_after_max_attempts(broker):
    broker.publish("users.new", "u1")
    fail_once(broker, "audit")
    fail_once(broker, "audit")
    assert broker.stats("audit") == {"queued": 0, "in_flight": 0, "dead": 1}


def test_retry_of_one_subscriber_while_other_works(broker):
    broker.publish("orders.new", "o1")
    [(tag, _)] = broker.fetch("audit")
    broker.ack("audit", tag)
    fail_once(broker, "billing")
    assert broker.stats("billing") == {"queued": 1, "in_flight": 0, "dead": 0}


def test_both_fail_once(broker):
    broker.publish("orders.new", "o1")
    fail_once(broker, "audit")
    fail_once(broker, "billing")
    assert broker.stats("audit")["queued"] == 1
    assert broker.stats("billing")["queued"] == 1


def test_ids(broker):
    assert [broker.publish("a", "x"), broker.publish("orders.b", "y")] == [1, 2]


def test_revive(broker):
    broker.publish("users.new", "u1")
    fail_once(broker, "audit")
    fail_once(broker, "audit")
    assert broker.revive("audit") == 1
    fail_once(broker, "audit")
    assert broker.stats("audit")["queued"] == 1


def test_name_taken(broker):
    with pytest.raises(ValueError):
        broker.subscribe("audit", "x")
