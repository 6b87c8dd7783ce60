"""Reads the fixes that earlier sessions of a project landed, for the searches of later ones."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.records import Attempt, FixHistory
from testfix_pipeline.workspace.sessions import older_forms
from testfix_pipeline.workspace.sessions.session_ids import session_folder
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import HISTORY, load

MOST_SESSIONS = 50


def landed_before(project_root: Path, but: str = "") -> list[Attempt]:
    """Return the landed attempts of a project's latest sessions except `but`, oldest first.

    An unreadable history counts as empty: earlier fixes are only hints for a search.
    """
    found: list[Attempt] = []
    others = [record.session_id for record in list_sessions(project_root) if record.session_id != but]
    for name in reversed(others[:MOST_SESSIONS]):
        path = session_folder(project_root, name) / HISTORY
        history = load(path, FixHistory, older_forms.history_form, name) or FixHistory()
        found += [attempt for attempt in history.attempts if attempt.result == "landed"]
    return found
