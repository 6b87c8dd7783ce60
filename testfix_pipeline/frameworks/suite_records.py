"""Converts a run of an adapter to the cycle's records, and the cycle's ids to what an adapter is asked for. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from testfix_pipeline.core.records import Frame, Outcome, RunFault, RunFaultKind, Status, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.frameworks import model
from testfix_pipeline.frameworks.framework_run import FrameworkRun
from testfix_pipeline.frameworks.verdict import FaultKind, RunVerdict

Outcomes = dict[TestId, Outcome]
_LOG_TAIL = 4000
_MESSAGE = 4000
"""Characters of an error's message, as pytest's reporter sends."""
_STATUSES: Mapping[model.Status, Status] = {
    "passed": "passed",
    "failed": "failed",
    "error": "error",
    "skipped": "skipped",
    "todo": "skipped",
}
_FAULTS: Mapping[FaultKind, RunFaultKind] = {
    "own_fault": "own_fault",
    "tampering": "tampering",
    "unchecked": "tampering",
    "no_end": "crash",
    "no_result": "missing_ids",
    "vanished": "missing_ids",
    "repeated": "contradiction",
    "unknown": "contradiction",
    "exit_code": "contradiction",
    "no_tests": "no_tests",
}
_CUT_SHORT = ("no_end", "no_result", "vanished")
"""The faults that a run has because it was ended at its time limit."""


def ids_to_run(tests: Iterable[TestId], folder: str = "") -> tuple[TestId, ...]:
    """The ids that the adapter of the package in `folder` knows the cycle's `tests` by; those of others are left out.

    The cycle's ids hold files relative to the project, an adapter's relative to its package.
    """
    ids = map(TestId, tests)
    if not folder:
        return tuple(ids)
    inside = [test for test in ids if test.file.startswith(f"{folder}/")]
    return tuple(TestId.of(test.file[len(folder) + 1 :], test.titles, test.occurrence) for test in inside)


def suite_run(run: FrameworkRun, folder: str = "", tests: Collection[TestId] | None = None) -> SuiteRun:
    """The cycle's record of a run of the package in `folder` (relative to the project, "" = the project itself).

    tests: the cycle's ids that were asked for, None = all. Those of a file that can't be loaded get its error. The
    record has neither fault nor failing tests, and some that passed, exactly where the verdict is green.
    """
    outcomes = _outcomes(run.verdict)
    for test in set(ids_to_run(tests or (), folder)) - outcomes.keys():
        error = outcomes.get(TestId.of(test.file))
        if error is not None:
            outcomes[test] = error.model_copy(update={"id": test})
    collected = [
        test for one in run.runs for event in one.events if isinstance(event, model.Collected) for test in event.ids
    ]
    order = {test: number for number, test in enumerate(dict.fromkeys(collected))}
    placed = [_placed(outcomes[test], folder) for test in sorted(outcomes, key=lambda test: order.get(test, -1))]
    return SuiteRun(
        outcomes={outcome.id: outcome for outcome in placed},
        collected=[_in_project(test, folder) for test in order],
        fault=_fault(run),
        duration=run.seconds,
        build_seconds=sum(one.build_seconds for one in run.runs),
        command=list(run.runs[0].argv) if run.runs else [],
        log=run.log,
        containment=run.runs[0].ending.containment if run.runs else "",
        grade=run.verdict.grade,
    )


def _outcomes(found: RunVerdict) -> Outcomes:
    """The outcomes of all tests, and of the files that can't be loaded; each failed hook is the error of a test."""
    outcomes = {test: _outcome_of(result) for test, result in found.results.items()}
    for hook in found.hooks:
        _blame(outcomes, hook.file, hook.titles, hook.error)
    for file, broken in found.file_errors.items():
        _blame(outcomes, file, (), broken.error)
        outcomes[TestId.of(file)] = _error(TestId.of(file), broken.error, "collect")
    return outcomes


def _outcome_of(result: model.Result) -> Outcome:
    status, seconds = _STATUSES[result.status], result.ms / 1000
    if result.error is None:
        message = "The test is still to be written." if result.status == "todo" else ""
        return Outcome(id=result.id, status=status, duration=seconds, message=message)
    phase: Literal["setup", "call"] = "setup" if status == "error" else "call"
    return _error(result.id, result.error, phase).model_copy(update={"status": status, "duration": seconds})


def _error(test: TestId, error: model.ErrorReport, phase: Literal["collect", "setup", "call", "teardown"]) -> Outcome:
    """An error. An adapter names the innermost frame first, the records name it last."""
    return Outcome(
        id=test,
        status="error",
        phase=phase,
        error_type=_storable(error.type),
        message=_storable(error.message[:_MESSAGE]),
        detail=_storable(error.message) if len(error.message) > _MESSAGE else "",
        frames=[_storable_frame(frame) for frame in reversed(error.frames)],
    )


def _blame(outcomes: Outcomes, file: str, titles: tuple[str, ...], error: model.ErrorReport) -> None:
    """Make an error around tests that failed none of its group the error of one, as pytest does with teardowns.

    The cycle counts the tests of its baseline: an error of anything else would go unseen.
    """
    group = [test for test in outcomes if test.file == file and test.titles[: len(titles)] == titles]
    if any(outcomes[test].status in ("failed", "error") for test in group):
        return
    passed = [test for test in group if outcomes[test].status == "passed"]
    last = [*group, *passed][-1] if group else TestId.of(file)
    seconds = outcomes[last].duration if group else 0.0
    outcomes[last] = _error(last, error, "teardown" if group else "collect").model_copy(update={"duration": seconds})


def _fault(run: FrameworkRun) -> RunFault | None:
    """All faults of a run as one; the first decides its kind."""
    if not run.verdict.faults:
        return None
    first = run.verdict.faults[0].kind
    at_limit = first in _CUT_SHORT and any(one.ending.why == "limit" for one in run.runs)
    message = _storable("\n".join(fault.message for fault in run.verdict.faults))
    return RunFault(kind="timeout" if at_limit else _FAULTS[first], message=message, log_tail=run.log[-_LOG_TAIL:])


def _placed(outcome: Outcome, folder: str) -> Outcome:
    if not folder:
        return outcome
    frames = [Frame(file=f"{folder}/{one.file}", line=one.line, function=one.function) for one in outcome.frames]
    return outcome.model_copy(update={"id": _in_project(outcome.id, folder), "frames": frames})


def _in_project(test: TestId, folder: str) -> TestId:
    return TestId.of(f"{folder}/{test.file}", test.titles, test.occurrence) if folder else test


def _storable_frame(frame: Frame) -> Frame:
    return Frame(file=_storable(frame.file), line=frame.line, function=_storable(frame.function))


def _storable(text: str) -> str:
    """The same with lone surrogates spelt out: text with them can't be written to a file."""
    return text.encode("utf-8", "backslashreplace").decode()
