"""Which sessions this process works on. A claim is taken once and held until the run ends or the process dies."""

from __future__ import annotations

import threading

from testfix_pipeline.workspace.sessions.session_lock import Claim, claim
from testfix_pipeline.workspace.sessions.store import SessionStore

_claims: dict[tuple[str, str], Claim] = {}
_guard = threading.Lock()


def own(store: SessionStore, owner: str, worker: int | None = None) -> None:
    """Take the session for `owner`, or find it taken. `worker` is another process the claim lives as long as.

    Raises SessionBusy while another live owner has the session.
    """
    key = (str(store.folder), owner)
    with _guard:
        if key not in _claims:
            _claims[key] = claim(store, owner, worker)


def release(owner: str) -> None:
    """Give up every session that `owner` holds in this process."""
    with _guard:
        for key in [key for key in _claims if key[1] == owner]:
            _claims.pop(key).release()
