"""The next step for a user whose suite could not be measured."""

from __future__ import annotations

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.records import RunFault, RunFaultKind, SuiteRun

NEXT_STEPS: dict[RunFaultKind, str] = {
    "no_tests": "Point --test-command at the tests, or add some: `testfix run` will generate tests.",
    "timeout": "Raise `suite_timeout_seconds`, or lower `test_timeout_seconds`: a test that takes longer has failed.",
    "usage": "Run the same command by hand; below is what pytest says.",
    "crash": "Run the same command by hand; below is the end of its output.",
    "missing_ids": "Run the same command by hand; below is the end of its output.",
    "breakdown": "Fix what the tests lack on this machine, then run `testfix resume`.",
    "changed_ids": "Give the parameters fixed ids (`pytest.param(..., id=...)`), then run `testfix resume`.",
    "changed_packages": "Find what writes into node_modules, or let an installation end; then start a new session.",
    "tampering": "Find the code that replaces or catches the test framework's assertions: the message says where.",
    "contradiction": "Run the same command by hand: what it reports does not agree with itself or with its exit code.",
    "own_fault": "Report it with the lines above: nothing of the project or of a patch is at fault.",
    "foreign_import": "Give the project its own interpreter with --python.",
}


def not_measured_notice(fault: RunFault) -> str:
    """A notice on a suite that is left out because of a fault of its run."""
    return f"Not run: the tests of {fault.suite} can't be measured. {fault.message} {NEXT_STEPS[fault.kind]}"


def require_measurement(run: SuiteRun) -> None:
    """Raises MeasurementError where the run's outcomes may not be used."""
    if run.fault is not None:
        message = f"The tests can't be measured: {run.fault.message}"
        raise MeasurementError(message, NEXT_STEPS[run.fault.kind], run.fault.log_tail.strip())
