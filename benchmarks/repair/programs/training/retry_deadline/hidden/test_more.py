import pytest

from retry_deadline import Retrier


class Time:
    def __init__(self, now=0.0):
        self.now = now
        self.waits = []

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.waits.append(seconds)
        self.now += seconds


def never():
    raise OSError("never")


def test_no_time_at_all():
    time = Time(7)
    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, budget=0).call(never)
    assert time.waits == []


def test_long_first_wait():
    time = Time(1000)
    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, first_wait=10, budget=39).call(never)
    assert time.waits == [10, 20]


def test_wait_ending_at_the_budget():
    time = Time()
    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, first_wait=2, factor=1, budget=6, attempts=10).call(never)
    assert time.waits == [2, 2, 2]


def test_without_budget():
    time = Time()
    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, attempts=6).call(never)
    assert time.waits == [1, 2, 4, 8, 16]


def test_each_call_has_its_own_budget():
    time = Time()
    retrier = Retrier(time.clock, time.sleep, budget=4)
    for _ in range(2):
        with pytest.raises(OSError):
            retrier.call(never)
    assert time.waits == [1, 2, 1, 2]
