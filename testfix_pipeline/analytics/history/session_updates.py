"""Updates the history from projects: new or continued sessions, and the status of their branches."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pandas as pd

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.delivery.handover import Mode, hand_over
from testfix_pipeline.workspace.error_reports import pipeline_error
from testfix_pipeline.workspace.git.repository import Project, session_key
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions, own_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

# Older sessions are not published.
_LATEST = 10


def follow(history: History, projects: Iterable[Path]) -> list[str]:
    """Append missing sessions, those noted by runs first, then those of the projects; return their keys.

    Skips sessions that a process works on, and unreadable projects and sessions.
    """
    done = history.take_up_waiting()
    known = history.read("sessions").set_index("session_key")[["updated_at", "delivered"]]
    for root in sorted({path.resolve() for path in projects}):
        try:
            branch_status.look(Project.open(root))
        except PipelineError:
            continue
        for record in list_sessions(root):
            key = session_key(root, record.session_id)
            if record.workflow_type != "test_session" or not record.created_at or _current(known, key, record):
                continue
            if _append(history, root, record.session_id):
                done.append(key)
    return done


def look_and_publish(project: Project, mode: Mode) -> list[str]:
    """Update the status of the sessions' branches, then `publish`. Raises PipelineError."""
    branch_status.look(project)
    return publish(project.root, mode)


def publish(root: Path, mode: Mode) -> list[str]:
    """Publish each session of a project whose fixes are not delivered, once; return a sentence for each."""
    project, said = Project.open(root), []
    for record in own_sessions(root)[:_LATEST]:
        waiting = record.status in ("completed", "blocked") and record.delivered == "open"
        if waiting and not record.published:
            try:
                handed = hand_over(project, record.session_id, mode)
                more = {"published": handed.place, "published_commit": handed.commit}
                branch_status.note(SessionStore(root, record.session_id), "open", **more)
                said.append(f"{record.session_id}: published as {handed.place}")
            except PipelineError as error:
                said.append(f"{record.session_id}: not published. {error}")
    return said


def _current(known: pd.DataFrame, key: str, record: SessionRecord) -> bool:
    """Whether the history has a session's present state; branch statuses count, as times are in whole seconds."""
    if key not in known.index:
        return False
    at = pd.to_datetime(record.updated_at, utc=True, errors="coerce")
    return bool(known.at[key, "updated_at"] == at and known.at[key, "delivered"] == record.delivered)


def _append(history: History, root: Path, session_id: SessionId) -> bool:
    try:
        if owner_of(SessionStore(root, session_id)) is not None:
            return False
        history.append(session_frames(root, session_id))
    except PipelineError:
        return False
    except Exception as error:  # an unreadable session must not exclude the others
        history.notes.append(f"{session_id} of {root}: {pipeline_error(error)}")
        return False
    return True
