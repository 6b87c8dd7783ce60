"""The outcome of every test at every measurement of a session, reconstructed from its files.

Full runs are stored for the baseline, for the attempts that were judged by one, and for the last measurement. A merge
of several fixes has none: its outcomes are those of the measurement before, with the failures that the next iteration
counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from testfix_pipeline.analytics.sources.session_files import SessionFiles
from testfix_pipeline.core.cycle_rules.results import is_collection_id, made_visible, measured_outcomes
from testfix_pipeline.core.iteration_records import IterationRecord
from testfix_pipeline.core.records import Failure, Outcome
from testfix_pipeline.core.test_ids import TestId

Outcomes = dict[TestId, Outcome]
_FAILING = ("failed", "error")


@dataclass(frozen=True)
class Measurement:
    """One measurement. `carried`: without a stored run of its own. `counted`: the tests of the pass rate.

    `complete` is False if only failures are known, as in sessions of older tools.
    """

    iteration: int
    step: int
    kind: Literal["start", "final"]
    at: str
    commit: str
    outcomes: Outcomes
    counted: frozenset[TestId]
    failures: Mapping[str, Failure] = field(default_factory=dict)
    carried: bool = False
    complete: bool = True

    def with_status(self, *statuses: str) -> int:
        """Return the number of counted tests with one of the statuses."""
        return sum(self.outcomes[test].status in statuses for test in self.counted)


def measurements(files: SessionFiles) -> list[Measurement]:
    """Return in order the start of each iteration, then the last measurement if it follows an iteration."""
    records = sorted(files.state.iterations, key=lambda one: one.iteration) if files.state else []
    found: list[Measurement] = []
    for step, record in enumerate(records):
        known, carried = _start_outcomes(files, records, step, found[-1].outcomes if found else {})
        found.append(_start(files, record, step, known, carried))
    if files.results is not None and all(record.completed_at for record in records):
        found.append(_final(files, records))
    return found


def _start_outcomes(
    files: SessionFiles, records: list[IterationRecord], step: int, before: Outcomes
) -> tuple[Outcomes, bool]:
    """Return the outcomes before an iteration's own failures are applied, and whether they are carried."""
    if step == 0:
        return (files.baseline.outcomes, False) if files.baseline is not None else (_last(files), True)
    landed = records[step - 1]
    if landed.result != "landed":
        return before, True
    winners = landed.winners
    run = files.attempt_run(winners[0]) if len(winners) == 1 else None
    if run is not None:
        return run.outcomes, False
    if all(record.result != "landed" for record in records[step:]) and files.results is not None:
        return _last(files), not files.results.outcomes
    return before, True


def _last(files: SessionFiles) -> Outcomes:
    """Return the last measurement; sessions of older tools stored only failures."""
    if files.results is None:
        return {}
    if files.results.outcomes:
        return files.results.outcomes
    return {one.test: Outcome(id=one.test, status="failed", message=one.error) for one in files.results.failures}


def _start(files: SessionFiles, record: IterationRecord, step: int, known: Outcomes, carried: bool) -> Measurement:
    outcomes = _with_failures(files, {**known, **_outcomes_of_rate(files, known)}, record)
    counted = _outcomes_of_rate(files, outcomes)
    failures = files.failures(record.iteration) or {
        test: Failure(test=test, signature=record.signatures.get(test, "")) for test in record.failed_tests
    }
    return Measurement(
        iteration=record.iteration,
        step=step,
        kind="start",
        at=record.started_at or files.record.created_at,
        commit=record.tip_before,
        outcomes={**outcomes, **counted},
        counted=frozenset(counted),
        failures=failures,
        carried=carried,
        complete=_complete(files),
    )


def _final(files: SessionFiles, records: list[IterationRecord]) -> Measurement:
    assert files.results is not None
    results, outcomes = files.results, _last(files)
    counted = _outcomes_of_rate(files, outcomes)
    return Measurement(
        iteration=records[-1].iteration if records else 0,
        step=len(records),
        kind="final",
        at=measured_at(files),
        commit=str(results.confirmed or _last_landed(files) or files.record.baseline_commit),
        outcomes={**outcomes, **counted},
        counted=frozenset(counted),
        failures={failure.test: failure for failure in results.failures},
        carried=not results.outcomes,
        complete=_complete(files),
    )


def measured_at(files: SessionFiles) -> str:
    """Return the time of the last measurement, or the next best time in a session of an older tool."""
    collected = files.results.collected_at if files.results is not None else ""
    return collected or files.record.updated_at or files.record.created_at


def _last_landed(files: SessionFiles) -> str:
    return next((one.commit or "" for one in reversed(files.attempts) if one.result == "landed"), "")


def _complete(files: SessionFiles) -> bool:
    return files.baseline is not None or bool(files.results and files.results.outcomes)


def _outcomes_of_rate(files: SessionFiles, outcomes: Outcomes) -> Outcomes:
    """Return the outcomes of the pass rate: those of the baseline's tests."""
    return measured_outcomes(outcomes, set(files.baseline.outcomes) if files.baseline is not None else None)


def _with_failures(files: SessionFiles, known: Outcomes, record: IterationRecord) -> Outcomes:
    """Return `known` with exactly those tests failing that the iteration counted as failing."""
    failing: set[TestId] = set(record.failed_tests)
    settled = {test: outcome for test, outcome in known.items() if (outcome.status in _FAILING) == (test in failing)}
    for test in sorted(failing - settled.keys()):
        settled[test] = _failed(test)
    for test in sorted(known.keys() - settled.keys()):
        if is_collection_id(test):
            settled.update(_visible(files, test, failing))
        else:
            settled[test] = Outcome(id=test, status="passed")
    return settled


def _failed(test: TestId) -> Outcome:
    return Outcome(id=test, status="error" if is_collection_id(test) else "failed")


def _visible(files: SessionFiles, collection_id: str, failing: set[TestId]) -> Iterator[tuple[TestId, Outcome]]:
    """Return the tests of a file that can be collected now, from the last measurement."""
    for test in made_visible(collection_id, _last(files)):
        yield test, _failed(test) if test in failing else Outcome(id=test, status="passed")
