"""Decides whether a run is a measurement: every expected test reported and the end marker came."""

from __future__ import annotations

import signal
from collections.abc import Sequence

from testfix_pipeline.core.records import RunFault
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.own_faults import broken_plugin
from testfix_pipeline.execution.processes.supervisor import ProcessResult
from testfix_pipeline.execution.runners.report import ReportedRun

_TAIL = 4000
_LISTED = 10


def find_run_fault(
    report: ReportedRun, completed: ProcessResult, tests: Sequence[TestId] | None, log: str
) -> RunFault | None:
    """The fault of a run, None if its outcomes may be used. The exit code only explains a fault."""
    tail = log[-_TAIL:]
    where = f" while running {report.running}" if report.running else ""
    broken = report.broken or broken_plugin(log, report.versions)
    if broken:
        return RunFault(kind="own_fault", message=broken, log_tail=tail)
    if report.foreign:
        return RunFault(kind="foreign_import", message=_foreign_modules(report), log_tail=tail)
    if completed.timed_out and not report.ended:
        message = f"The tests did not end within {completed.seconds:.0f} s; they were ended{where}."
        return RunFault(kind="timeout", message=message, log_tail=tail)
    if report.collected is None:
        return _collection_fault(report, completed, log)
    if not report.ended or report.internal:
        why = f"pytest itself failed: {report.internal}" if report.internal else f"{_ending(completed)}{where}."
        return RunFault(kind="crash", message=why, log_tail=tail)
    if not report.collected and not report.collect_errors and not tests:
        return RunFault(kind="no_tests", message="pytest collected no tests.", log_tail=tail)
    return _missing_tests_fault(report, tests, tail)


def _collection_fault(report: ReportedRun, completed: ProcessResult, log: str) -> RunFault:
    """The fault of a run that ended before tests were collected."""
    tail = log[-_TAIL:]
    code = completed.returncode
    if report.internal or code is None or code < 0 or code > 128 or code == 0:
        why = f"pytest itself failed: {report.internal}" if report.internal else _ending(completed)
        return RunFault(kind="crash", message=f"{why} during collection.", log_tail=tail)
    cause = f"a conftest.py can't be imported, {report.conftest}. " if report.conftest else ""
    return RunFault(kind="usage", message=f"pytest could not run: {cause}{_pytest_error(log)}", log_tail=tail)


def _pytest_error(log: str) -> str:
    """pytest's own error message: from the first line of an error report."""
    lines = [line for line in log.strip().splitlines() if line.strip()]
    for number, line in enumerate(lines):
        if "ERROR" in line or "rror: " in line or line.startswith(("ImportError while", "Error importing")):
            return "\n".join(lines[number : number + 40])
    return "\n".join(lines[-10:]) or "it said nothing."


def _ending(completed: ProcessResult) -> str:
    code = completed.returncode
    if completed.cancelled:
        return "The run was cancelled"
    if completed.limit:
        return f"The tests were ended because they went over the limit of {completed.limit}"
    number = 0 if code is None else -code if code < 0 else code - 128 if code > 128 else 0
    if number in {entry.value for entry in signal.Signals}:
        return f"The test process was ended by {signal.Signals(number).name}"
    return f"The test process left before the end with exit code {code}"


def _foreign_modules(report: ReportedRun) -> str:
    name, file = report.foreign[0]
    return (
        f"The project's module {name} was imported from {file}, which is not in the tree under test, "
        "so the run says nothing about it."
    )


def _missing_tests_fault(report: ReportedRun, tests: Sequence[TestId] | None, tail: str) -> RunFault | None:
    expected = list(dict.fromkeys([*(report.collected or ()), *(tests or ())]))
    finished = report.finished
    missing = [test for test in expected if test not in finished and not _is_accounted_for(test, report)]
    if not missing:
        return None
    listed = ", ".join(missing[:_LISTED]) + (", ..." if len(missing) > _LISTED else "")
    return RunFault(kind="missing_ids", message=f"{len(missing)} tests never reported: {listed}", log_tail=tail)


def _is_accounted_for(test: TestId, report: ReportedRun) -> bool:
    """Whether a missing id is explained: its file has a collection error, skips itself, or was fixed.

    A fixed file may have no tests.
    """
    file = TestId(test).file
    explained = file in report.collect_errors or file in report.collect_skips
    shown = test in report.testless or any(found.startswith(f"{file}::") for found in report.collected or ())
    fixed = test == file and shown
    return explained or fixed
