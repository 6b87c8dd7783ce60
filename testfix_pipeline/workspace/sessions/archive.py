"""Moves a completed session to `.workflow/archives/`; an interrupted move is completed later.

The steps: write the marker `.archiving` into the session's folder, move the folder, leave a link at its old path (so
that printed paths remain valid), list it in `manifest.json`, remove the marker. Each step first checks whether it is
already done, so that an interrupted sequence can simply be repeated.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import DamagedState, ProjectError, SessionBusy, UsageError
from testfix_pipeline.core.records import SessionRecord, utc_now
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import make_folder, set_aside, sweep_parts, sync_folder, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.sessions.session_ids import holds_nothing, inside, session_folders
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import (
    is_test_session,
    list_sessions,
    require_test_session,
    session_record,
)
from testfix_pipeline.workspace.sessions.store import SessionStore

MARKER = ".archiving"
MANIFEST = "manifest.json"
Entry = dict[str, Any]


def archive_session(project_root: Path, session_id: SessionId, owner: str = "") -> Path:
    """Archive a completed session that nobody but `owner` works on; return its new folder.

    May be repeated. Raises UnknownSession, UsageError (not completed, or of another workflow), SessionBusy,
    ProjectError.
    """
    require_test_session(project_root, session_id)
    store = SessionStore(project_root, session_id)
    record = store.session()
    with _archiving(project_root) as archives:
        target = archives / session_id
        if store.folder != target:
            _require_archivable(store, record, owner)
            write_atomic(store.folder / MARKER, f"{utc_now()}\n".encode())
        _finish(project_root, session_id)
    return target


def finish_interrupted(project_root: Path) -> list[SessionId]:
    """Complete our interrupted archivings; return the sessions' ids."""
    if not _interrupted_sessions(project_root):
        return []
    with _archiving(project_root):
        found = _interrupted_sessions(project_root)
        for session_id in found:
            _finish(project_root, session_id)
    return found


def _interrupted_sessions(project_root: Path) -> list[SessionId]:
    """Return the test sessions with a marker; other tools mark their sessions in the same way."""
    markers = (marker for place in session_folders(project_root) for marker in place.glob(f"WFS-*/{MARKER}"))
    return sorted({SessionId(marker.parent.name) for marker in markers if _is_ours(project_root, marker)})


def _is_ours(project_root: Path, marker: Path) -> bool:
    """Whether a marked session is a test session, by its record, or by the time in our marker if that is damaged."""
    record = session_record(project_root, SessionId(marker.parent.name))
    return is_test_session(record) if record.workflow_type else bool(marker.read_bytes().strip())


def manifest(project_root: Path) -> list[Entry]:
    """Return the entries of the archive's manifest, oldest first. Reads a plain list of older tools, too."""
    return _entries(session_folders(project_root)[1] / MANIFEST) or []


@contextmanager
def _archiving(project_root: Path) -> Iterator[Path]:
    """Yield the locked archive folder: two sessions may complete at once. Raises ProjectError."""
    archives = session_folders(project_root)[1]
    inside(project_root, archives)
    try:
        make_folder(archives)
        with exclusive(archives / ".lock", "archive"):
            yield archives
    except OSError as error:
        raise ProjectError(
            f"The session can't be archived: {error}.", f"Make {archives} a writable folder of the project's disk."
        ) from error


def _require_archivable(store: SessionStore, record: SessionRecord, mine: str) -> None:
    if record.status != "completed":
        raise UsageError(
            f"The session {store.session_id} is {record.status}; only completed sessions are archived.",
            "Finish it with `testfix resume`.",
        )
    owner = owner_of(store)
    if owner is not None and owner != mine:
        raise SessionBusy(f"{owner} works on the session {store.session_id}.", "Archive it when that is done.")


def _finish(project_root: Path, session_id: SessionId) -> None:
    """Carry out the remaining steps for a marked session."""
    active, archived = (place / session_id for place in session_folders(project_root))
    if (active / MARKER).exists() and not active.is_symlink():
        if archived.exists():
            raise ProjectError(
                f"{active} can't be archived: {archived} exists already.", "Rename one of the two folders by hand."
            )
        active.rename(archived)
        _leave_link(active, archived)  # before anything can fail: later writes to the old path arrive
        sync_folder(archived.parent)
        sync_folder(active.parent)
    _leave_link(active, archived)
    _list_in_manifest(project_root, session_id)
    sweep_parts([archived, archived.parent])
    (archived / MARKER).unlink(missing_ok=True)
    sync_folder(archived)


def _leave_link(active: Path, archived: Path) -> None:
    """Link the session's former path to the archive, if the file system supports symlinks.

    After an interrupted archiving, releasing the session recreates a folder there, which holds only locks.
    """
    with contextlib.suppress(OSError):
        if active.is_dir() and holds_nothing(active):
            shutil.rmtree(active)
        if not os.path.lexists(active):
            active.symlink_to(os.path.relpath(archived, active.parent), target_is_directory=True)


def _list_in_manifest(project_root: Path, session_id: SessionId) -> None:
    """Add an entry for the session, once. An unreadable manifest is set aside and rebuilt from the folders."""
    path = session_folders(project_root)[1] / MANIFEST
    entries = _entries(path)
    if entries is None:
        set_aside(path)
        records = [record for record in list_sessions(project_root) if (path.parent / record.session_id).is_dir()]
        entries = [_entry(path.parent / record.session_id, record) for record in reversed(records)]
    if any(entry.get("session_id") == session_id for entry in entries) and path.exists():
        return
    listed = [entry for entry in entries if entry.get("session_id") != session_id]
    mine = _entry(path.parent / session_id, _record(project_root, session_id))
    content = json.dumps({"archives": [*listed, mine]}, indent=2, ensure_ascii=False)
    write_atomic(path, f"{content}\n".encode("utf-8", "backslashreplace"))


def _record(project_root: Path, session_id: SessionId) -> SessionRecord:
    """Return the session's record, or a minimal one if it was damaged after the session completed."""
    try:
        return SessionStore(project_root, session_id).session()
    except DamagedState:
        return SessionRecord(session_id=session_id, status="completed", created_at="", updated_at="")


def _entry(folder: Path, record: SessionRecord) -> Entry:
    return {
        **record.model_dump(
            include={"session_id", "type", "status", "description", "source_session_id", "review", "branch"}
        ),
        "outcome": record.outcome,
        "created_at": record.created_at,
        "completed_at": record.updated_at,
        "archived_at": utc_now(),
        "path": f".workflow/archives/{folder.name}",
    }


def _entries(path: Path) -> list[Entry] | None:
    """Return the manifest's entries, [] if there is none, None if it can't be read."""
    try:
        found = json.loads(path.read_bytes())
    except FileNotFoundError:
        return []
    except (ValueError, RecursionError):
        return None
    if isinstance(found, dict):
        found = found.get("archives")
    if not isinstance(found, list) or not all(isinstance(entry, dict) for entry in found):
        return None
    return found
