"""Finds the stored values of runs, and the sessions of runs of earlier versions, which had no tags for them."""

from __future__ import annotations

import json
from pathlib import Path

from testfix_pipeline.workspace.home import home


def values_folder() -> Path:
    """Return the folder of values that the steps of runs pass on."""
    return home() / ".dagster" / "values"


def noted_session(run_id: str) -> dict[str, str] | None:
    """Return `project` and `session_id` of an earlier version's run, None for any other run."""
    if not _note(run_id).exists():
        return None
    found: dict[str, str] = json.loads(_note(run_id).read_text(encoding="utf-8"))
    return found


def _note(run_id: str) -> Path:
    return values_folder() / "runs" / run_id / "session.json"
