"""Leases on refs of a remote. The id of the ref's commit is the token: another process that moves the ref ends it.

Clocks are never compared. A lease has expired when a reader has seen the same id for the lease's length by its own
clock; a live holder moves its ref to a new commit well before.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from testfix_pipeline.core.errors import MachineError, ProjectError
from testfix_pipeline.workspace.git.repository import FALLBACK_AUTHOR
from testfix_pipeline.workspace.git.trees import commit_tree
from testfix_pipeline.workspace.shared.remote import Move, Remote

LEASE_S = 30.0
"""Seconds of silence after which a holder counts as dead: the delay after a crash. A live one renews three times."""

LEASE_VARIABLE = "TESTFIX_LEASE_S"
"""The environment variable that overrides LEASE_S."""

HOME = "home"
"""The field in the record of a free lease for the commit of `state` that a project's repository has."""

Fields = Mapping[str, Any]


def usual_lease_s() -> float:
    """Return the seconds of a lease on this machine."""
    return float(os.environ.get(LEASE_VARIABLE) or LEASE_S)


def record_commit(remote: Remote, fields: Fields, parents: Sequence[str], tree: str | None = None) -> str:
    """Make a commit in the local repository whose message is a record; its id is unique."""
    unique = {**fields, "nonce": secrets.token_hex(8)}
    content = tree or remote.git.line("mktree", stdin=b"")
    return commit_tree(remote.git, content, parents, json.dumps(unique, indent=1, sort_keys=True), FALLBACK_AUTHOR)


def read_record(remote: Remote, object_id: str) -> dict[str, Any]:
    """Return the record of a fetched commit; {} if it contains none."""
    body = remote.git.run("cat-file", "commit", object_id).partition(b"\n\n")[2]
    try:
        found = json.loads(body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


class LeaseWatch:
    """Measures how long this process has seen each ref with the same id.

    Of the time between two looks at most a third of the lease counts, since a reader that was suspended itself has seen
    nothing.
    """

    def __init__(self, lease_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.lease_s, self._clock = lease_s, clock
        self._seen: dict[str, tuple[str, float, float]] = {}

    def is_over(self, ref: str, object_id: str) -> bool:
        """Note a ref's id; return whether it has been the same for the whole lease."""
        now = self._clock()
        known, watched, looked = self._seen.get(ref, ("", 0.0, now))
        watched = watched + min(now - looked, self.lease_s / 3) if known == object_id else 0.0
        self._seen[ref] = (object_id, watched, now)
        return watched >= self.lease_s


class HeldLease:
    """A lease that this process renews from a thread, until it moves the ref on or loses the lease."""

    def __init__(self, remote: Remote, ref: str, object_id: str, fields: Fields, lease_s: float) -> None:
        self.remote, self.ref, self.fields = remote, ref, fields
        self._id, self._lease_s = object_id, lease_s
        self._lock, self._ended = threading.Lock(), threading.Event()
        self.lost = False
        threading.Thread(target=self._beat_on, name=f"lease of {ref}", daemon=True).start()

    @classmethod
    def take(cls, remote: Remote, ref: str, seen: str, fields: Fields, lease_s: float) -> HeldLease | None:
        """Take the lease of a ref last seen at an id ("" for none); return None if another process was faster."""
        made = record_commit(remote, fields, [seen] if seen else [])
        return cls(remote, ref, made, fields, lease_s) if remote.swap(Move(ref, seen, made)) else None

    def move_on(
        self, fields: Fields, *others: Move, parents: Sequence[str] = (), tree: str | None = None, ends: bool = True
    ) -> bool:
        """Move the ref to a record, together with other refs; this ends the lease unless `ends` is False.

        Returns False if the lease was lost or another ref has moved: then no ref moves. Raises as `Remote.swap`, after
        which the lease is still held.
        """
        with self._lock:
            made = record_commit(self.remote, fields, [self._id, *parents], tree)
            if self.lost or not self.remote.swap(Move(self.ref, self._id, made), *others):
                self.lost = True
                self._ended.set()
                return False
            self._id = made
            if ends:
                self._ended.set()
            return True

    def give_up(self, fields: Fields | None = None) -> None:
        """Stop renewing: others get the lease when it expires, or at once if `fields` free it."""
        if fields is not None and not self._ended.is_set():
            with contextlib.suppress(ProjectError, MachineError, OSError):
                self.move_on(fields)
        self._ended.set()

    def _beat_on(self) -> None:
        while not self._ended.wait(self._lease_s / 3):
            with self._lock:
                if not self._ended.is_set():
                    self._beat()

    def _beat(self) -> None:
        try:
            made = record_commit(self.remote, self.fields, [self._id])
            if self.remote.swap(Move(self.ref, self._id, made)):
                self._id = made
            else:
                self.lost = True
                self._ended.set()
        except (ProjectError, MachineError, OSError):
            return  # the next beat retries; if the lease expires before, the swap at its end fails
