"""Removes a session: folder, branch, attempts' commits, worktrees. Refuses while its fixes are nowhere else."""

from __future__ import annotations

import json
import os
from pathlib import Path

from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import sync_folder, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.worktrees import remove_folder
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.archive import MANIFEST
from testfix_pipeline.workspace.sessions.session_ids import session_folders
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.store import SessionStore


def remove_session(project: Project, session_id: SessionId) -> list[str]:
    """Remove a session's files and refs; return the names of the refs. The caller checks `why_it_stays`."""
    store = SessionStore(project.root, session_id)
    removed = session_refs(project, session_id, f"refs/heads/{store.session().branch}")
    for name in removed:
        project.git.run("update-ref", "-d", name)
    folder = store.folder
    link = session_folders(project.root)[0] / session_id
    if link.is_symlink():
        link.unlink()
    remove_folder(folder)
    sync_folder(folder.parent)
    remove_folder(cache_root() / project.key / session_id)
    _take_out_of_manifest(project.root, session_id)
    return removed


def session_refs(project: Project, session_id: SessionId, branch: str) -> list[str]:
    """Return the session's own refs: its branch, and the commits of its attempts."""
    kept = project.git.attempt("for-each-ref", "--format=%(refname)", f"refs/testfix/{session_id}/")
    names = kept.out.decode("utf-8", "surrogateescape").split() if kept.status == 0 else []
    own = [branch] if branch == f"refs/heads/testfix/{session_id}" and project.git.resolve(branch) else []
    return own + names


def why_it_stays(project: Project, record: SessionRecord, *, unmerged_goes: bool = False) -> str:
    """Return why a session must not be removed, as a sentence; empty if it may."""
    owner = owner_of(SessionStore(project.root, record.session_id))
    if owner is not None:
        return f"{owner} works on it"
    if is_checked_out(project, record):
        return f"its branch {record.branch} is checked out"
    if not unmerged_goes and branch_status.holds_unmerged(project, record):
        return f"its branch {record.branch} holds fixes that no other branch has"
    return ""


def is_checked_out(project: Project, record: SessionRecord) -> bool:
    """Whether the session's branch is checked out."""
    head = project.git.attempt("symbolic-ref", "-q", "HEAD").out.decode("utf-8", "replace").strip()
    return bool(record.branch) and head == f"refs/heads/{record.branch}"


def size_of(folder: Path) -> int:
    """Return the bytes of the files below a folder; files that vanish meanwhile are skipped."""
    total = 0
    for place, _folders, files in os.walk(folder):
        for name in files:
            try:
                total += os.lstat(os.path.join(place, name)).st_size  # noqa: PTH118 - a million files in a year
            except FileNotFoundError:
                continue
    return total


def _take_out_of_manifest(project_root: Path, session_id: SessionId) -> None:
    archives = session_folders(project_root)[1]
    path = archives / MANIFEST
    if not path.exists():
        return
    with exclusive(archives / ".lock", "archive"):
        try:
            listed = json.loads(path.read_bytes())["archives"]
            rest = [entry for entry in listed if entry.get("session_id") != session_id]
        except (ValueError, LookupError, TypeError, AttributeError):
            return  # the next archiving rebuilds it
        if len(rest) != len(listed):
            content = json.dumps({"archives": rest}, indent=2, ensure_ascii=False)
            write_atomic(path, f"{content}\n".encode("utf-8", "backslashreplace"))
