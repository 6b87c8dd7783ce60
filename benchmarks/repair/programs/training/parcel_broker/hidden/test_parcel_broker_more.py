import pytest

from parcel_broker import Broker


def make(*names, attempts=3):
    b = Broker(max_attempts=attempts)
    for name in names:
        b.subscribe(name, "t.#")
    return b


def fail(b, name):
    [(tag, _)] = b.fetch(name)
    b.nack(name, tag)


def test_three_subscribers_each_fail_twice():
    b = make("a", "b", "c")
    b.publish("t.x", "1")
    for _ in range(2):
        for name in "abc":
            fail(b, name)
    assert [b.stats(n)["queued"] for n in "abc"] == [1, 1, 1]


def test_dead_only_in_one():
    b = make("a", "b", attempts=2)
    b.publish("t.x", "1")
    fail(b, "a")
    fail(b, "a")
    assert b.stats("a")["dead"] == 1
    fail(b, "b")
    assert b.stats("b") == {"queued": 1, "in_flight": 0, "dead": 0}
    fail(b, "b")
    assert b.stats("b")["dead"] == 1


def test_revive_leaves_others_alone():
    b = make("a", "b", attempts=2)
    b.publish("t.x", "1")
    fail(b, "a")
    fail(b, "a")
    fail(b, "b")
    b.revive("a")
    fail(b, "b")
    assert b.stats("b")["dead"] == 1
    assert b.stats("a")["queued"] == 1


def test_same_body_for_everyone():
    b = make("a", "b")
    b.publish("t.x", "hello")
    assert b.fetch("a")[0][1] == b.fetch("b")[0][1] == "hello"


def test_max_attempts_one():
    b = make("a", attempts=1)
    b.publish("t.x", "1")
    fail(b, "a")
    assert b.stats("a")["dead"] == 1


def test_tags_belong_to_subscription():
    b = make("a", "b")
    b.publish("t.x", "1")
    [(tag, _)] = b.fetch("a")
    with pytest.raises(LookupError):
        b.nack("b", tag)


def test_publish_without_subscribers():
    b = make()
    assert b.publish("t.x", "1") == 1
    assert b.publish("t.x", "2") == 2


def test_ids_do_not_depend_on_subscribers():
    b = make("a", "b", "c")
    assert [b.publish("t.x", str(i)) for i in range(3)] == [1, 2, 3]


def test_patterns():
    b = Broker()
    b.subscribe("one", "a.*.c")
    b.publish("a.b.c", "yes")
    b.publish("a.b", "no")
    b.publish("a.b.c.d", "no")
    assert [body for _, body in b.fetch("one", 9)] == ["yes"]


def test_fetch_limit():
    b = make("a")
    for i in range(4):
        b.publish("t.x", str(i))
    assert [body for _, body in b.fetch("a", 3)] == ["0", "1", "2"]
    assert b.stats("a") == {"queued": 1, "in_flight": 3, "dead": 0}
