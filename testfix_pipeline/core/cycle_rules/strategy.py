"""Which strategy an iteration uses, from the iterations before it and the present measurement alone.

The rules are asked in order, and the first that applies decides. One exception is elsewhere: where a person accepted a
lead, the iteration is conservative and takes that lead (`steps/iteration/iteration_plan.py`).

`iterations[].failed_tests` and `.signatures` are the measurement at the *start* of each iteration. Nothing here is
stored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.cycle_rules.results import above, format_rate, rate
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.records import Cluster, Failure, Strategy
from testfix_pipeline.core.signatures import clusters
from testfix_pipeline.core.test_ids import FailureSignature, TestId

Stuck = Literal["hard", "moving"]
# Fixed thresholds: the README's table of strategies says what they mean to a user.
_WINDOW = 2  # measurements before the present one, over which a test is stuck
_EXPLORATIONS = 2  # at most, on one set of stuck tests
_FALL = 10  # percentage points
_FIRST_CONSERVATIVE = 2  # iterations
_MANY_CLUSTERS = 3  # failure clusters that make an aggressive iteration worthwhile
_NEARLY_GREEN = 80  # percent of tests that pass, above which one cluster of most failures is fixed at all its sites
_MOST_FAILURES = 70  # percent of the failures, of that one cluster

REQUIREMENTS: dict[Strategy, str] = {
    "conservative": "One targeted fix of the largest cluster, validated on the full suite.",
    "aggressive": "One fix per failure cluster, each at all its sites, merged and validated on the full suite.",
    "exploratory": "Three alternatives with different root-cause hypotheses; the best acceptable one is taken.",
    "surgical": "One smallest change, only on lines that failing tests execute; no test may newly fail.",
}


def has_regressed(iterations: Sequence[IterationRecord]) -> bool:
    """Whether the last iteration regressed."""
    return bool(iterations) and iterations[-1].regression_detected


def fell(before: tuple[int, int], best: tuple[int, int]) -> bool:
    """Whether the rate fell by more than ten points, by counts: (passed, failing) at the start and of the best attempt.

    MeasurementError where either has no denominator.
    """
    rate(*before), rate(*best)
    total_before, total_best = sum(before), sum(best)
    return 100 * (before[0] * total_best - best[0] * total_before) > _FALL * total_before * total_best


def stuck_tests(
    iterations: Sequence[IterationRecord], failing_now: Mapping[TestId, FailureSignature]
) -> dict[TestId, Stuck]:
    """The tests that fail now and in the two measurements before.

    `failing_now` maps each failing test to its signature. "hard": always the same signature; "moving": it changed. A
    signature that was not recorded is no movement.
    """
    window = iterations[-_WINDOW:]
    if len(window) < _WINDOW:
        return {}
    return {
        test: _movement(test, now, window)
        for test, now in failing_now.items()
        if all(test in record.failed_tests for record in window)
    }


def stuck_tests_at_end(
    iterations: Sequence[IterationRecord], failing_now: Mapping[TestId, FailureSignature]
) -> dict[TestId, Stuck]:
    """`stuck_tests` where the last iteration may have been cut short: it began with the present measurement."""
    return stuck_tests([record for record in iterations if has_ended(record)], failing_now)


def _movement(test: TestId, now: FailureSignature, window: Sequence[IterationRecord]) -> Stuck:
    same = all(record.signatures.get(test, now) == now for record in window)
    return "hard" if same else "moving"


def gained(record: IterationRecord) -> bool:
    """Whether an iteration brought something: a landed fix or a better rate that stayed."""
    if record.regression_detected and not record.regressed:
        return False
    rose = record.pass_rate_after is not None and record.pass_rate_after > record.pass_rate
    return record.result == "landed" or rose


def has_ended(record: IterationRecord) -> bool:
    """Whether an iteration has ended; any one of its result, its end and its last pass rate says so."""
    return bool(record.result) or record.completed_at is not None or record.pass_rate_after is not None


def choose_strategy(
    iterations: Sequence[IterationRecord], *, iteration: int, passed: int, failing: int, failures: Sequence[Failure]
) -> tuple[Strategy, str]:
    """The strategy of iteration number `iteration` (from 1) and a sentence that says why.

    `failures` are those of the present measurement that a fix is wanted for, with signatures; `passed` and `failing`
    its counts. Records of this iteration or later (a resumed one) are not looked at.
    """
    earlier = [record for record in iterations if record.iteration < iteration]
    present = clusters(failures)
    stuck_now = stuck_tests(earlier, {failure.test: failure.signature for failure in failures})
    if has_regressed(earlier):
        return "surgical", f"Iteration {earlier[-1].iteration} regressed and was rolled back."
    if iteration <= _FIRST_CONSERVATIVE:
        return "conservative", f"Iteration {iteration} is one of the first two."
    why = _why_aggressive(earlier, present, passed, failing, len(failures))
    if why:
        return "aggressive", why
    if stuck_now and _explorations(earlier, set(stuck_now)) < _EXPLORATIONS:
        return "exploratory", f"Stuck over three measurements: {first_names(sorted(stuck_now), 3)}."
    return "conservative", "No other rule applies."


def _why_aggressive(
    earlier: Sequence[IterationRecord], present: Sequence[Cluster], passed: int, failing: int, total: int
) -> str:
    if _aggressive_failed(earlier, {cluster.signature for cluster in present}):
        return ""
    if len(present) >= _MANY_CLUSTERS:
        return f"There are {len(present)} failure clusters, and no aggressive attempt on them has failed."
    largest = len(present[0].tests) if present else 0
    if total >= 2 and 100 * largest > _MOST_FAILURES * total and above(passed, failing, _NEARLY_GREEN):
        return f"{format_rate(rate(passed, failing))} % pass, and {largest} of {total} failures are alike."
    return ""


def _aggressive_failed(earlier: Sequence[IterationRecord], present: set[str]) -> bool:
    return any(
        record.strategy == "aggressive" and has_ended(record) and not gained(record) and present & set(record.clusters)
        for record in earlier
    )


def _explorations(earlier: Sequence[IterationRecord], stuck_now: set[TestId]) -> int:
    """How many exploratory iterations there were on exactly this stuck set, computed again from the measurements."""
    return sum(
        record.strategy == "exploratory" and set(_stuck_at(earlier[: index + 1])) == stuck_now
        for index, record in enumerate(earlier)
    )


def _stuck_at(records: Sequence[IterationRecord]) -> dict[TestId, Stuck]:
    last, unknown = records[-1], FailureSignature("")
    return stuck_tests(records[:-1], {test: last.signatures.get(test, unknown) for test in last.failed_tests})


def mostly_stuck(stuck_now: Mapping[TestId, Stuck], failing: int) -> bool:
    """Whether more than half of the `failing` tests (a count) are stuck: then the analysis changes too."""
    return 2 * len(stuck_now) > failing
