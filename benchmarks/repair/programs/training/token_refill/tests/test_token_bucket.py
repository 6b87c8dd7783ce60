import pytest

from token_bucket import TokenBucket


class FakeClock:
    def __init__(self):
        self.now = 100

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return FakeClock()


def test_starts_full(clock):
    assert TokenBucket(1, 5, clock).available() == 5


def test_burst_is_limited_to_capacity(clock):
    bucket = TokenBucket(1, 3, clock)
    assert [bucket.allow() for _ in range(5)] == [True, True, True, False, False]


def test_refills_over_time(clock):
    bucket = TokenBucket(2, 4, clock)
    assert bucket.allow(4)
    clock.now += 1
    assert bucket.available() == 2


def test_does_not_exceed_capacity(clock):
    bucket = TokenBucket(10, 3, clock)
    clock.now += 60
    assert bucket.available() == 3


def test_wait_time(clock):
    bucket = TokenBucket(2, 4, clock)
    bucket.allow(4)
    assert bucket.wait_time(3) == 1.5
    assert bucket.wait_time(5) is None


def test_rejects_bad_configuration(clock):
    with pytest.raises(ValueError):
        TokenBucket(0, 1, clock)


def test_second_request_in_same_tick_is_denied(clock):
    bucket = TokenBucket(1, 2, clock)
    assert bucket.allow(2)
    clock.now += 1
    assert bucket.allow()
    assert not bucket.allow()


def test_steady_traffic_above_rate(clock):
    bucket = TokenBucket(1, 2, clock)
    granted = 0
    for _ in range(10):
        granted += bucket.allow()
        granted += bucket.allow()
        clock.now += 1
    assert granted == 11
