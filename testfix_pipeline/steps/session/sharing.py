"""Steps on a session that is shared through a git remote: the holder of its lease fetches before and pushes after.

A step works in a checkout of its own process, as it does on one machine.
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
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED, session_record
from testfix_pipeline.workspace.sessions.store import SessionStore, ignore_workflow
from testfix_pipeline.workspace.shared.attempt_claims import AttemptClaims, program_version
from testfix_pipeline.workspace.shared.checkouts import worker_checkout
from testfix_pipeline.workspace.shared.large_files import new_folder
from testfix_pipeline.workspace.shared.leases import HeldLease
from testfix_pipeline.workspace.shared.remote import Move
from testfix_pipeline.workspace.shared.session_state import SessionState, SharedPlace, StateRecord


@dataclass
class SharedWork:
    """This process's checkout of a shared session and, within a step, its lease.

    project: the project's folder in the checkout. is_left: whether the run gives the session up. offered: moves of
    other refs for the step's push.
    """

    state: SessionState
    record: StateRecord
    project: Path
    claims: AttemptClaims
    lease: HeldLease | None = None
    is_left: bool = False
    offered: list[Move] = field(default_factory=list)

    def refresh(self) -> None:
        """Fetch the session from the remote, and continue its clock from now: clocks are never compared."""
        self.record = self.state.bring()
        _check_out(self.state, self.record)
        self.state.restore_files()
        session_clock.go_on_here(SessionStore(self.project, self.state.place.session_id))


_works: dict[SharedPlace, SharedWork] = {}


def work_on(place: SharedPlace) -> SharedWork:
    """Return this process's checkout of a shared session, made at the first call.

    Raises RemoteUnreachable, RemoteDenied, UnknownSession, UsageError (another version's session).
    """
    if place not in _works:
        _works[place] = _make_shared_work(place)
    return _works[place]


def _make_shared_work(place: SharedPlace) -> SharedWork:
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
    """Check out the session's baseline, and sign commits as the session's author."""
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
    """Run a step of `owner` on the fetched session, and push its changes, also if it raises.

    A nested step pushes at its end and leaves the lease to the outer one. Raises SessionBusy and what `Remote.swap`
    raises.
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
            with contextlib.suppress(PipelineError):  # the step's own error is the one to report
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
    """Push a session that was opened here to the remote, for the steps of `owner`.

    Raises InvalidConfig (credentials in the address), UsageError (the remote already has the session), and what
    `Remote.swap` raises.
    """
    place = SharedPlace(url, wb.session_id, str(wb.project.root), lease_s)
    state = _local_state(place, wb.project)
    wb.store.save_session(wb.store.session().model_copy(update={"remote": url}))
    try:
        large = new_folder(wb.session_id)
        record = StateRecord(wb.project.subdir, wb.baseline, wb.project.author(), program_version(), large)
        state.create(record, owner)
    except PipelineError as error:  # not in the remote: a local session that failed to start
        wb.set_status("failed", remote="", error=str(error), next_step=error.next_step)
        raise
    return place


def bring_here(url: str, session_id: SessionId, project_root: Path, owner: str) -> None:
    """Fetch a session that was opened elsewhere into another checkout of its project, to continue it there.

    Raises UnknownSession, UsageError if the checkout has another session of that id or belongs to another project, and
    what `bring_home` raises.
    """
    project, place = Project.open(project_root), SharedPlace(url, session_id, str(project_root))
    known = session_record(project.root, session_id) if session_id in taken_ids(project.root) else None
    if known is not None and known.created_at and known.remote != url:
        raise UsageError(
            f"{project.root} has a session {session_id} of its own, which is not that of {url}.",
            "Go on with that one in another clone.",
        )
    record = _local_state(place, project).record()
    same = record.subdir == project.subdir and merge_base(project.git, "HEAD", record.baseline) is not None
    if not same:
        raise UsageError(
            f"The session {session_id} of {url} is one of another project than {project.root}.",
            "Name a clone of its project with `--project`.",
        )
    bring_home(place, project.root, owner)


def bring_home(place: SharedPlace, project_root: Path, owner: str) -> None:
    """Fetch a shared session into the user's repository and session folder; archive it if `owner` completed it.

    The checkout's files are not changed. Raises ProjectError if a ref can't be moved, and what `Remote` raises.
    """
    project = Project.open(project_root)
    state = _local_state(place, project)
    with exclusive(mirror_folder(project, place.session_id).parent / f"{place.session_id}.home", "bring home"):
        state.index.with_name(f"{state.index.name}.lock").unlink(missing_ok=True)  # left by a killed git
        for ref, object_id in sorted(state.fetched().items()):
            forced = ref != publication.branch_ref(place.session_id)
            publication.publish(project, project.common_dir, object_id, ref, force=forced)
        state.restore_files()
    store = SessionStore(project.root, place.session_id)
    if store.session().status not in PLANNED:
        with contextlib.suppress(PipelineError):  # then retention does not remove it from the remote
            state.note_home()
    if store.session().status == "completed":
        archive_session(project.root, place.session_id, owner)


def _local_state(place: SharedPlace, project: Project) -> SessionState:
    folder = mirror_folder(project, place.session_id).parent
    return SessionState(place, project.common_dir, project.root, folder / f"{place.session_id}.index")
