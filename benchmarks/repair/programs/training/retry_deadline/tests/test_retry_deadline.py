import pytest

from retry_deadline import Retrier


class Time:
    def __init__(self):
        self.now = 100.0
        self.waits = []

    def clock(self):
        return self.now

    def sleep(self, seconds):
        self.waits.append(seconds)
        self.now += seconds


@pytest.fixture
def time():
    return Time()


def failing(times, error=OSError):
    calls = []

    def function():
        calls.append(1)
        if len(calls) <= times:
            raise error("no luck")
        return len(calls)

    return function


def test_first_attempt(time):
    assert Retrier(time.clock, time.sleep).call(failing(0)) == 1
    assert time.waits == []


def test_waits_grow(time):
    assert Retrier(time.clock, time.sleep).call(failing(3)) == 4
    assert time.waits == [1, 2, 4]


def test_all_attempts_fail(time):
    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, attempts=3).call(failing(9))
    assert time.waits == [1, 2]


def test_other_error(time):
    with pytest.raises(KeyError):
        Retrier(time.clock, time.sleep).call(failing(1, KeyError))
    assert time.waits == []


def test_named_error(time):
    assert Retrier(time.clock, time.sleep).call(failing(1, KeyError), retry_on=(KeyError,)) == 2


def test_budget_used_up(time):
    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, budget=5).call(failing(9))
    assert time.waits == [1, 2]


def test_budget_just_enough(time):
    assert Retrier(time.clock, time.sleep, budget=3).call(failing(2)) == 3


def test_slow_function(time):
    def slow():
        time.now += 4
        raise OSError("slow")

    with pytest.raises(OSError):
        Retrier(time.clock, time.sleep, attempts=4, budget=6).call(slow)
    assert time.waits == [1]
