"""The file of an attempt until its iteration is closed."""

from __future__ import annotations

from testfix_pipeline.core.records import Attempt
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.store import ATTEMPTS


def journal(task_id: str) -> str:
    """The file of an attempt, relative to the session's folder."""
    return f"{ATTEMPTS}/{task_id}.json"


def run_file(task_id: str) -> str:
    """The file of the full run that judged an attempt, relative to the session's folder."""
    return f"{ATTEMPTS}/{task_id}-run.json"


def journalled(wb: Workbench, task_id: str) -> Attempt | None:
    """The attempt at a task as it was journalled, None where it has not been made."""
    return read_stored(wb, journal(task_id), Attempt)
