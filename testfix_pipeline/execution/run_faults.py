"""The next step for a user whose suite could not be measured."""

from __future__ import annotations

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.records import RunFault, RunFaultKind, SuiteRun

NEXT_STEPS: dict[RunFaultKind, str] = {
    "no_tests": "Point --test-command at the tests, or add some: `testfix run` will generate tests.",
    "timeout": "Raise `suite_timeout_seconds`, or lower `test_timeout_seconds`: a test that takes longer has failed.",
    "usage": "Run the tests by hand, and end what fails there.",
    "crash": "Run the tests by hand, and end what fails there.",
    "missing_ids": "Run the tests by hand, and end what fails there.",
    "breakdown": "Fix what the tests lack on this machine, then run `testfix resume`.",
    "changed_ids": "Give the parameters fixed ids (`pytest.param(..., id=...)`), then run `testfix resume`.",
    "changed_packages": "Find what writes into node_modules, or let an installation end; then start a new session.",
    "tampering": "Find the code that replaces or catches the test framework's assertions: the message says where.",
    "contradiction": "Run the tests by hand: what they report does not agree with itself or with the exit code.",
    "own_fault": "Report it with the lines above: nothing of the project or of a patch is at fault.",
    "foreign_import": "Give the project its own interpreter with --python.",
}


def step_after(fault: RunFault) -> str:
    """The step for a fault: that of its cause, else that of its kind."""
    return fault.next_step or NEXT_STEPS[fault.kind]


def not_measured_notice(fault: RunFault) -> str:
    """A notice on a suite that is left out because of a fault of its run."""
    return f"Not run: the tests of {fault.suite} can't be measured. {fault.message} {step_after(fault)}"


def require_measurement(run: SuiteRun) -> None:
    """Raises MeasurementError where the run's outcomes may not be used."""
    if run.fault is not None:
        message = f"The tests can't be measured: {run.fault.message}"
        raise MeasurementError(message, step_after(run.fault), run.fault.log_tail.strip())
