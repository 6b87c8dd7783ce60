"""Actions on sessions: start, sync, complete, safe removal, and taking back what `apply` put on the branch."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.errors import SessionBusy, UnknownSession, UsageError
from testfix_pipeline.core.identifiers import project_option
from testfix_pipeline.core.progress import render_lines, render_todo
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.completion import complete_message
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.progress_list import progress_items
from testfix_pipeline.workspace.delivery import delivery
from testfix_pipeline.workspace.git.publication import branch_ref
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.archive import archive_session
from testfix_pipeline.workspace.sessions.branch_status import status_of
from testfix_pipeline.workspace.sessions.removal import is_checked_out, remove_session
from testfix_pipeline.workspace.sessions.session_lock import claim, owner_of
from testfix_pipeline.workspace.sessions.session_lookup import append_sync, require_test_session
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.leases import usual_lease_s
from testfix_pipeline.workspace.shared.remote import RemoteDenied, RemoteRefused, RemoteUnreachable
from testfix_pipeline.workspace.shared.shared_removal import remove_by_user
from testfix_pipeline.workspace.shared.shared_sessions import shared_sessions

Found = dict[str, Any]


def remove(project_path: Path, session_id: SessionId, *, force: bool) -> Found:
    """Remove a session's folder, branch and attempts' commits, also in its remote; its rows in the history stay.

    Refused while another process works on it, if its branch is checked out, and without `force` if the branch has fixes
    that no other branch has. An unreachable remote is an error; with `force` the session is only removed here. Raises
    UnknownSession, SessionBusy, UsageError, and what `Remote` raises.
    """
    project = Project.open(project_path)
    store = SessionStore(project.root, session_id)
    require_test_session(project.root, session_id)
    _require_removable(project, store, force)
    folder, remote = store.folder, store.session().remote
    gone, stays = _remove_in_remote(project, store, force) if remote else ([], "")
    removed = remove_session(project, session_id)
    found: Found = {"session_id": session_id, "removed": str(folder), "refs": removed}
    return {**found, "remote": remote, "remote_refs": gone, "stays": stays}


def removed_text(found: Found) -> str:
    """Return the result of `remove` in sentences."""
    here = f"removed {found['removed']} and {len(found['refs'])} refs"
    there = f", and {len(found['remote_refs'])} refs of {found['remote']}" if found["remote"] else ""
    return f"{here}{there}" + (f"\n{found['stays']}" if found["stays"] else "")


def _remove_in_remote(project: Project, store: SessionStore, force: bool) -> tuple[list[str], str]:
    """Remove a session's refs in its remote; return them, and what remains there, as a sentence."""
    url, branch = store.session().remote, branch_ref(store.session_id)
    try:
        with shared_sessions(url, store.session_id, with_files=False) as shared:
            tip = shared.found[0].refs.get(branch)
            if tip and not force and project.git.resolve(f"{tip}^{{commit}}") is None:
                raise UsageError(
                    f"The branch {branch} of {url} holds commits that this project lacks.",
                    f"Bring them by `testfix resume --remote {url} --session {store.session_id}`, or remove it with "
                    "--force.",
                )
            gone = remove_by_user(shared, usual_lease_s(), forced=force)
    except UnknownSession:  # already removed, by retention or another machine
        return [], ""
    except (RemoteUnreachable, RemoteDenied, RemoteRefused) as error:
        if not force:
            raise
        return [], f"What the remote has of it stays there: {error.what}"
    return gone, f"{branch} stays there, beside the project's other branches." if tip and branch not in gone else ""


def revert(project_path: Path, session_id: SessionId) -> Found:
    """Take back what `apply` put on the checked-out branch, by one commit; the session can be applied again.

    Raises UnknownSession, SessionBusy, and UsageError if `apply` put nothing of it on the branch.
    """
    project = Project.open(project_path)
    require_test_session(project.root, session_id)
    store = SessionStore(project.root, session_id)
    record = store.session()
    commits = _require_revertible(project, record)
    rows = project.git.names("show", "-s", "-z", "--format=%s", commits[0])
    reverted = "".join(f"This reverts commit {commit}.\n" for commit in reversed(commits))
    message = f'Revert "{rows[0]}"\n\n{reverted}\nTest-Session: {session_id}'
    done = delivery.revert(project, commits, message=message, patch_path=store.path("revert.patch"))
    if done.applied:
        branch_status.note(store, "open")
    return {
        "session_id": session_id,
        "reverted": done.applied,
        "commits": done.commits,
        "patch": str(done.patch or ""),
        "message": f"reverted by {done.commits[-1][:12]}" if done.applied else done.reason,
    }


def _require_revertible(project: Project, record: SessionRecord) -> list[str]:
    """Return the commits that `apply` made. Raises UsageError if they are not on the branch."""
    commits = record.applied_commits
    if not commits:
        raise UsageError(
            f"Nothing of the session {record.session_id} was put on a branch by `testfix apply`.",
            "What was merged by other means, git reverts: `git revert COMMIT`.",
        )
    if project.git.attempt("merge-base", "--is-ancestor", commits[-1], "HEAD").status != 0:
        raise UsageError(
            f"The commit {commits[-1][:12]} of the session {record.session_id} is not on the checked-out branch.",
            "Switch to the branch to which it was applied.",
        )
    return commits


def start(launch: dict[str, str]) -> Found:
    """Open a session without running it: folder, record, branch with the snapshot. Refusals come first.

    launch: the project and the input, as returned by `use_cases.project_and_input`.
    """
    owner = f"process-{os.getpid()}"
    kind, command = ("run", "execute") if launch["input"] else ("fix", "resume")
    ref = cycle.start({**launch, "kind": kind}, owner)
    wb = ref.open()
    wb.mirror.close()
    release(owner)
    return {
        "project": ref.project,
        "session_id": ref.session_id,
        "status": wb.session.status,
        "branch": wb.session.branch,
        "next": f"testfix {command} --session {ref.session_id} {project_option(ref.project)}",
    }


def sync(project_path: Path, session_id: SessionId, message: str) -> Found:
    """Rewrite TODO_LIST.md from the session's files and append a message, by default its status and pass rate.

    Raises UnknownSession, SessionBusy while a run works on it, which updates both itself.
    """
    project = Project.open(project_path)
    store = SessionStore(project.root, session_id)
    require_test_session(project.root, session_id)
    with claim(store, f"process-{os.getpid()}"):
        items = progress_items(store)
        store.write_text("TODO_LIST.md", render_todo(items, session_id))
        said = message or _standing(store)
        append_sync(project.root, session_id, said, project.git.resolve(f"refs/heads/{store.session().branch}") or "")
    return {"session_id": session_id, "message": said, "progress": render_lines(items)}


def _standing(store: SessionStore) -> str:
    results = store.results()
    rate = f"{format_rate(results.pass_rate)}% pass rate" if results else "not measured"
    return f"Session {store.session().status}: {rate}"


def complete(project_path: Path, session_id: SessionId) -> Found:
    """Archive a session that its cycle completed, with its message in sync.jsonl.

    Only a full run completes a session. Raises UsageError if it is not completed.
    """
    project = Project.open(project_path)
    store = SessionStore(project.root, session_id)
    require_test_session(project.root, session_id)
    record = store.session()
    if record.status != "completed":
        raise UsageError(
            f"The session {session_id} is {record.status}: only a full run that passes completes one.",
            f"Go on with `testfix resume --session {session_id}`, or leave it as it is.",
        )
    results = store.results()
    said = complete_message(format_rate(results.pass_rate) if results else "?")
    append_sync(project.root, session_id, said, project.git.resolve(f"refs/heads/{record.branch}") or "")
    return {"session_id": session_id, "message": said, "archived": str(archive_session(project.root, session_id))}


def _require_removable(project: Project, store: SessionStore, force: bool) -> None:
    owner = owner_of(store)
    if owner is not None:
        raise SessionBusy(f"{owner} works on the session {store.session_id}.", "Remove it when that is done.")
    record = store.session()
    if is_checked_out(project, record):
        raise UsageError(f"Its branch {record.branch} is checked out.", "Switch to another one first (`git switch -`).")
    if not force and status_of(project, record) == "open":
        raise UsageError(
            f"The branch {record.branch} holds fixes that no other branch has.",
            f"Take them with `testfix apply --session {store.session_id}`, or remove it with --force.",
        )
