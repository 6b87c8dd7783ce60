import pytest
from token_bucket import Limiter, TokenBucket


class Clock:
    t = 0.0

    def __call__(self):
        return self.t


def test_reading_level_is_stable():
    c = Clock()
    b = TokenBucket(10, 2, c)
    b.take(10)
    c.t = 1.5
    assert [b.level, b.level, b.level] == [3, 3, 3]


def test_steady_drain():
    c = Clock()
    b = TokenBucket(2, 1, c)
    b.take(2)
    ok = 0
    for i in range(1, 21):
        c.t = i * 0.5
        ok += b.take()
    assert ok == 10


def test_wait_then_take():
    c = Clock()
    b = TokenBucket(2, 1, c)
    b.take(2)
    c.t = 1.0
    assert b.wait_time(2) == 1.0
    assert b.wait_time(2) == 1.0
    assert not b.take(2)


def test_backwards_then_forward():
    c = Clock()
    c.t = 10
    b = TokenBucket(5, 1, c)
    b.take(5)
    c.t = 5
    assert b.level == 0
    c.t = 12
    assert b.level == 2


def test_take_success_after_refill():
    c = Clock()
    b = TokenBucket(5, 1, c)
    b.take(5)
    c.t = 3
    assert b.take(2)
    assert b.level == 1


def test_limiter_burst():
    c = Clock()
    lim = Limiter(2, 1, c)
    lim.allow("x", 2)
    c.t = 1
    assert [lim.allow("x"), lim.allow("x"), lim.allow("x")] == [True, False, False]


def test_bad_args():
    with pytest.raises(ValueError):
        TokenBucket(0, 1, Clock())
