import pytest

from breaker import Breaker


def fail(breaker, times=1):
    for _ in range(times):
        with pytest.raises(ZeroDivisionError):
            breaker.call(divmod, 1, 0)


def test_exactly_in_a_row():
    breaker = Breaker("x", lambda: 0.0, threshold=3)
    fail(breaker, 2)
    breaker.call(int)
    fail(breaker, 2)
    assert breaker.state == "closed"
    fail(breaker)
    assert breaker.state == "open"


def test_failures_still_add_up():
    breaker = Breaker("x", lambda: 0.0, threshold=2)
    breaker.call(int)
    fail(breaker, 2)
    assert breaker.state == "open"


def test_half_open_closes_at_once_on_a_failure():
    now = [0.0]
    breaker = Breaker("x", lambda: now[0], threshold=2, rest=5)
    fail(breaker, 2)
    now[0] = 5.0
    breaker.call(int)
    fail(breaker)
    assert breaker.state == "closed"
    fail(breaker)
    now[0] = 10.0
    fail(breaker)
    assert breaker.state == "open"
