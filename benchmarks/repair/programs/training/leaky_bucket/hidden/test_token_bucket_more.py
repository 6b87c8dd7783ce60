import pytest
from token_bucket import Limiter


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_refused_then_wait_time(clock):
    lim = Limiter(10, 2, clock)
    lim.take("k", 10)
    clock.now = 2
    assert not lim.take("k", 8)
    assert lim.wait_time("k", 8) == 2.0
    clock.now = 4
    assert lim.take("k", 8)
    assert not lim.take("k", 0.25)


def test_steady_polling(clock):
    lim = Limiter(5, 0.25, clock)
    lim.take("k", 5)
    granted = []
    for t in range(1, 13):
        clock.now = t
        if lim.take("k"):
            granted.append(t)
    assert granted == [4, 8, 12]


def test_granted_then_no_time(clock):
    lim = Limiter(5, 1, clock)
    lim.take("k", 5)
    clock.now = 3
    assert lim.take("k", 1)
    assert lim.take("k", 2)
    assert not lim.take("k", 1)


def test_refused_at_same_instant(clock):
    lim = Limiter(1, 1, clock)
    lim.take("k")
    assert not lim.take("k")
    assert lim.buckets["k"].level == 0


def test_clock_going_back(clock):
    clock.now = 5
    lim = Limiter(2, 1, clock)
    lim.take("k", 2)
    clock.now = 3
    assert not lim.take("k")


def test_validation(clock):
    with pytest.raises(ValueError):
        Limiter(0, 1, clock)


def test_purge_after_refusals(clock):
    lim = Limiter(4, 1, clock)
    lim.take("k", 4)
    clock.now = 2
    lim.take("k", 3)
    lim.take("k", 3)
    assert lim.purge() == 0
