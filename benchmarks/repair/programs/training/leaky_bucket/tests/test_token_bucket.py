import pytest
from token_bucket import Limiter


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def test_starts_full(clock):
    lim = Limiter(3, 1, clock)
    assert [lim.take("a") for _ in range(4)] == [True, True, True, False]


def test_keys_are_independent(clock):
    lim = Limiter(1, 1, clock)
    assert lim.take("a")
    assert lim.take("b")
    assert not lim.take("a")


def test_refill(clock):
    lim = Limiter(2, 0.5, clock)
    assert lim.take("a", 2)
    clock.now = 2
    assert lim.take("a")
    assert not lim.take("a")


def test_polling_does_not_speed_up_refill(clock):
    lim = Limiter(4, 1, clock)
    assert lim.take("a", 4)
    clock.now = 1
    assert [lim.take("a", 3) for _ in range(4)] == [False] * 4


def test_never_above_capacity(clock):
    lim = Limiter(2, 10, clock)
    assert lim.take("a", 2)
    clock.now = 100
    assert lim.take("a", 2)
    assert not lim.take("a", 0.5)


def test_wait_time(clock):
    lim = Limiter(2, 0.5, clock)
    lim.take("a", 2)
    assert lim.wait_time("a") == 2.0
    clock.now = 1
    assert lim.wait_time("a") == 1.0


def test_wait_time_rejects(clock):
    with pytest.raises(ValueError):
        Limiter(2, 1, clock).wait_time("a", 3)


def test_purge(clock):
    lim = Limiter(2, 1, clock)
    lim.take("a")
    lim.take("b", 2)
    clock.now = 1
    assert lim.purge() == 1
    assert list(lim.buckets) == ["b"]
