import pytest

from rate_limiter import Bucket, Plan, RateLimiter


@pytest.fixture
def empty():
    bucket = Bucket(Plan(5, 100), 0)
    assert bucket.take(0, 5)
    return bucket


def test_every_millisecond(empty):
    for now in range(1, 100):
        assert not empty.take(now)
    assert empty.take(100)


def test_part_of_interval_kept(empty):
    assert empty.take(150)
    assert not empty.take(199)
    assert empty.take(200)


def test_several_tokens_and_a_part(empty):
    empty.refill(250)
    assert empty.tokens == 2
    empty.refill(299)
    assert empty.tokens == 2
    empty.refill(300)
    assert empty.tokens == 3


def test_wait_is_shorter_later(empty):
    assert [empty.wait_for(now) for now in (0, 30, 60, 99)] == [100, 70, 40, 1]


def test_wait_repeated_then_take(empty):
    assert empty.wait_for(90) == 10
    assert empty.wait_for(95) == 5
    assert empty.take(100)
    assert empty.wait_for(100) == 100


def test_wait_after_partial(empty):
    assert empty.wait_for(150) == 0
    assert empty.take(150)
    assert empty.wait_for(150) == 50
    assert empty.wait_for(150, 3) == 250


def test_never_above_capacity(empty):
    empty.refill(100000)
    assert empty.tokens == 5


def test_exact_multiples(empty):
    for now in range(100, 1000, 100):
        assert empty.take(now)
        assert not empty.take(now)


def test_clock_back(empty):
    empty.refill(200)
    empty.refill(100)
    assert empty.tokens == 2
    empty.refill(300)
    assert empty.tokens == 3


def test_remaining_does_not_disturb():
    limiter = RateLimiter({"free": Plan(1, 10)})
    assert limiter.allow("x", 0)
    for now in range(1, 10):
        assert limiter.remaining("x", now) == 0
    assert limiter.remaining("x", 10) == 1


def test_purge_does_not_disturb():
    limiter = RateLimiter({"free": Plan(2, 100)})
    limiter.allow("x", 0, 2)
    assert limiter.purge(150) == 0
    assert limiter.purge(200) == 1


def test_long_run_rate():
    limiter = RateLimiter({"free": Plan(5, 100)})
    limiter.allow("x", 0, 5)
    assert sum(limiter.allow("x", now) for now in range(0, 1001, 30)) == 9
