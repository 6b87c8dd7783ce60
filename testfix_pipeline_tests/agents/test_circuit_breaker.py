"""The laws of the circuit breaker."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.agents.circuit_breaker import (
    FAILURES,
    FIRST_PAUSE,
    LONGEST_ASKED_FOR,
    Breaker,
)

SECONDS = 30.0


@dataclass(frozen=True)
class Step:
    """A call that starts after a while, or one that ends."""

    later: float
    ends: bool
    failed: bool = True
    at_once: bool = False
    retry_after: float = 0.0


STEPS = st.lists(
    st.builds(
        Step,
        later=st.floats(0, 500),
        ends=st.booleans(),
        failed=st.booleans(),
        at_once=st.booleans(),
        retry_after=st.sampled_from([0.0, 5.0, 3600.0, 10.0**9]),
    ),
    max_size=40,
)


def play(steps: list[Step]) -> list[tuple[Breaker, float]]:
    """The breaker after each step, with the time. Calls that it does not let through don't start."""
    breaker, now, running, seen = Breaker(), 0.0, 0, [(Breaker(), 0.0)]
    for step in steps:
        now += step.later
        if step.ends and running:
            running -= 1
            breaker = breaker.answered(now, failed=step.failed, at_once=step.at_once, retry_after=step.retry_after)
        elif not step.ends and breaker.lets_through(now):
            running += 1
            breaker = breaker.asked(now, SECONDS)
        seen.append((breaker, now))
    return seen


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


@given(STEPS)
def test_only_one_call_is_let_through_while_it_is_half_open(steps: list[Step]) -> None:
    for breaker, now in play(steps):
        if breaker.state(now) == "half_open":
            assert not breaker.asked(now, SECONDS).lets_through(now)


@given(STEPS)
def test_it_always_lets_a_call_through_again(steps: list[Step]) -> None:
    breaker, now = play(steps)[-1]
    assert breaker.lets_through(now + LONGEST_ASKED_FOR + SECONDS)


@given(STEPS)
def test_a_success_closes_it_whatever_came_before(steps: list[Step]) -> None:
    breaker, now = play(steps)[-1]
    assert breaker.answered(now, failed=False) == Breaker()


@given(STEPS)
def test_it_never_opens_without_enough_failures_or_one_that_opens_at_once(steps: list[Step]) -> None:
    harmless = [Step(s.later, s.ends, s.failed, False, s.retry_after) for s in steps]
    if sum(s.failed for s in harmless if s.ends) < FAILURES:
        assert all(breaker.state(now) == "closed" for breaker, now in play(harmless))


@given(st.integers(0, 30))
def test_the_pauses_grow_and_stay_bounded(times: int) -> None:
    breaker, now, pauses = failed(Breaker(), 0.0, FAILURES), 0.0, []
    for _ in range(times):
        pauses.append(breaker.until - now)
        now = breaker.until
        breaker = failed(breaker, now)
    assert pauses == sorted(pauses) and all(pause <= 1800 for pause in pauses)
