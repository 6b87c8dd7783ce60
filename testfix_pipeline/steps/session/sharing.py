"""Steps on a session that is shared through a git remote: brought before, pushed after, by whoever has its lease.

A step works in a checkout of its own process, as every step does on one machine.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.errors import PipelineError, UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.git import publication
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.mirror import mirror_folder
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.trees import merge_base
from testfix_pipeline.workspace.sessions.archive import archive_session
from testfix_pipeline.workspace.sessions.session_ids import taken_ids
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED, recorded
from testfix_pipeline.workspace.sessions.store import SessionStore, ignore_workflow
from testfix_pipeline.workspace.shared.attempt_claims import AttemptClaims, program_version
from testfix_pipeline.workspace.shared.checkouts import worker_checkout
from testfix_pipeline.workspace.shared.large_files import new_folder
from testfix_pipeline.workspace.shared.leases import HeldLease
from testfix_pipeline.workspace.shared.remote import Move
from testfix_pipeline.workspace.shared.session_state import SessionState, SharedPlace, StateRecord


@dataclass
class SharedWork:
    """What this process has of a shared session: a checkout, and within a step its lease.

    project: the project's folder in the checkout. is_left: whether the run leaves the session. offered: moves of other
    refs that the step's push makes with it.
    """

    state: SessionState
    record: StateRecord
    project: Path
    claims: AttemptClaims
    lease: HeldLease | None = None
    is_left: bool = False
    offered: list[Move] = field(default_factory=list)

    def refresh(self) -> None:
        """Bring the session as the remote has it, and let its clock go on from now: no two clocks are compared."""
        self.record = self.state.bring()
        _check_out(self.state, self.record)
        self.state.restore_files()
        session_clock.go_on_here(SessionStore(self.project, self.state.place.session_id))


_works: dict[SharedPlace, SharedWork] = {}


def work_on(place: SharedPlace) -> SharedWork:
    """This process's checkout of a shared session, brought when it is asked for the first time.

    Raises RemoteUnreachable, RemoteDenied, UnknownSession, UsageError (another version's session).
    """
    if place not in _works:
        _works[place] = _checked_out(place)
    return _works[place]


def _checked_out(place: SharedPlace) -> SharedWork:
    top = worker_checkout(place.url, Path(place.origin).name)
    git_dir = top / ".git"
    index = git_dir / f"testfix-{place.session_id}.index"
    state = SessionState(place, git_dir, top, index)
    record = state.bring()
    project = state.project = top / record.subdir
    worker = f"{socket.gethostname()} {os.getpid()}"
    claims = AttemptClaims(state.remote, place.session_id, worker, program_version(), place.lease_s)
    work = SharedWork(state, record, project, claims)
    work.refresh()
    return work


def _check_out(state: SessionState, record: StateRecord) -> None:
    """Let the checkout be at the session's baseline, and its commits be signed as where the session was opened."""
    git = GitClient(state.git_dir.parent, state.git_dir, state.git_dir.parent)
    if git.resolve_ref(state.git_dir, "HEAD") == record.baseline:
        return
    for name, value in zip(("user.name", "user.email"), record.author, strict=True):
        git.run("config", name, value)
    git.run("checkout", "--quiet", "--force", "--detach", record.baseline)
    git.run("clean", "-ffdq")
    ignore_workflow(state.project)


@contextmanager
def shared_step(place: SharedPlace, owner: str) -> Iterator[SharedWork]:
    """Do a step of `owner` on the session as the remote has it, and push what it did, also where it raises.

    A step within a step pushes at its end and leaves the lease to the outer one. Raises SessionBusy and what
    `Remote.swap` raises.
    """
    work = work_on(place)
    if work.lease is not None:
        yield work
        _push(work, owner, ends=False)
        return
    work.lease, work.is_left = work.state.acquire(owner), False
    try:
        work.refresh()
        try:
            yield work
        except BaseException:
            with contextlib.suppress(PipelineError):  # what the step said is what the user needs
                _push(work, owner, ends=True)
            raise
        _push(work, owner, ends=True)
    finally:
        work.state.leave(work.lease, owner)
        work.lease = None
        work.offered.clear()


def _push(work: SharedWork, owner: str, *, ends: bool) -> None:
    assert work.lease is not None
    work.state.push(work.lease, "" if work.is_left else owner, *work.offered, ends=ends)
    work.offered.clear()


def share(wb: Workbench, url: str, owner: str, lease_s: float) -> SharedPlace:
    """Put a session that was opened here into the remote, for the steps of `owner`.

    Raises InvalidConfig (credentials in the address), UsageError (the remote has such a session), and what
    `Remote.swap` raises.
    """
    place = SharedPlace(url, wb.session_id, str(wb.project.root), lease_s)
    state = _here(place, wb.project)
    wb.store.save_session(wb.store.session().model_copy(update={"remote": url}))
    try:
        large = new_folder(wb.session_id)
        record = StateRecord(wb.project.subdir, wb.baseline, wb.project.author(), program_version(), large)
        state.create(record, owner)
    except PipelineError as error:  # nobody else has it: it is a session of this machine that did not begin
        wb.set_status("failed", remote="", error=str(error))
        raise
    return place


def bring_here(url: str, session_id: SessionId, project_root: Path, owner: str) -> None:
    """Bring a session that was opened elsewhere into another checkout of its project, to go on with it there.

    Raises UnknownSession, UsageError where the checkout has another session of that id, or is one of another project,
    and what `bring_home` raises.
    """
    project, place = Project.open(project_root), SharedPlace(url, session_id, str(project_root))
    known = recorded(project.root, session_id) if session_id in taken_ids(project.root) else None
    if known is not None and known.created_at and known.remote != url:
        raise UsageError(
            f"{project.root} has a session {session_id} of its own, which is not that of {url}.",
            "Go on with that one in another clone.",
        )
    record = _here(place, project).record()
    same = record.subdir == project.subdir and merge_base(project.git, "HEAD", record.baseline) is not None
    if not same:
        raise UsageError(
            f"The session {session_id} of {url} is one of another project than {project.root}.",
            "Name a clone of its project with `--project`.",
        )
    bring_home(place, project.root, owner)


def bring_home(place: SharedPlace, project_root: Path, owner: str) -> None:
    """Bring a shared session into the user's repository and its folder; a completed one of `owner` is archived there.

    The user's checkout is only fetched into. Raises ProjectError where a ref can't be moved, and what `Remote` raises.
    """
    project = Project.open(project_root)
    state = _here(place, project)
    with exclusive(mirror_folder(project, place.session_id).parent / f"{place.session_id}.home", "bring home"):
        state.index.with_name(f"{state.index.name}.lock").unlink(missing_ok=True)  # of a git that was killed
        for ref, object_id in sorted(state.fetched().items()):
            forced = ref != publication.branch_ref(place.session_id)
            publication.publish(project, project.common_dir, object_id, ref, force=forced)
        state.restore_files()
    store = SessionStore(project.root, place.session_id)
    if store.session().status not in PLANNED:
        with contextlib.suppress(PipelineError):  # then retention keeps it in the remote
            state.note_home()
    if store.session().status == "completed":
        archive_session(project.root, place.session_id, owner)


def _here(place: SharedPlace, project: Project) -> SessionState:
    folder = mirror_folder(project, place.session_id).parent
    return SessionState(place, project.common_dir, project.root, folder / f"{place.session_id}.index")
