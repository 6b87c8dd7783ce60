"""Arithmetic of measurements: counts, pass rate, and merging a partial run into the last full one.

Decisions use counts. A rate is for people; it is never rounded up to 100 nor down to 0.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import Failure, Outcome, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import AnyId, TestId

Outcomes = Mapping[TestId, Outcome]
MISSING = "did not report"
ABSENT = "absent"
_LAYERS = (
    ("L3", re.compile(r"(^|[/_\-.])(e2e|end_?to_?end|acceptance|journeys?)([/_\-.:]|$)", re.IGNORECASE)),
    ("L2", re.compile(r"(^|[/_\-.])(integration|integrations|functional|contract)([/_\-.:]|$)", re.IGNORECASE)),
)


class Counts(NamedTuple):
    """The counts behind the pass rate. `failing` is failed plus errors; skipped tests are in neither."""

    passed: int
    failing: int


def rate(passed: int, failing: int) -> float:
    """Percent of tests that pass: 100 * passed / (passed + failing). Raises MeasurementError for 0 tests."""
    if passed + failing == 0:
        raise MeasurementError(
            "No test passed or failed, so there is no pass rate.",
            "Check that the test command selects tests that are not all skipped.",
        )
    return 100 * passed / (passed + failing)


def above(passed: int, failing: int, percent: int) -> bool:
    """Whether more than `percent` of the tests pass, decided by the counts `passed` and `failing`."""
    return 100 * passed > percent * (passed + failing)


def format_rate(value: float) -> str:
    """A rate in percent with at most one decimal and no percent sign: "66.7". Only a true 100 or 0 reads as one."""
    shown = round(value, 1)
    if shown >= 100 > value:
        shown = 99.9
    if shown <= 0 < value:
        shown = 0.1
    return f"{shown:.1f}".removesuffix(".0")


def first_rate(state: IterationState | None, results: SuiteResults) -> float:
    """The pass rate of the baseline, in percent. Iterations that another tool carried out measured something else."""
    own = [one for one in state.iterations if not one.carried_over] if state else []
    return own[0].pass_rate if own else results.pass_rate


def counts(outcomes: Outcomes) -> Counts:
    """The counts of `outcomes` for the pass rate."""
    by_status = Counter(outcome.status for outcome in outcomes.values())
    return Counts(by_status["passed"], by_status["failed"] + by_status["error"])


def results_counts(results: SuiteResults) -> Counts:
    """The counts of a summarised measurement."""
    return Counts(results.passed, results.failed + results.errors)


def made_visible(collection_id: str, outcomes: Iterable[AnyId]) -> list[AnyId]:
    """The tests of a file that could not be collected before: ids below `collection_id`, sorted."""
    prefix = f"{collection_id}::"
    return sorted(test for test in outcomes if test.startswith(prefix))


def is_collection_id(test: str) -> bool:
    """Whether the text of an id names a file (a collection error) and not a test."""
    return TestId(test).is_file


def status_of(test: TestId, outcomes: Outcomes) -> str:
    """The status of an id in a run; ABSENT if the run has neither the test nor an error of its file.

    A file that could not be collected and can be now counts as passed: what failed was to collect it.
    """
    if test in outcomes:
        return outcomes[test].status
    if is_collection_id(test) and made_visible(test, outcomes):
        return "passed"
    collection = outcomes.get(TestId(test).file_id)
    return "error" if collection is not None and collection.status == "error" else ABSENT


def changed_cases(before: Iterable[TestId], now: Iterable[TestId]) -> list[tuple[TestId, TestId]]:
    """Parametrised tests of which one run has other cases than the run before: pairs of a lost id and a new one."""
    lost, new = _cases(before, set(now)), _cases(now, set(before))
    return [pair for test in sorted(lost.keys() & new.keys()) for pair in zip(lost[test], new[test], strict=False)]


def _cases(tests: Iterable[TestId], known: Collection[TestId]) -> dict[str, list[TestId]]:
    """The parametrised ids that are not `known`, by the test without its parameters."""
    found: dict[str, list[TestId]] = {}
    for test in tests:
        if test.endswith("]") and test not in known:
            found.setdefault(test.partition("[")[0], []).append(test)
    return found


def measured_outcomes(outcomes: Outcomes, measured: Collection[TestId] | None) -> dict[TestId, Outcome]:
    """The outcomes that make up the pass rate.

    `measured` are the ids of the baseline; None stands for all that reported. A measured id without an outcome is an
    error, unless it was a file that can be collected now: then its tests stand in its place.
    """
    if measured is None:
        return dict(outcomes)
    found: dict[TestId, Outcome] = {}
    for test in measured:
        visible = made_visible(test, outcomes) if is_collection_id(test) and test not in outcomes else []
        for name in visible or [test]:
            found[name] = outcomes.get(name) or _did_not_report(name, outcomes)
    return found


def _did_not_report(test: TestId, outcomes: Outcomes) -> Outcome:
    collection = outcomes.get(TestId(test).file_id)
    if collection is not None and collection.status == "error":
        return collection.model_copy(update={"id": test, "phase": "collect"})
    return Outcome(id=test, status="error", phase="collect", error_type="MissingResult", message=f"{test} {MISSING}")


def layer_of(test: TestId) -> str:
    """The layer that a test's id speaks of: L3 end to end, L2 integration, otherwise L1."""
    return next((layer for layer, pattern in _LAYERS if pattern.search(test)), "L1")


def summarise(
    outcomes: Outcomes,
    measured: Collection[TestId] | None,
    failures: Sequence[Failure],
    *,
    mode: Literal["full_suite", "affected_only"],
    command: str,
    duration: float,
    collected_at: str,
) -> SuiteResults:
    """`test-results.json` of a measurement.

    In: every outcome known (a partial run already merged), the measured ids (see `measured_outcomes`) and the failures
    as triaged by the caller; a failing measured test without one gets a plain entry. Failing tests outside the measured
    set are listed but don't count. `duration` is in seconds. Raises MeasurementError if nothing passed or failed.
    """
    counting = measured_outcomes(outcomes, measured)
    by_status = Counter(outcome.status for outcome in counting.values())
    failing = by_status["failed"] + by_status["error"]
    return SuiteResults(
        total=len(counting),
        passed=by_status["passed"],
        failed=by_status["failed"],
        skipped=by_status["skipped"],
        errors=by_status["error"],
        pass_rate=rate(by_status["passed"], failing),
        layer_distribution=dict(sorted(Counter(map(layer_of, counting)).items())),
        failures=[*failures, *_untriaged(counting, failures)],
        duration=duration,
        mode=mode,
        command=command,
        collected_at=collected_at,
        outcomes={**outcomes, **counting},
    )


def _untriaged(counting: Outcomes, failures: Sequence[Failure]) -> list[Failure]:
    known = {failure.test for failure in failures}
    return [
        Failure(test=test, error=outcome.message, error_type=outcome.error_type, frames=outcome.frames)
        for test, outcome in counting.items()
        if outcome.status in ("failed", "error") and test not in known
    ]


def merge(last_full: SuiteRun | Outcomes, partial: SuiteRun | Outcomes) -> dict[TestId, Outcome]:
    """`last_full` with what `partial` reported in its place, by test id. No id is ever lost."""
    return {**_outcomes(last_full), **_outcomes(partial)}


def _outcomes(run: SuiteRun | Outcomes) -> Outcomes:
    return run.outcomes if isinstance(run, SuiteRun) else run
