from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.cycle_rules.strategy import (
    REQUIREMENTS,
    choose_strategy,
    fell,
    gained,
    has_regressed,
    mostly_stuck,
    stuck_tests,
    stuck_tests_at_end,
)
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import FailureSignature, TestId

Iteration = Callable[..., IterationRecord]
Failures = Callable[..., list[Failure]]


def chosen(iterations: list[IterationRecord], failing: list[Failure], **given_: Any) -> str:
    values: dict[str, Any] = {"iteration": len(iterations) + 1, "passed": 10, "failing": len(failing)}
    return choose_strategy(iterations, failures=failing, **(values | given_))[0]


def test_regression_comes_first(iteration: Iteration, failures: Failures) -> None:
    last = iteration(1, regression_detected=True)
    assert chosen([last], failures(a="1")) == "surgical"
    assert has_regressed([last]) and not has_regressed([]) and not has_regressed([last, iteration(2)])


def test_the_first_two_are_conservative(iteration: Iteration, failures: Failures) -> None:
    three = failures(a="1", b="2", c="3")
    assert chosen([], three) == "conservative"
    assert chosen([iteration(1)], three) == "conservative"
    assert chosen([iteration(1), iteration(2)], three) == "aggressive"


def test_aggressive_on_alike_failures_over_80(iteration: Iteration, failures: Failures) -> None:
    past = [iteration(1), iteration(2)]
    alike = failures(a="1", b="1", c="1", d="2")
    assert chosen(past, alike, passed=17) == "aggressive"
    assert chosen(past, alike, passed=16) == "conservative", "exactly 80 % is not over 80 %"
    assert chosen(past, failures(a="1", b="1", c="2"), passed=90) == "conservative", "2 of 3 is not over .7"
    assert chosen(past, failures(a="1"), passed=90) == "conservative", "similarity needs two failures"
    assert chosen(past, [], passed=90) == "conservative"


def test_an_aggressive_failure_on_these_clusters_bars_it(iteration: Iteration, failures: Failures) -> None:
    three = failures(a="1", b="2", c="3")
    failed = iteration(2, strategy="aggressive", clusters=["1"], result="no_gain")
    assert chosen([iteration(1), failed], three) == "conservative"
    elsewhere = iteration(2, strategy="aggressive", clusters=["9"], result="no_gain")
    assert chosen([iteration(1), elsewhere], three) == "aggressive"
    gaining = iteration(2, strategy="aggressive", clusters=["1"], pass_rate_after=60)
    assert chosen([iteration(1), gaining], three) == "aggressive"
    unfinished = iteration(2, strategy="aggressive", clusters=["1"])
    assert chosen([iteration(1), unfinished], three) == "aggressive"


def test_exploratory_twice_on_a_stuck_set(iteration: Iteration, failures: Failures) -> None:
    past = [iteration(n, failed_tests=["a"], signatures={"a": "1"}) for n in (1, 2)]
    assert chosen(past, failures(a="1")) == "exploratory"
    for number in (3, 4):
        past.append(iteration(number, strategy="exploratory", failed_tests=["a"], signatures={"a": "1"}))
    assert chosen(past[:3], failures(a="1")) == "exploratory"
    assert chosen(past, failures(a="1")) == "conservative"
    past = [record.model_copy(update={"failed_tests": ["a", "b"]}) for record in past]
    assert chosen(past, failures(a="1")) == "exploratory", "another stuck set begins again"


def test_a_resumed_iteration_does_not_count_itself(iteration: Iteration, failures: Failures) -> None:
    past = [iteration(1), iteration(2, regression_detected=True)]
    assert chosen(past, failures(a="1"), iteration=2) == "conservative"


def test_stuck_is_three_measurements_in_a_row(iteration: Iteration) -> None:
    one = iteration(1, failed_tests=["a", "b", "d"], signatures={"a": "1", "b": "1"})
    two = iteration(2, failed_tests=["a", "b", "c"], signatures={"a": "1", "b": "2"})
    now = {TestId(name): FailureSignature(number) for name, number in zip("abcd", "1234", strict=True)}
    assert stuck_tests([one, two], now) == {"a": "hard", "b": "moving"}
    assert stuck_tests([two], now) == {}
    assert mostly_stuck({"a": "hard"}, 1) and not mostly_stuck({"a": "hard"}, 2)


def test_an_iteration_that_was_cut_short_is_no_measurement_of_its_own(iteration: Iteration) -> None:
    done = iteration(1, failed_tests=["a"], signatures={"a": "1"}, result="no_gain")
    cut = iteration(2, failed_tests=["a"], signatures={"a": "1"}, result="", completed_at=None, pass_rate_after=None)
    assert stuck_tests_at_end([done, cut], {"a": "1"}) == {}
    assert stuck_tests_at_end([done, done, cut], {"a": "1"}) == {"a": "hard"}


NAMES = st.sampled_from("abcd").map(TestId)


@given(st.lists(st.sets(NAMES), max_size=6), st.sets(NAMES))
def test_stuck_tests_fail_now_and_in_both_measurements_before(past: list[set[TestId]], now: set[TestId]) -> None:
    records = [
        IterationRecord(iteration=n, pass_rate=50, strategy="conservative", failed_tests=sorted(failed))
        for n, failed in enumerate(past, 1)
    ]
    expected = now & past[-1] & past[-2] if len(past) > 1 else set()
    assert set(stuck_tests(records, dict.fromkeys(now, FailureSignature("x")))) == expected


def test_gain(iteration: Iteration) -> None:
    assert gained(iteration(1, result="landed"))
    assert not gained(iteration(1, result="landed", regression_detected=True))
    assert not gained(iteration(1, pass_rate_after=50))


@pytest.mark.parametrize(("best", "expected"), [((40, 60), False), ((39, 61), True), ((60, 40), False)])
def test_a_fall_is_more_than_ten_points(best: tuple[int, int], expected: bool) -> None:
    assert fell((50, 50), best) is expected


def test_a_fall_needs_a_denominator() -> None:
    with pytest.raises(MeasurementError):
        fell((1, 1), (0, 0))


def test_each_strategy_has_a_requirement() -> None:
    assert set(REQUIREMENTS) == {"conservative", "aggressive", "exploratory", "surgical"}
