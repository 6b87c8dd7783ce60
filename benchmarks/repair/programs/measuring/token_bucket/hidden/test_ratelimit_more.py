from ratelimit import Bucket, Rule


def test_never_above_the_burst():
    bucket = Bucket(Rule("x", 10.0, 3), 0.0)
    for now in (0.1, 5.0, 500.0):
        bucket.refill(now)
        assert bucket.tokens == 3


def test_partial_refill():
    bucket = Bucket(Rule("x", 1.0, 3), 0.0)
    assert bucket.take(3, 0.0)
    bucket.refill(1.5)
    assert bucket.tokens == 1.5
    bucket.refill(2.0)
    assert bucket.tokens == 2.0
    bucket.refill(9.0)
    assert bucket.tokens == 3


def test_a_cost_above_the_burst_is_never_allowed():
    bucket = Bucket(Rule("x", 1.0, 3), 0.0)
    assert not bucket.take(4, 1000.0)
