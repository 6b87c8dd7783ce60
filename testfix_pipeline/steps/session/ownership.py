"""The sessions that this process works on. A claim lasts until the run ends or the process dies."""

from __future__ import annotations

import threading

from testfix_pipeline.steps.session.started_processes import end_processes
from testfix_pipeline.workspace.sessions.session_lock import Claim, claim
from testfix_pipeline.workspace.sessions.store import SessionStore

_claims: dict[tuple[str, str], Claim] = {}
_guard = threading.Lock()


def own(store: SessionStore, owner: str, worker: int | None = None) -> None:
    """Claim the session for `owner` unless this process has it. `worker`: a process whose end also ends the claim.

    Raises SessionBusy while another live owner has the session.
    """
    key = (str(store.folder), owner)
    with _guard:
        if key not in _claims:
            _claims[key] = claim(store, owner, worker)


def release(owner: str) -> None:
    """Release every session that `owner` holds in this process, and end the processes that were left for it."""
    with _guard:
        released = [key for key in _claims if key[1] == owner]
        for key in released:
            _claims.pop(key).release()
    for session, _ in released:
        end_processes(session)
