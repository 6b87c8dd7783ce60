"""Determines the status of a session's branch (applied, merged, deleted unmerged, open) and stores it in its record."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.records import SessionRecord, utc_now
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.session_lock import claim
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore, read_object

ENDED = ("completed", "blocked", "paused")
# So many of a project's latest sessions are looked at: an older branch is settled, or nobody's business any more.
_LATEST = 50
_FINAL = ("applied", "merged", "deleted")


def look(project: Project) -> list[SessionId]:
    """Update the branch status of the project's latest ended sessions; return the ids whose status changed."""
    changed = []
    for record in list_sessions(project.root)[:_LATEST]:
        if record.workflow_type == "test_session" and record.status in ENDED:
            status = status_of(project, record)
            if status and status != record.delivered:
                note(SessionStore(project.root, record.session_id), status)
                changed.append(record.session_id)
    return changed


def note(store: SessionStore, status: str, **more: str | list[str]) -> None:
    """Store a branch's status, the present time, and further fields in the session's record.

    Raises SessionBusy while another process works on the session.
    """
    noted = {"delivered": status, "delivered_at": utc_now(), **more}
    with claim(store, f"branch status of {store.session_id}"):
        store.save_session(store.session().model_copy(update=noted))


def status_of(project: Project, record: SessionRecord) -> str:
    """Return applied, merged, deleted or open; empty for a session that landed nothing.

    Merged: another branch contains the branch, or the checked-out branch has the same files (a squash leaves no other
    trace). A final status is never changed.
    """
    before = record.delivered
    head = _head(project.root, record.session_id)
    files = _source_files(project, record, head) if head and before not in _FINAL else []
    if not files:
        return before
    if _held_elsewhere(project, head) or _as_left(project, head, files, "HEAD"):
        return "merged"
    return "open" if project.git.resolve(f"refs/heads/{record.branch}") else "deleted"


def holds_unmerged(project: Project, record: SessionRecord) -> bool:
    """Whether the session's branch has source changes that no other branch has and nobody has rejected.

    Reads the branch itself: a run that died left no result, and may have landed fixes.
    """
    tip = project.git.resolve(f"refs/heads/{record.branch}") if record.branch else None
    if tip is None or record.delivered in _FINAL:
        return False
    files = _source_files(project, record, tip)
    return bool(files) and not (_held_elsewhere(project, tip) or _as_left(project, tip, files, "HEAD"))


def _head(project_root: Path, session_id: SessionId) -> str:
    result = SessionStore(project_root, session_id).path(".process/session-result.json")
    return str(read_object(result).get("head_commit") or "")


def _source_files(project: Project, record: SessionRecord, head: str) -> list[str]:
    """Return the files that the session changed, without session files; empty if its commits are gone."""
    if not record.baseline_commit or record.baseline_commit == head:
        return []
    answer = project.git.attempt("diff", "--name-only", "-z", record.baseline_commit, head, "--")
    names = answer.out.decode("utf-8", "surrogateescape").split("\0") if answer.status == 0 else []
    return [name for name in names if name and ".workflow/" not in f"{name}/"]


def _held_elsewhere(project: Project, head: str) -> bool:
    answer = project.git.attempt(
        "for-each-ref", f"--contains={head}", "--format=%(refname)", "refs/heads", "refs/remotes"
    )
    names = answer.out.decode("utf-8", "replace").split() if answer.status == 0 else []
    return any("/testfix/" not in name for name in names)


def same_files(project: Project, record: SessionRecord, commit: str) -> bool:
    """Whether a commit has every file that the session changed, as the session left it."""
    head = _head(project.root, record.session_id)
    files = _source_files(project, record, head) if head else []
    return bool(files) and _as_left(project, head, files, commit)


def _as_left(project: Project, head: str, files: list[str], commit: str) -> bool:
    return project.git.attempt("diff", "--quiet", head, commit, "--", *files).status == 0
