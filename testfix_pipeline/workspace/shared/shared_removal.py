"""Removes a session from a git remote: all its refs in one push, which fails if a worker has moved one."""

from __future__ import annotations

import time

from testfix_pipeline.core.errors import SessionBusy
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.publication import branch_ref, session_ref
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED
from testfix_pipeline.workspace.shared.attempt_claims import LEASED, attempts_prefix
from testfix_pipeline.workspace.shared.large_files import large_files
from testfix_pipeline.workspace.shared.leases import LeaseWatch, read_record
from testfix_pipeline.workspace.shared.remote import Move, Remote
from testfix_pipeline.workspace.shared.shared_sessions import SharedSession, SharedSessions, shared_sessions

_BRANCHES = "refs/heads/"


def reason_to_keep(session: SharedSession, *, unmerged_goes: bool) -> str:
    """Return why a session must stay in its remote, as a sentence; empty if it may go."""
    if session.record.status in PLANNED:
        return f"the run {session.owner} works on it, or died in it" if session.owner else "it has not ended"
    if not session.is_home and not unmerged_goes:
        return "nobody has brought home what it came to"
    return ""


def remove_shared(url: str, session_id: SessionId, *, unmerged_goes: bool) -> None:
    """Remove an ended session's refs unless one moves meanwhile; its branch as `_remove_refs` says.

    Raises SessionBusy if the session must stay, BlobsUnusable before anything is removed, and what `Remote` raises.
    """
    with shared_sessions(url, session_id, with_files=False) as shared:
        (session,) = shared.found
        kept = reason_to_keep(session, unmerged_goes=unmerged_goes)
        if kept:
            raise SessionBusy(f"{session_id} stays in {url}: {kept}.", "Run `testfix prune` again when that has ended.")
        _remove_refs(shared, session, branch_goes=unmerged_goes)


def remove_by_user(shared: SharedSessions, lease_s: float, *, forced: bool) -> list[str]:
    """Remove a session's refs at its user's request, however it ended; return the names of the refs.

    Its branch is treated as by `_remove_refs`. Waits up to `lease_s` seconds to see whether a worker with a lease
    lives. Raises SessionBusy if one does, and what `Remote` raises.
    """
    (session,) = shared.found
    _wait_for_silence(shared.remote, session, lease_s)
    return _remove_refs(shared, session, branch_goes=forced)


def _remove_refs(shared: SharedSessions, session: SharedSession, *, branch_goes: bool) -> list[str]:
    """Remove a session's refs at the ids that were read, all or none, then its large files; return the refs' names.

    If the remote has other branches, it is the project's own: then its branches testfix/* belong to its users and stay,
    unless `branch_goes`.
    """
    large = large_files(session.large)
    names = large.names() if large is not None else []  # before anything is removed: the location has to answer
    heads = shared.remote.look(f"{_BRANCHES}*")
    is_own = any(not name.startswith(f"{_BRANCHES}testfix/") for name in heads)
    stays = {branch_ref(session.session_id)} if is_own and not branch_goes else set()
    moves = [Move(ref, seen, "") for ref, seen in session.refs.items() if ref not in stays]
    if not shared.remote.swap(*moves):
        raise SessionBusy(
            f"Somebody works on {session.session_id} in {shared.remote.url}.", "It is looked at again the next time."
        )
    if large is not None:
        large.remove(names)
    return sorted(move.ref for move in moves)


def _wait_for_silence(remote: Remote, session: SharedSession, lease_s: float) -> None:
    """Wait until the leases of a session have expired. Raises SessionBusy if one of them is renewed."""
    watch, held = LeaseWatch(lease_s), _leased_refs(remote, session)
    waiting = set(held)
    while waiting := {ref for ref in waiting if not watch.is_over(ref, session.refs[ref])}:
        time.sleep(min(1.0, lease_s / 10))
        now = remote.look(*held)
        moved = [who for ref, who in held.items() if now.get(ref) != session.refs[ref]]
        if moved:
            raise SessionBusy(f"{moved[0]} works on {session.session_id} in {remote.url}.", "Remove it after that.")


def _leased_refs(remote: Remote, session: SharedSession) -> dict[str, str]:
    """Return the leased refs of a session, with their holders."""
    lease, attempts = session_ref(session.session_id, "lease"), attempts_prefix(session.session_id)
    refs = [ref for ref in session.refs if ref == lease or ref.startswith(attempts)]
    remote.fetch([session.refs[ref] for ref in refs])
    records = {ref: read_record(remote, session.refs[ref]) for ref in refs}
    workers = {ref: str(one.get("worker", "A worker")) for ref, one in records.items() if one.get("state") == LEASED}
    owner = str(records.get(lease, {}).get("owner", ""))
    return {**workers, **({lease: owner} if owner else {})}
