from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.cycle_rules.budget import Budget, Usage, affordable, lacking
from testfix_pipeline.core.cycle_rules.decisions import accept_attempt, decide, degraded_ends, limit
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.core.records import Failure, Outcome, SuiteResults
from testfix_pipeline.core.test_ids import TestId

Maker = Callable[..., dict[TestId, Outcome]]


def results(passed: int, failures: list[Failure], **fields: Any) -> SuiteResults:
    failing = len(failures)
    values: dict[str, Any] = {
        "total": passed + failing,
        "passed": passed,
        "failed": failing,
        "skipped": 0,
        "errors": 0,
        "pass_rate": 100 * passed / (passed + failing),
        "failures": failures,
    }
    return SuiteResults.model_validate(values | fields)


def kind(measured: SuiteResults, **given_: Any) -> str:
    values: dict[str, Any] = {"iterations_done": 1, "max_iterations": 10}
    return decide(measured, **(values | given_)).kind


LOW = Failure(test="t", criticality="low")
ENV = Failure(test="t", failure_class="env_issue")
CODE = Failure(test="t")


def test_green_on_a_full_run_is_success() -> None:
    assert kind(results(3, [])) == "success"
    assert kind(results(3, []), budget_spent="x", iterations_done=10) == "success"
    assert kind(results(3, [], mode="affected_only")) == "next_iteration"


def test_95_with_low_failures_is_partial() -> None:
    assert kind(results(19, [LOW])) == "partial"
    assert kind(results(18, [LOW])) == "next_iteration"
    assert kind(results(19, [CODE])) == "next_iteration"
    assert kind(results(19, [LOW], mode="affected_only")) == "next_iteration"
    untriaged = results(19, [LOW]).model_copy(update={"failures": []})
    assert kind(untriaged) == "next_iteration", "a failure nobody triaged is not low"


def test_only_failures_that_are_not_the_codes_stop() -> None:
    defect = Failure(test="u", failure_class="test_defect")
    assert kind(results(1, [ENV, defect])) == "stop_not_code"
    assert kind(results(1, [ENV, CODE])) == "next_iteration"


def test_what_ends_a_cycle() -> None:
    assert kind(results(1, [CODE]), budget_spent="3600 of 3600 seconds") == "paused"
    assert kind(results(1, [CODE]), nothing_left=True) == "failure"
    assert kind(results(1, [CODE]), iterations_done=10) == "failure"
    assert "after 10 of 10" in decide(results(1, [CODE]), iterations_done=10, max_iterations=10).reason


def test_gaining_without_loss_is_accepted(outcomes: Maker) -> None:
    verdict = accept_attempt(outcomes(a="failed", b="passed", c="error"), outcomes(a="passed", b="passed", c="error"))
    assert (verdict.accepted, verdict.newly_passing, verdict.gain, verdict.outcome) == (True, ("a",), 1, "landed")


@pytest.mark.parametrize("lost", ["failed", "error", "skipped", None])
def test_losing_a_passing_test_is_a_lead_at_best(outcomes: Maker, lost: str | None) -> None:
    after = {"a": "passed"} | ({"b": lost} if lost else {})
    verdict = accept_attempt(outcomes(a="failed", b="passed"), outcomes(**after))
    assert (verdict.accepted, verdict.newly_failing, verdict.outcome) == (False, ("b",), "lead")
    assert "b; 1 newly pass" in verdict.reason


def test_no_gain(outcomes: Maker) -> None:
    verdict = accept_attempt(outcomes(a="failed"), outcomes(a="skipped", new="passed"))
    assert (verdict.accepted, verdict.outcome, verdict.reason) == (False, "no_gain", "No test newly passes.")


def test_flaky_tests_are_neither_gain_nor_loss(outcomes: Maker) -> None:
    before, after = outcomes(a="failed", b="passed", c="failed"), outcomes(a="passed", b="failed", c="passed")
    assert accept_attempt(before, after, {TestId("b")}).accepted
    assert accept_attempt(before, after, {TestId("a"), TestId("b"), TestId("c")}).outcome == "no_gain"


def test_a_repaired_collection_error_is_a_gain_whatever_it_reveals() -> None:
    before = {TestId("t.py"): Outcome(id="t.py", status="error", phase="collect")}
    revealed = {TestId("t.py::x"): Outcome(id="t.py::x", status="failed")}
    assert accept_attempt(before, revealed).accepted
    assert not accept_attempt(before, {}).accepted
    assert not accept_attempt(before, before | revealed).accepted


@pytest.mark.parametrize(("launch", "planned", "expected"), [(0, None, 10), (3, 5, 3), (0, 5, 5), (0, "7", 7)])
def test_limit(launch: int, planned: int | str | None, expected: int) -> None:
    assert limit(launch, planned) == expected


@pytest.mark.parametrize(("launch", "planned"), [(-1, None), (101, None), (0, "many")])
def test_absurd_limits(launch: int, planned: int | str | None) -> None:
    with pytest.raises(InvalidConfig, match="whole number from 0 to 100"):
        limit(launch, planned)


def test_budget() -> None:
    budget = Budget(seconds=100, calls=2, tokens=1000, money=0)
    assert budget.spent(Usage(seconds=99.5, calls=1)) == ""
    assert budget.spent(Usage(seconds=100)) == "100 of 100 seconds"
    assert budget.spent(Usage(seconds=100.791491747)) == "100.79 of 100 seconds"
    assert budget.spent(Usage(calls=2)) == "2 of 2 calls"
    assert budget.spent(Usage(money=0.25)) == "0.25 of 0 money"
    assert affordable(budget, Usage(seconds=60), Usage(seconds=40))
    assert not affordable(budget, Usage(seconds=60), Usage(seconds=41))
    assert not affordable(budget, Usage(seconds=100), Usage())


AMOUNTS = st.builds(Usage, st.integers(0, 200), st.integers(0, 5), st.integers(0, 2000), st.integers(0, 3))


@given(AMOUNTS, AMOUNTS)
def test_more_use_never_unspends(one: Usage, two: Usage) -> None:
    budget = Budget(seconds=100, calls=2, tokens=1000, money=2)
    if budget.spent(one):
        assert budget.spent(one + two)
    if affordable(budget, one, two):
        assert affordable(budget, one, Usage())


@given(AMOUNTS, AMOUNTS)
def test_what_lacks_nothing_fits_and_what_lacks_something_names_it(used: Usage, more: Usage) -> None:
    budget = Budget(seconds=100, calls=2, tokens=1000, money=2)
    said = lacking(budget, used, more)
    assert not (affordable(budget, used, more) and said)
    if said:
        name = next(name for name in ("seconds", "calls", "tokens", "money") if name in said)
        assert getattr(used, name) + getattr(more, name) > getattr(budget, name)


@pytest.mark.parametrize(
    ("iteration", "flat", "gained", "ends"),
    [
        (1, True, False, False),
        (2, False, False, False),
        (2, True, False, True),
        (3, False, False, True),
        (3, True, True, False),
    ],
)
def test_when_degradation_ends_the_cycle(iteration: int, flat: bool, gained: bool, ends: bool) -> None:
    assert degraded_ends(iteration, rate_flat=flat, gained=gained) is ends
