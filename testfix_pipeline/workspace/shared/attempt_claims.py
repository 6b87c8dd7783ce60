"""Who carries out which attempt: one ref for each, open -> leased -> done -> landed, each step a compared push.

The ref's commit is the record, its id the fencing token. A worker whose lease was taken over can't move the ref any
more, so its result never lands.
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
    """The version of this program, "" where it is not installed."""
    try:
        return version("testfix-pipeline")
    except PackageNotFoundError:
        return ""


def attempts_prefix(session_id: SessionId) -> str:
    """Where the refs of a session's attempts lie."""
    return f"refs/testfix/{session_id}/attempts/"


@dataclass(frozen=True)
class AttemptClaim:
    """An attempt's ref as it was seen: its id, and the record of that commit."""

    key: str
    object_id: str
    record: Mapping[str, Any]

    @property
    def state(self) -> str:
        """open, leased, done or landed."""
        return str(self.record.get("state", ""))


class AttemptClaims:
    """The attempts of one session as one worker sees them. `program` is the version that has to carry them out."""

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
        """The move that offers an attempt to every worker; part of the push that plans it."""
        record = {**fields, "state": OPEN, "key": key, "program": self.program}
        return Move(self._ref(key), "", record_commit(self.remote, record, []))

    def look(self, keys: Sequence[str] | None = None) -> dict[str, AttemptClaim]:
        """The attempts by key, all or those that are named."""
        patterns = [f"{self._prefix}*"] if keys is None else [self._ref(key) for key in keys]
        refs = self.remote.look(*patterns) if patterns else {}
        self.remote.fetch(list(refs.values()))
        found = ((ref.removeprefix(self._prefix), object_id) for ref, object_id in refs.items())
        return {key: AttemptClaim(key, one, read_record(self.remote, one)) for key, one in found}

    def is_claimable(self, claim: AttemptClaim) -> bool:
        """Whether it is open, or leased by a holder that has been silent for the whole lease."""
        is_over = self._watch.is_over(self._ref(claim.key), claim.object_id)
        return claim.state == OPEN or (claim.state == LEASED and is_over)

    def claim(self, seen: AttemptClaim) -> HeldLease | None:
        """The lease of an attempt; None where another worker was faster.

        Raises UsageError where the attempt was planned by another version of the program.
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
        """The move of a done attempt to landed, in the push that lands it, or to open, where it has to be repeated."""
        made = record_commit(self.remote, {**claim.record, "state": state}, [claim.object_id])
        return Move(self._ref(claim.key), claim.object_id, made)

    def _ref(self, key: str) -> str:
        return f"{self._prefix}{key}"
