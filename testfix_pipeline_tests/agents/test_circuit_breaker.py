"""The laws of the circuit breaker."""

from testfix_pipeline.agents.circuit_breaker import FAILURES, FIRST_PAUSE, Breaker

SECONDS = 30.0


def failed(breaker: Breaker, now: float, times: int = 1) -> Breaker:
    for _ in range(times):
        breaker = breaker.asked(now, SECONDS).answered(now, failed=True)
    return breaker


def test_it_opens_after_failures_in_a_row_and_lets_one_call_through_after_its_pause() -> None:
    breaker = failed(Breaker(), 0, FAILURES - 1)
    assert breaker.state(0) == "closed"
    breaker = failed(breaker, 0)
    assert breaker.state(FIRST_PAUSE - 1) == "open" and breaker.state(FIRST_PAUSE) == "half_open"
    trial = breaker.asked(FIRST_PAUSE, SECONDS)
    assert not trial.lets_through(FIRST_PAUSE + 1)
    assert trial.answered(FIRST_PAUSE + 2, failed=False) == Breaker()
    again = trial.answered(FIRST_PAUSE + 2, failed=True)
    assert again.state(FIRST_PAUSE + 2 + FIRST_PAUSE) == "open"  # the second pause is twice as long
    assert again.state(FIRST_PAUSE + 2 + 2 * FIRST_PAUSE) == "half_open"


def test_a_rate_limit_opens_it_for_as_long_as_the_server_said() -> None:
    breaker = Breaker().asked(0, SECONDS).answered(0, failed=True, at_once=True, retry_after=600)
    assert breaker.state(599) == "open" and breaker.state(600) == "half_open"
