"""A session in a git remote: its files in the ref `state`, its branch, and its current owner in the ref `lease`.

A step takes the lease, updates the local checkout from the remote, works as on one machine, and pushes files, branch,
lease and attempts in one transaction: a step that is killed earlier has no effect. The push names the ids that were
read, so that a step that continues after losing its lease is refused as a whole.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import DamagedState, SessionBusy, UnknownSession, UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.publication import branch_ref, session_ref
from testfix_pipeline.workspace.sessions.session_ids import session_folder
from testfix_pipeline.workspace.shared.attempt_claims import attempts_prefix
from testfix_pipeline.workspace.shared.large_files import large_files
from testfix_pipeline.workspace.shared.leases import HOME, LEASE_S, HeldLease, LeaseWatch, read_record, record_commit
from testfix_pipeline.workspace.shared.remote import Move, Remote
from testfix_pipeline.workspace.shared.shared_files import SharedFiles

# 2: the tree may have pointers to large files, which an earlier version would take for their content
FORMAT, WITHOUT_POINTERS = 2, 1
HELD, FREE = "held", "free"


@dataclass(frozen=True)
class SharedPlace:
    """The remote of a shared session, and what every worker has to know of it.

    origin: the project's folder where the session was opened; it names the project, and need not exist here. lease_s:
    seconds of silence after which a worker counts as dead.
    """

    url: str
    session_id: SessionId
    origin: str
    lease_s: float = LEASE_S


@dataclass(frozen=True)
class StateRecord:
    """The record of a commit of `state`; its tree has the session's files.

    subdir: the project's folder in its repository. author: who signs commits. program: the version that opened it.
    large: the folder of its large files, "" if all is in git.
    """

    subdir: str
    baseline: str
    author: tuple[str, str]
    program: str
    large: str = ""

    def fields(self) -> dict[str, Any]:
        """Return the fields of its commit, in the oldest format that can represent them."""
        known = {**asdict(self), "format": FORMAT if self.large else WITHOUT_POINTERS}
        return known if self.large else {name: value for name, value in known.items() if name != "large"}


@dataclass
class SessionState:
    """The local side of a shared session: a repository, and the session's folder in a checkout of it."""

    place: SharedPlace
    git_dir: Path
    project: Path
    index: Path
    _seen: dict[str, str] = field(default_factory=dict)
    _large: str = ""

    def __post_init__(self) -> None:
        self.remote = Remote(GitClient(self.git_dir, self.git_dir), self.place.url)
        self._watch = LeaseWatch(self.place.lease_s)

    @property
    def files(self) -> SharedFiles:
        """The session's folder, which moves when the session is archived."""
        folder = session_folder(self.project, self.place.session_id)
        return SharedFiles(self.git_dir, folder, self.index, large_files(self._large))

    # -- the lease

    def acquire(self, owner: str) -> HeldLease:
        """Take the session's lease for a step of `owner`, after waiting for an earlier step of that owner.

        Raises SessionBusy if another owner is alive.
        """
        first = ""
        while True:
            seen = self.remote.look(self._lease_ref).get(self._lease_ref, "")
            holder = self._holder(seen)
            free = not seen or (holder.get("state") == FREE and holder.get("owner") in ("", owner))
            if free or self._watch.is_over(self._lease_ref, seen):
                taken = HeldLease.take(
                    self.remote, self._lease_ref, seen, _holder_fields(owner, HELD), self.place.lease_s
                )
                if taken is not None:
                    return taken
                continue
            first = first or seen
            if holder.get("owner") != owner and seen != first:
                raise _busy(self.place, str(holder.get("owner")))
            time.sleep(min(1.0, self.place.lease_s / 10))

    def _holder(self, seen: str) -> dict[str, Any]:
        if not seen:
            return {}
        self.remote.fetch([seen])
        return read_record(self.remote, seen)

    def leave(self, lease: HeldLease, owner: str) -> None:
        """End a lease without a push, so that the next step of `owner` need not wait until it expires."""
        lease.give_up(_holder_fields(owner, FREE))

    # -- fetching and pushing

    def create(self, record: StateRecord, owner: str) -> None:
        """Push a new session to the remote. Raises UsageError if the remote has one of its id."""
        self._large = record.large
        state = self._state_commit(record, [])
        lease = record_commit(self.remote, _holder_fields(owner, FREE), [])
        moves = [Move(self._state_ref, "", state), Move(self._lease_ref, "", lease), *self._moved_refs()]
        if not self.remote.swap(*moves):
            raise UsageError(
                f"The remote {self.place.url} has a session {self.place.session_id} already, perhaps of another "
                "cluster.",
                "Start with another `session_id`, or go on with that one where it was opened.",
            )

    def bring(self) -> StateRecord:
        """Fetch the session and set its local refs to the remote's; return the record of its state.

        Raises UnknownSession, DamagedState, UsageError (a newer version's), and what `Remote` raises.
        """
        self._set_local_refs(self.fetched())
        return self._record(self._seen[self._state_ref])

    def record(self) -> StateRecord:
        """Fetch the session and return the record of its state; no local ref moves. Raises as `bring`."""
        self.fetched()
        return self._record(self._seen[self._state_ref])

    def fetched(self) -> dict[str, str]:
        """Fetch the session from the remote and move no local ref. Returns the commits of its branch, its snapshot and
        what else is stored for it, by ref.

        Raises UnknownSession if the remote has none of its id, and what `Remote` raises.
        """
        found = self.remote.look(branch_ref(self.place.session_id), f"refs/testfix/{self.place.session_id}/*")
        state = found.get(self._state_ref)
        if state is None:
            raise UnknownSession(
                f"The remote {self.place.url} has no session {self.place.session_id}.", "Start a new session."
            )
        mine = {ref: one for ref, one in found.items() if self._is_shared(ref)}
        self.remote.fetch([state, *mine.values()])
        self._seen = {**mine, self._state_ref: state}
        self._large = str(read_record(self.remote, state).get("large", ""))
        return mine

    def note_home(self) -> None:
        """Record in the remote that this repository has the session as last fetched, if its lease is free."""
        lease = self.remote.look(self._lease_ref).get(self._lease_ref, "")
        if self._holder(lease) and self._holder(lease).get("state") == FREE:
            fields = {"owner": "", "state": FREE, HOME: self._seen[self._state_ref]}
            self.remote.swap(Move(self._lease_ref, lease, record_commit(self.remote, fields, [lease])))

    def restore_files(self) -> None:
        """Restore the session's folder to the last fetched state."""
        self.files.restore(self._tree(self._seen[self._state_ref]))

    def push(self, lease: HeldLease, owner: str, *others: Move, ends: bool = True) -> None:
        """Push a step's changes with its lease. Raises SessionBusy if the lease was lost: nothing is pushed then.

        ends: whether the lease is free afterwards, for the next step of `owner` ("" for anyone).
        """
        before = self._seen[self._state_ref]
        tree = self.files.tree()
        moves = [*self._moved_refs(), *others]
        state = before
        if tree != self._tree(before):
            state = self._state_commit(self._record(before), [before], tree)
            moves.append(Move(self._state_ref, before, state))
        if not lease.move_on(_holder_fields(owner, FREE if ends else HELD), *moves, ends=ends):
            raise _busy(self.place, "Another worker")
        self._seen = {**self._seen, **{move.ref: move.new for move in moves if self._is_known(move.ref)}}

    def _state_commit(self, record: StateRecord, parents: Sequence[str], tree: str | None = None) -> str:
        return record_commit(self.remote, record.fields(), parents, tree or self.files.tree())

    def _record(self, state: str) -> StateRecord:
        found = read_record(self.remote, state)
        newest = found.get("format", 0)
        if isinstance(newest, int) and newest > FORMAT:
            raise UsageError(
                f"The session {self.place.session_id} was written by a newer version of testfix "
                f"({found.get('program', 'unknown')}).",
                "Update this worker.",
            )
        try:
            author = (str(found["author"][0]), str(found["author"][1]))
            large = str(found.get("large", ""))
            return StateRecord(str(found["subdir"]), str(found["baseline"]), author, str(found["program"]), large)
        except (LookupError, TypeError) as problem:
            raise DamagedState(
                f"The ref {self._state_ref} of {self.place.url} holds no session.", "Start a new session."
            ) from problem

    def _set_local_refs(self, wanted: dict[str, str]) -> None:
        """Set the session's local refs."""
        lines = [f"update {ref} {one}\n" for ref, one in wanted.items()]
        lines += [f"delete {ref}\n" for ref in self._local_refs() if ref not in wanted]
        self.remote.git.run("update-ref", "--no-deref", "--stdin", stdin="".join(lines).encode())

    def _local_refs(self) -> dict[str, str]:
        places = (branch_ref(self.place.session_id), f"refs/testfix/{self.place.session_id}/")
        rows = self.remote.git.run("for-each-ref", "--format=%(objectname) %(refname)", *places).decode().splitlines()
        return {ref: one for one, _, ref in (row.partition(" ") for row in rows)}

    def _moved_refs(self) -> list[Move]:
        """Return the moves of the session's local refs since they were fetched."""
        local = self._local_refs()
        return [Move(ref, self._seen.get(ref, ""), one) for ref, one in local.items() if self._seen.get(ref) != one]

    def _is_shared(self, ref: str) -> bool:
        """Whether checkouts have a ref of the remote: all but the state, the lease and attempts."""
        own = (self._state_ref, self._lease_ref)
        return ref not in own and not ref.startswith(attempts_prefix(self.place.session_id))

    def _is_known(self, ref: str) -> bool:
        return ref == self._state_ref or self._is_shared(ref)

    def _tree(self, commit: str) -> str:
        return self.remote.git.line("rev-parse", "--verify", f"{commit}^{{tree}}")

    @property
    def _state_ref(self) -> str:
        return session_ref(self.place.session_id, "state")

    @property
    def _lease_ref(self) -> str:
        return session_ref(self.place.session_id, "lease")


def _holder_fields(owner: str, state: str) -> dict[str, str]:
    """Return the record of the session's lease."""
    return {"owner": owner, "state": state}


def _busy(place: SharedPlace, who: str) -> SessionBusy:
    return SessionBusy(
        f"{who} works on the session {place.session_id} in {place.url}.",
        "Wait for that run to end. What this one did since its last step is not taken; the rest is in the remote.",
    )
