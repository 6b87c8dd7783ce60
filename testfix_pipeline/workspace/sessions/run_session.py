"""Which session a run works on, noted beside the run's values so that every process of the run finds it."""

from __future__ import annotations

import json
from pathlib import Path

from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.home import home


def values_folder() -> Path:
    """The folder of the values that steps of runs hand on."""
    return home() / ".dagster" / "values"


def note_session(run_id: str, project: str, session_id: str) -> None:
    """Note that a run works on a session of the project in the folder `project`."""
    noted = {"project": project, "session_id": session_id}
    write_atomic(_note(run_id), json.dumps(noted).encode())


def noted_session(run_id: str) -> dict[str, str] | None:
    """`project` and `session_id` of a run; None where the run has no session yet."""
    if not _note(run_id).exists():
        return None
    found: dict[str, str] = json.loads(_note(run_id).read_text(encoding="utf-8"))
    return found


def _note(run_id: str) -> Path:
    return values_folder() / "runs" / run_id / "session.json"
