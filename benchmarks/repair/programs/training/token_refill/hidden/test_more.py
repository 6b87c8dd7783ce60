from token_bucket import TokenBucket


class Ticker:
    def __init__(self, now=0):
        self.now = now

    def __call__(self):
        return self.now


def test_reading_available_twice_is_stable():
    t = Ticker()
    b = TokenBucket(1, 10, t)
    b.allow(10)
    t.now = 3
    assert [b.available(), b.available(), b.available()] == [3, 3, 3]


def test_wait_time_does_not_add_tokens():
    t = Ticker()
    b = TokenBucket(1, 10, t)
    b.allow(10)
    t.now = 2
    assert b.wait_time(6) == 4
    assert b.wait_time(6) == 4
    assert not b.allow(6)


def test_denied_requests_keep_partial_credit():
    t = Ticker()
    b = TokenBucket(0.5, 1, t)
    assert b.allow()
    t.now = 1
    assert not b.allow()
    t.now = 2
    assert b.allow()
    assert not b.allow()


def test_idle_time_is_credited_once():
    t = Ticker(50)
    b = TokenBucket(2, 6, t)
    b.allow(6)
    t.now = 51
    assert b.allow(2)
    t.now = 52
    assert b.available() == 2


def test_full_bucket_gains_nothing_while_idle():
    t = Ticker()
    b = TokenBucket(1, 4, t)
    t.now = 10
    assert b.allow(4)
    assert b.available() == 0
