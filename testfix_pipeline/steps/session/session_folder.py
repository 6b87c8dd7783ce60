"""Claims the folder of a new session before anything is written into it."""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterator
from contextlib import contextmanager

from testfix_pipeline.core.errors import SessionBusy
from testfix_pipeline.core.identifiers import check_session_id, fix_session_id, session_id_for
from testfix_pipeline.core.records import utc_now
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.ownership import own
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.worktrees import remove_folder
from testfix_pipeline.workspace.sessions.archive import archive_session, finish_interrupted
from testfix_pipeline.workspace.sessions.session_ids import holds_nothing, inside, session_folders, taken_ids
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import own_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore, ignore_workflow


def take_folder(
    project: Project, wanted: str, description: str, owner: str, taken: Collection[str] = ()
) -> SessionStore:
    """Claim the session folder of the id `wanted`, else of a free name for the description, for `owner`.

    taken: ids that are used elsewhere, such as in a remote. Raises SessionBusy if another live owner has the wanted
    one.
    """
    with _lock_sessions(project):
        ignore_workflow(project.root)
        store = (
            SessionStore(project.root, check_session_id(wanted))
            if wanted
            else _claim_free_folder(project, description, taken)
        )
        own(store, owner)
        return store


def _claim_free_folder(project: Project, description: str, elsewhere: Collection[str]) -> SessionStore:
    taken = taken_ids(project.root).union(elsewhere)
    name = session_id_for(description, taken) if description else fix_session_id(utc_now()[:10], taken)
    store = SessionStore(project.root, name)
    store.folder.mkdir(parents=True)
    return store


def tidy(project: Project) -> None:
    """Complete interrupted archiving, archive completed test sessions, remove folders that a kill left empty.

    Sessions of other workflows are not changed.
    """
    finish_interrupted(project.root)
    for record in own_sessions(project.root):
        folder = session_folders(project.root)[0] / record.session_id
        if record.status == "completed" and folder.is_dir() and not folder.is_symlink():
            with contextlib.suppress(SessionBusy):
                archive_session(project.root, record.session_id)
    if not session_folders(project.root)[0].is_dir():
        return
    with _lock_sessions(project):
        for store in _unopened_sessions(project):
            if owner_of(store) is None:
                remove_folder(store.folder)


def _unopened_sessions(project: Project) -> list[SessionStore]:
    """Return sessions whose run was killed between claiming the folder and writing the first record.

    A folder without our claim may belong to another tool that is about to write to it.
    """
    claims = session_folders(project.root)[0].glob("WFS-*/.lock")
    places = [claim.parent for claim in claims if not claim.parent.is_symlink()]
    return [SessionStore(project.root, SessionId(place.name)) for place in places if holds_nothing(place)]


@contextmanager
def _lock_sessions(project: Project) -> Iterator[None]:
    """Lock the project's sessions: a folder that was just made has no owner for a moment."""
    active = inside(project.root, session_folders(project.root)[0])
    with exclusive(active / ".lock", "opening"):
        yield
