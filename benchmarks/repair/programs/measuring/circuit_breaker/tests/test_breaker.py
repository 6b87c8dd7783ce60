import pytest

from breaker import Breaker, CircuitOpen, Registry


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def breaker(clock):
    return Breaker("mail", clock, threshold=3, rest=30)


def broken():
    raise OSError("down")


def fail(breaker, times):
    for _ in range(times):
        with pytest.raises(OSError):
            breaker.call(broken)


def test_result(breaker):
    assert breaker.call(max, 1, 2) == 2
    assert breaker.state == "closed"


def test_opens(breaker):
    fail(breaker, 3)
    assert breaker.state == "open"
    with pytest.raises(CircuitOpen, match="mail is left alone for 30 s"):
        breaker.call(max, 1, 2)


def test_below_the_threshold(breaker):
    fail(breaker, 2)
    assert breaker.state == "closed"


def test_failures_with_successes_between(breaker):
    for _ in range(4):
        fail(breaker, 1)
        breaker.call(max, 1, 2)
    assert breaker.state == "closed"


def test_half_open(breaker, clock):
    fail(breaker, 3)
    clock.now = 30
    assert breaker.state == "half-open"
    assert breaker.call(max, 1, 2) == 2
    assert breaker.state == "closed"


def test_half_open_fails_again(breaker, clock):
    fail(breaker, 3)
    clock.now = 31
    fail(breaker, 1)
    assert breaker.state == "open"
    with pytest.raises(CircuitOpen) as caught:
        breaker.call(max, 1, 2)
    assert caught.value.seconds == 30


def test_recovered_service_gets_all_its_chances(breaker, clock):
    fail(breaker, 3)
    clock.now = 30
    breaker.call(max, 1, 2)
    fail(breaker, 2)
    assert breaker.state == "closed"


def test_other_errors_do_not_count(clock):
    breaker = Breaker("x", clock, threshold=1, watch=[OSError])
    with pytest.raises(ZeroDivisionError):
        breaker.call(divmod, 1, 0)
    assert breaker.state == "closed"


def test_decorator(breaker):
    double = breaker(lambda x: 2 * x)
    assert double(4) == 8
    assert double.breaker is breaker


def test_registry(clock):
    registry = Registry(clock, threshold=1)
    fail(registry["b"], 1)
    registry["a"].call(max, 1, 2)
    assert registry["b"] is registry["b"]
    assert registry.health() == {"a": "closed", "b": "open"}
