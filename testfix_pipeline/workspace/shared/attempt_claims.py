"""Assigns attempts to workers: one ref each, open -> leased -> done -> landed, moved by compare-and-swap pushes.

The ref's commit is the record, its id the fencing token. A worker that has lost its lease can't move the ref any more,
so that its result never lands.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.shared.leases import HeldLease, LeaseWatch, read_record, record_commit
from testfix_pipeline.workspace.shared.remote import Move, Remote

OPEN, LEASED, DONE, LANDED = "open", "leased", "done", "landed"


def program_version() -> str:
    """Return the version of this program, "" if it is not installed."""
    try:
        return version("testfix-pipeline")
    except PackageNotFoundError:
        return ""


def attempts_prefix(session_id: SessionId) -> str:
    """Return the prefix of the refs of a session's attempts."""
    return f"refs/testfix/{session_id}/attempts/"


@dataclass(frozen=True)
class AttemptClaim:
    """A ref of an attempt as it was read: its id, and the record of that commit."""

    key: str
    object_id: str
    record: Mapping[str, Any]

    @property
    def state(self) -> str:
        """The state: open, leased, done or landed."""
        return str(self.record.get("state", ""))


class AttemptClaims:
    """The attempts of one session, for one worker. `program` is the version that must carry them out."""

    def __init__(
        self,
        remote: Remote,
        session_id: SessionId,
        worker: str,
        program: str,
        lease_s: float,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.remote, self.worker, self.program = remote, worker, program
        self._prefix = attempts_prefix(session_id)
        self._watch = LeaseWatch(lease_s, clock)

    def opening(self, key: str, fields: Mapping[str, Any]) -> Move:
        """Return the move that offers an attempt to every worker; part of the push that plans it."""
        record = {**fields, "state": OPEN, "key": key, "program": self.program}
        return Move(self._ref(key), "", record_commit(self.remote, record, []))

    def look(self, keys: Sequence[str] | None = None) -> dict[str, AttemptClaim]:
        """Return the attempts by key, all or the named ones."""
        patterns = [f"{self._prefix}*"] if keys is None else [self._ref(key) for key in keys]
        refs = self.remote.look(*patterns) if patterns else {}
        self.remote.fetch(list(refs.values()))
        found = ((ref.removeprefix(self._prefix), object_id) for ref, object_id in refs.items())
        return {key: AttemptClaim(key, one, read_record(self.remote, one)) for key, one in found}

    def is_claimable(self, claim: AttemptClaim) -> bool:
        """Whether an attempt is open, or its holder was silent for the whole lease."""
        is_over = self._watch.is_over(self._ref(claim.key), claim.object_id)
        return claim.state == OPEN or (claim.state == LEASED and is_over)

    def claim(self, seen: AttemptClaim) -> HeldLease | None:
        """Take the lease of an attempt; return None if another worker was faster.

        Raises UsageError if another version of the program planned the attempt.
        """
        planned = str(seen.record.get("program", ""))
        if planned != self.program:
            raise UsageError(
                f"The session was planned by testfix {planned or 'of an unknown version'}, and this worker has "
                f"{self.program}.",
                "Install the same version on every worker; the others go on meanwhile.",
            )
        fields = {**seen.record, "state": LEASED, "worker": self.worker}
        return HeldLease.take(self.remote, self._ref(seen.key), seen.object_id, fields, self._watch.lease_s)

    def moving(self, claim: AttemptClaim, state: str) -> Move:
        """Return the move of a done attempt to landed, for the push that lands it, or to open, to repeat it."""
        made = record_commit(self.remote, {**claim.record, "state": state}, [claim.object_id])
        return Move(self._ref(claim.key), claim.object_id, made)

    def _ref(self, key: str) -> str:
        return f"{self._prefix}{key}"
