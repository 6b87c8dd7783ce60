"""Opens and measures a session while Dagster is being imported, which saves a command two seconds.

The steps of the run then find the work in the journal. Only the CLI does this, and only for steps in its own process.
"""

import importlib
import signal
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from sys import getswitchinterval, setswitchinterval
from typing import TYPE_CHECKING, Any

from testfix_pipeline.core.configuration.flat_settings import nested_settings
from testfix_pipeline.core.errors import BudgetSpent, PipelineError
from testfix_pipeline.steps.session.session_ref import SessionRef

if TYPE_CHECKING:
    from testfix_pipeline.steps.session.workbench import Workbench

# The thread switch interval, so that the import yields to the session, which mostly waits for other processes; Python's
# default of 5 ms would add up over hundreds of short waits.
SWITCH_S = 0.0005

CODE_LOCATION = "testfix_pipeline.definitions"
SESSION_JOBS = "testfix_pipeline.defs.session.session_jobs"
ENGINE = "testfix_pipeline.agents.builtin"
# The module that runs a job. It imports Dagster's storage, which takes .3 s.
RUNNING = "testfix_pipeline.defs.runs.job_runner"

_opened: dict[str, SessionRef] = {}
_measured: dict[str, "Workbench"] = {}
_errors: dict[str, PipelineError] = {}


@contextmanager
def importing_definitions() -> Iterator[None]:
    """Import Dagster, the jobs and the engine in a thread during the block; the next import reports errors."""
    before = getswitchinterval()
    setswitchinterval(SWITCH_S)
    threading.Thread(target=_import_definitions, name="import of the definitions", daemon=True).start()
    try:
        yield
    finally:
        setswitchinterval(before)


def _import_definitions() -> None:
    try:
        for module in (SESSION_JOBS, RUNNING, ENGINE):
            importlib.import_module(module)
    except Exception:  # the next import of the module raises it again
        return


@contextmanager
def deferred_interrupts() -> Iterator[None]:
    """Defer Ctrl-C within the block; raise KeyboardInterrupt at its end.

    During an import or a finaliser the exception would be lost. Only the main thread receives signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        raise KeyboardInterrupt


def open_session(launch: Mapping[str, Any], run_id: str) -> SessionRef:
    """Open the session of a `fix` for the run `run_id`, which may not exist yet. launch: the flat settings.

    Raises PipelineError if no session can be opened.
    """
    from testfix_pipeline import cycle

    ref = cycle.start({**nested_settings(launch), "kind": "fix"}, run_id)
    _opened[run_id] = ref
    return ref


def opened_for(run_id: str | None) -> SessionRef | None:
    """Return the session that `open_session` opened in this process for a run; None if it did not."""
    return _opened.get(run_id) if run_id else None


def measure(ref: SessionRef) -> None:
    """Measure the baseline. A failure is stored for the run's own step, which raises it.

    Raises BudgetSpent, with the session paused, if too little time is left for a run.
    """
    from testfix_pipeline import cycle

    try:
        _measured[ref.owner] = cycle.measure(ref)
    except BudgetSpent:
        raise
    except PipelineError as error:
        _errors[ref.owner] = error


def measured_workbench(ref: SessionRef) -> "Workbench | None":
    """Return the session that `measure` measured in this process for this run; None if it did not.

    Raises the PipelineError of a failed measurement.
    """
    if ref.owner in _errors:
        raise _errors[ref.owner]
    return _measured.get(ref.owner)
