"""Where the values of runs lie, and which session a run of an earlier version worked on: it has no tags of that."""

from __future__ import annotations

import json
from pathlib import Path

from testfix_pipeline.workspace.home import home


def values_folder() -> Path:
    """The folder of the values that steps of runs hand on."""
    return home() / ".dagster" / "values"


def noted_session(run_id: str) -> dict[str, str] | None:
    """`project` and `session_id` of a run of an earlier version; None for another one."""
    if not _note(run_id).exists():
        return None
    found: dict[str, str] = json.loads(_note(run_id).read_text(encoding="utf-8"))
    return found


def _note(run_id: str) -> Path:
    return values_folder() / "runs" / run_id / "session.json"
