"""`testfix sessions`: list, show, archive, and remove with care."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import SessionBusy, UsageError
from testfix_pipeline.workspace.fates import fate_of
from testfix_pipeline.workspace.lock import owner_of
from testfix_pipeline.workspace.removal import remove_session
from testfix_pipeline.workspace.repository import Project
from testfix_pipeline.workspace.session_ids import require_known
from testfix_pipeline.workspace.store import SessionStore

Found = dict[str, Any]


def remove(project_path: Path, session_id: str, *, force: bool) -> Found:
    """Remove a session's folder, branch and kept attempts; its rows in the history stay.

    Refused while somebody works on it, where its branch is checked out, and without `force` where the branch holds
    fixes that reached no other branch. Raises UnknownSession, SessionBusy, UsageError.
    """
    project = Project.open(project_path)
    store = SessionStore(project.root, session_id)
    require_known(session_id, store.folder)
    _require_removable(project, store, force)
    folder = store.folder
    removed = remove_session(project, session_id)
    return {"session_id": session_id, "removed": str(folder), "refs": removed}


def _require_removable(project: Project, store: SessionStore, force: bool) -> None:
    owner = owner_of(store)
    if owner is not None:
        raise SessionBusy(f"{owner} works on the session {store.session_id}.", "Remove it when that is done.")
    record = store.session()
    checked_out = project.git.attempt("symbolic-ref", "-q", "HEAD").out.decode("utf-8", "replace").strip()
    if record.branch and checked_out == f"refs/heads/{record.branch}":
        raise UsageError(f"Its branch {record.branch} is checked out.", "Switch to another one first (`git switch -`).")
    if not force and fate_of(project, record) == "open":
        raise UsageError(
            f"The branch {record.branch} holds fixes that no other branch has.",
            f"Take them with `testfix apply --session {store.session_id}`, or remove it with --force.",
        )
