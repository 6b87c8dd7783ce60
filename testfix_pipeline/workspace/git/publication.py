"""Publishes a session's commits into the user's repository: only objects and the session's own refs."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import sync_folder
from testfix_pipeline.workspace.git.repository import Project

# Version 2 of the protocol hands out objects that no ref names, which the mirror has none of.
_FETCH = ("core.fsync=all", "protocol.version=2", "fetch.writeCommitGraph=false", "fetch.fsckObjects=false")


def branch_ref(session_id: SessionId) -> str:
    """The ref of a session's branch in the user's repository."""
    return f"refs/heads/testfix/{session_id}"


def session_ref(session_id: SessionId, name: str) -> str:
    """Return a ref that keeps a commit of a session without being a branch; `name` is a task's id, for instance."""
    return f"refs/testfix/{session_id}/{name}"


def publish(project: Project, source: Path, object_id: str, ref: str, *, force: bool = False) -> None:
    """Fetch an object from the repository `source` and point `ref` at it, durably.

    Raises ProjectError if the ref would lose commits (unless `force`), or if the user has its branch checked out.
    """
    answer = project.git.attempt(
        "fetch",
        *("--quiet", "--no-tags", "--no-write-fetch-head", "--no-auto-gc", "--no-recurse-submodules", "--no-prune"),
        "--refmap=",
        str(source),
        f"{'+' if force else ''}{object_id}:{ref}",
        settings=_FETCH,
    )
    if answer.status != 0:
        raise _refusal(project, ref, answer.err.strip())
    folder = (project.common_dir / ref).parent
    if folder.is_dir():  # git syncs the ref's file, not its folder
        sync_folder(folder)


def _refusal(project: Project, ref: str, message: str) -> ProjectError:
    branch = ref.removeprefix("refs/heads/")
    if "refusing to fetch into" in message:
        return ProjectError(
            f"The session's branch {branch} is checked out, so nothing can be landed on it.",
            "Switch that checkout to another branch (`git switch -`) and resume.",
        )
    if "non-fast-forward" in message or "rejected" in message:
        return ProjectError(
            f"The session's branch {branch} holds commits that are not the session's.",
            "Move them to a branch of their own and start a new session.",
        )
    if project.git.resolve("refs/heads/testfix") or project.git.resolve("refs/testfix"):
        return ProjectError(
            "A branch named `testfix` stands where the branches of sessions go (testfix/<session>).",
            "Rename it (`git branch -m testfix <other name>`) and run again.",
        )
    return ProjectError(f"Git could not store {ref}: {message}.", "Fix what git complains about and resume.")


def remove_stale_locks(project: Project, session_id: SessionId) -> list[str]:
    """Remove lock files of a killed call on the session's own refs; return their names."""
    refs = project.common_dir / "refs"
    found = [refs / "heads" / "testfix" / f"{session_id}.lock", *(refs / "testfix" / session_id).glob("*.lock")]
    stale = [lock for lock in found if lock.exists()]
    for lock in stale:
        lock.unlink(missing_ok=True)
    return [lock.relative_to(project.common_dir).as_posix() for lock in stale]
