"""Retention of sessions: removes folders, branches and refs over their limits, and abandoned worktrees.

Removal is planned first, so that a dry run can show it; each item is checked again before it is removed. A session is
removed only after its rows are in the history, where they stay.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from pathlib import Path

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.session_updates import follow
from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.core.configuration.retention import Policy, RetainedSession, sessions_over
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.moments import read_moment
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.repository import Project, project_key, session_key
from testfix_pipeline.workspace.git.worktrees import remove_folder
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.sessions.removal import remove_session, size_of, why_it_stays
from testfix_pipeline.workspace.sessions.session_lock import owner_of
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

DAY = 86400.0


@dataclass(frozen=True)
class RetentionItem:
    """An item to remove, or one over a limit that must stay (`stays` says why)."""

    kind: str
    name: str
    size: int
    why: str
    stays: str = ""
    remove: Callable[[], object] = field(default=lambda: None, repr=False, compare=False)


def plan(policy: Policy, projects: Iterable[Path], now: datetime) -> list[RetentionItem]:
    """Return the sessions of these projects, and worktrees and values of all, that exceed limits. Removes nothing."""
    items: list[RetentionItem] = []
    roots = {path.resolve() for path in projects if path.is_dir()}
    for root in sorted(roots):
        try:
            items += _sessions(policy, Project.open(root), now)
        except PipelineError as error:
            items.append(RetentionItem("project", str(root), 0, "", stays=str(error)))
    known = {*roots, *(path for path in History().projects() if path.is_dir())}
    return [*items, *_work(policy, now, {project_key(root): root for root in known})]


def carry_out(items: Iterable[RetentionItem]) -> tuple[list[RetentionItem], list[str]]:
    """Remove the items; return those removed, and a sentence for each that could not be."""
    gone: list[RetentionItem] = []
    problems: list[str] = []
    for item in items:
        if item.stays:
            continue
        try:
            item.remove()
            gone.append(item)
        except (PipelineError, OSError) as error:
            problems.append(f"{item.kind} {item.name}: {error}")
    return gone, problems


def collect_garbage() -> None:
    """Run git's garbage collection in our own clones; other repositories belong to their users."""
    for folder in sorted((home() / "clones").glob("*/.git")):
        GitClient(folder.parent).attempt("gc", "--quiet", "--prune=now")


def _sessions(policy: Policy, project: Project, now: datetime) -> Iterator[RetentionItem]:
    history = History()
    follow(history, [project.root])
    known = set(history.read("sessions", ["session_key"])["session_key"].astype(str))
    records = [record for record in list_sessions(project.root) if record.workflow_type == "test_session"]
    found = [_retained(policy, project, record, now, known) for record in records]
    for one, why in sessions_over(policy, found):
        work = partial(_remove, policy, project.root, one.name)
        yield RetentionItem("session", session_key(project.root, one.name), one.size, why, one.stays, work)


def _retained(
    policy: Policy, project: Project, record: SessionRecord, now: datetime, known: set[str]
) -> RetainedSession:
    stays = why_it_stays(project, record, unmerged_goes=policy.unmerged == "remove")
    if not stays and session_key(project.root, record.session_id) not in known:
        stays = "its rows are not in the history"
    size = size_of(SessionStore(project.root, record.session_id).folder)
    return RetainedSession(record.session_id, days_since(record, now), size, stays)


def days_since(record: SessionRecord, now: datetime) -> float:
    """Return days since the session's creation, since a late merge of the branch still changes the record."""
    for text in (record.created_at, record.updated_at):
        found = read_moment(text)
        if found is not None:
            return (now - found).total_seconds() / DAY
    return 0.0


def _remove(policy: Policy, root: Path, session_id: SessionId) -> None:
    """Remove a session if it has not changed since it was planned."""
    project = Project.open(root)
    record = next((one for one in list_sessions(root) if one.session_id == session_id), None)
    if record is None:
        return
    stays = why_it_stays(project, record, unmerged_goes=policy.unmerged == "remove")
    if stays:
        raise PipelineError(
            f"{stays[0].upper()}{stays[1:]}.", "Run `testfix prune` again: it says what stays, and why."
        )
    remove_session(project, session_id)
    remove_folder(home() / ".dagster" / "values" / "sessions" / session_key(root, session_id))


def _work(policy: Policy, now: datetime, roots: Mapping[str, Path]) -> Iterator[RetentionItem]:
    """Yield mirrors and worktrees that no process uses and that exceed the limit; a resume recreates them.

    `roots`: the known projects by key, whose sessions' owners are checked.
    """
    if not policy.work_days:
        return
    for folder in sorted(cache_root().glob("*/WFS-*")):
        root = roots.get(folder.parent.name)
        if root is not None and owner_of(SessionStore(root, SessionId(folder.name))) is not None:
            continue
        if folder.is_dir() and _idle_days(folder, now) > policy.work_days and not _locked(folder / "lock"):
            why = f"untouched for {_idle_days(folder, now):.0f} days, over {policy.work_days}"
            work = partial(remove_folder, folder)
            yield RetentionItem("worktrees", f"{folder.parent.name}/{folder.name}", size_of(folder), why, remove=work)


def _idle_days(folder: Path, now: datetime) -> float:
    places = (folder, *folder.iterdir(), *folder.glob("trees/*"))
    latest = max((place.stat().st_mtime for place in places if place.exists()), default=time.time())
    return (now.timestamp() - latest) / DAY


def _locked(path: Path) -> bool:
    """Whether a process holds the mirror at this moment."""
    if not path.exists():
        return False
    handle = os.open(path, os.O_RDWR)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False
