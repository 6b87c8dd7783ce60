"""Finds the sessions of a project: all of them, or the one that a command means."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Collection
from pathlib import Path

from testfix_pipeline.core.errors import PipelineError, UnknownSession, UsageError
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.records import SessionRecord, utc_now
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import append_line
from testfix_pipeline.workspace.sessions import older_forms, session_ids
from testfix_pipeline.workspace.sessions.store import SESSION, load

STOPPED = ("paused", "blocked", "failed", "active", "planning")
"""The statuses of sessions that `resume` goes on with."""
PLANNED = ("planning", "active")
"""Those that `execute` goes on with."""


def list_sessions(project_root: Path) -> list[SessionRecord]:
    """Return every session, active and archived, newest first. Unreadable ones are `failed` with a `note`."""
    places = (place for place in session_ids.session_folders(project_root) if place.is_dir())
    names = {path.name for place in places for path in place.glob("WFS-*") if not session_ids.holds_nothing(path)}
    found = [session_record(project_root, SessionId(name)) for name in sorted(names)]
    return sorted(found, key=lambda record: (record.created_at, record.session_id), reverse=True)


def session_record(project_root: Path, name: SessionId) -> SessionRecord:
    """Return a session's record without repairs; `failed` with a `note` if it can't be read."""
    try:
        file = session_ids.session_folder(project_root, name) / SESSION
    except PipelineError as problem:
        return _unreadable(name, str(problem))
    backup = file.with_name(f"{SESSION}.bak")
    for path in (file, backup):
        with contextlib.suppress(OSError):
            record = load(path, SessionRecord, older_forms.session_form, name)
            if record is not None:
                return record.model_copy(update={"session_id": name})
    return _unreadable(name, f"{file} can't be read")


def _unreadable(name: SessionId, note: str) -> SessionRecord:
    """Return a `failed` record without a type: an unknown session must not be changed."""
    said = {"session_id": name, "type": "", "workflow_type": "", "status": "failed", "created_at": "", "note": note}
    return SessionRecord.model_validate(said)


def is_test_session(record: SessionRecord) -> bool:
    """Whether the pipeline may change a session; those of other workflows are only read."""
    return record.workflow_type == "test_session"


def own_sessions(project_root: Path) -> list[SessionRecord]:
    """Return the sessions that the pipeline may change, newest first."""
    return [record for record in list_sessions(project_root) if is_test_session(record)]


def require_test_session(project_root: Path, session_id: SessionId) -> None:
    """Refuse a session that the pipeline must not change; an unreadable record is accepted.

    Raises UnknownSession if there is none, UsageError if it belongs to another workflow.
    """
    session_ids.require_known(session_id, session_ids.session_folder(project_root, session_id))
    record = session_record(project_root, session_id)
    if record.workflow_type and not is_test_session(record):
        raise UsageError(
            f"{session_id} is a session of another workflow ({record.workflow_type}), which is read and never changed.",
            f"Test what it did with `testfix run {session_id}`.",
        )


def find_session(project_root: Path, wanted: str | None, statuses: Collection[str], yes: bool = False) -> SessionId:
    """Return the session `wanted`, else the only test session in one of `statuses`, with `yes` the newest.

    Raises UnknownSession if there is none or several fit; the message lists them with their status. Raises UsageError
    if the wanted one belongs to another workflow.
    """
    if wanted is not None:
        session_id = check_session_id(wanted)
        require_test_session(project_root, session_id)
        return session_id
    tests = own_sessions(project_root)
    fitting = [record for record in tests if record.status in statuses]
    if len(fitting) == 1 or (fitting and yes):
        return fitting[0].session_id
    listing = ", ".join(f"{record.session_id} ({record.status})" for record in fitting or tests)
    if fitting:
        raise UnknownSession(
            f"Several sessions fit: {listing}.", "Name one with --resume-session, or take the newest with --yes."
        )
    there = f"There are: {listing}." if listing else "It has no session of testfix."
    *others, last = statuses
    wanted_status = f"{', '.join(others)} or {last}" if others else last
    raise UnknownSession(
        f"No session of {project_root} is {wanted_status}. {there}", "Start one with `testfix run` or `testfix fix`."
    )


def append_sync(project_root: Path, session_id: SessionId, message: str, commit: str = "") -> None:
    """Append a message about a session at a commit to `.workflow/sync.jsonl`, durably.

    A message equal to the session's last one is not repeated, since a killed run repeats its steps.
    """
    path = project_root / ".workflow" / "sync.jsonl"
    row = {"session_id": session_id, "message": message, "commit": commit}
    if _last_sync(path, session_id) != row:
        append_line(path, json.dumps({"timestamp": utc_now(), **row}, ensure_ascii=False))


def _last_sync(path: Path, session_id: SessionId) -> dict[str, str] | None:
    """Return the session's last message, without its time; invalid lines are skipped."""
    try:
        lines = path.read_bytes().splitlines()
    except FileNotFoundError:
        return None
    for line in reversed(lines):
        with contextlib.suppress(ValueError, RecursionError):
            row = json.loads(line)
            if isinstance(row, dict) and row.get("session_id") == session_id:
                return {name: str(row.get(name, "")) for name in ("session_id", "message", "commit")}
    return None
