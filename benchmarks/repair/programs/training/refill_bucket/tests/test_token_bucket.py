import pytest
from token_bucket import Limiter, TokenBucket


class Clock:
    def __init__(self):
        self.t = 100.0

    def __call__(self):
        return self.t


@pytest.fixture
def clock():
    return Clock()


def test_starts_full(clock):
    b = TokenBucket(3, 1, clock)
    assert [b.take() for _ in range(4)] == [True, True, True, False]


def test_refill(clock):
    b = TokenBucket(3, 1, clock)
    b.take(3)
    clock.t += 2
    assert b.level == 2


def test_refill_capped(clock):
    b = TokenBucket(3, 1, clock)
    b.take(1)
    clock.t += 50
    assert b.level == 3


def test_refused_requests_do_not_earn(clock):
    b = TokenBucket(4, 1, clock)
    b.take(4)
    clock.t += 1
    assert [b.take(3) for _ in range(5)] == [False] * 5


def test_wait_time(clock):
    b = TokenBucket(4, 2, clock)
    b.take(4)
    assert b.wait_time(3) == 1.5
    with pytest.raises(ValueError):
        b.wait_time(5)


def test_backwards(clock):
    b = TokenBucket(4, 1, clock)
    b.take(2)
    clock.t -= 10
    assert b.level == 2


def test_limiter_keys(clock):
    lim = Limiter(1, 1, clock)
    assert lim.allow("a") and lim.allow("b")
    assert not lim.allow("a")


def test_purge(clock):
    lim = Limiter(1, 1, clock)
    lim.allow("a")
    assert lim.purge() == 0
    clock.t += 1
    assert lim.purge() == 1 and len(lim) == 0
