"""Folders of a project's sessions, and the ids that the project or its repository already uses."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.errors import ProjectError, UnknownSession
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitClient


def taken_ids(project_root: Path) -> set[str]:
    """Return every used id, including those of remaining branches, which a new session would continue."""
    places = (place for place in session_folders(project_root) if place.is_dir())
    return {path.name for place in places for path in place.iterdir()} | _branches(project_root)


def _branches(project_root: Path) -> set[str]:
    """Return sessions with refs in the repository: a new one of that name would continue their branch."""
    answer = GitClient(project_root).attempt(
        "for-each-ref", "--format=%(refname)", "refs/heads/testfix/", "refs/testfix/"
    )
    return ids_in_refs(answer.out.decode("utf-8", "replace").split() if answer.status == 0 else [])


def ids_in_refs(names: Iterable[str]) -> set[str]:
    """Return the ids of the sessions that own these branches testfix/* and refs/testfix/*."""
    return {name.removeprefix("refs/heads/").removeprefix("refs/").split("/")[1] for name in names}


def session_folders(project_root: Path) -> tuple[Path, Path]:
    """Return the folders of the active and of the archived sessions."""
    return project_root / ".workflow" / "active", project_root / ".workflow" / "archives"


def session_folder(project_root: Path, session_id: SessionId) -> Path:
    """Return the folder of a session: the archived one if only that has a record, else the active one.

    Neither the link to the archive nor a lock released late in the active folder hides it. Raises InvalidConfig for an
    invalid id and ProjectError if a symlink leads out of the project.
    """
    check_session_id(session_id)
    active, archived = (place / session_id for place in session_folders(project_root))
    folder = archived if archived.is_dir() and (active.is_symlink() or not _has_record(active)) else active
    inside(project_root, folder)
    return folder


def inside(top: Path, path: Path) -> Path:
    """Return `path` if it is inside `top` with all symlinks resolved. Raises ProjectError otherwise."""
    if not path.resolve().is_relative_to(top.resolve()):
        raise ProjectError(f"{path} leads out of {top}.", "Remove the symlink; a session's files stay in the project.")
    return path


def _has_record(folder: Path) -> bool:
    return any((folder / f"workflow-session.json{end}").exists() for end in ("", ".bak"))


def holds_nothing(folder: Path) -> bool:
    """Whether a session's folder has only locks and drafts: its run was killed before the first record."""
    if folder.is_symlink():
        return False
    files = (path for path in folder.rglob("*") if not path.is_dir() or path.is_symlink())
    return all(path.name in (".lock", ".lock.guard") or path.suffix == ".part" for path in files)


def require_known(session_id: SessionId, folder: Path) -> None:
    """Raise UnknownSession if the session has no record."""
    if not _has_record(folder):
        raise UnknownSession(
            f"There is no session {session_id} in {folder.parent.parent}.", "`testfix status` lists those there are."
        )
