"""The files of an attempt until its iteration is closed."""

from __future__ import annotations

from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.store import ATTEMPTS


def attempt_file(task_id: str) -> str:
    """The file of an attempt, relative to the session's folder."""
    return f"{ATTEMPTS}/{task_id}.json"


def run_file(task_id: str) -> str:
    """The file of the full run that judged an attempt, relative to the session's folder."""
    return f"{ATTEMPTS}/{task_id}-run.json"


def stored_attempt(wb: Workbench, task_id: str) -> Attempt | None:
    """The journalled attempt at a task, None if there is none."""
    return read_stored(wb, attempt_file(task_id), Attempt)


def derived_id(task_id: str) -> str:
    """The id of the attempt that the engine makes around a task's failed one."""
    return f"{task_id}-derived"


def derived_attempt(wb: Workbench, task_id: str) -> Attempt | None:
    """The journalled attempt around the one at a task, None if there is none."""
    return stored_attempt(wb, derived_id(task_id))
