"""Removes an ended session from a git remote: all its refs in one push that whoever works on it makes fail."""

from __future__ import annotations

from testfix_pipeline.core.errors import SessionBusy
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.publication import branch_ref
from testfix_pipeline.workspace.sessions.session_lookup import PLANNED
from testfix_pipeline.workspace.shared.remote import Move
from testfix_pipeline.workspace.shared.shared_sessions import SharedSession, shared_sessions

_BRANCHES = "refs/heads/"


def why_it_is_kept(session: SharedSession, *, unmerged_goes: bool) -> str:
    """Why a session must not go from its remote, in a sentence; empty where it may."""
    if session.record.status in PLANNED:
        return f"the run {session.owner} works on it, or died in it" if session.owner else "it has not ended"
    if not session.is_home and not unmerged_goes:
        return "nobody has brought home what it came to"
    return ""


def remove_shared(url: str, session_id: SessionId, *, unmerged_goes: bool) -> None:
    """Remove a session's refs, if nothing happens to it meanwhile, and its branch where that is nobody's to merge.

    A remote with other branches is the project's own: the branches testfix/* are its users' there, unless
    `unmerged_goes`. Raises SessionBusy where the session is not to go any more, and what `Remote` raises.
    """
    with shared_sessions(url, session_id) as shared:
        (session,) = shared.found
        kept = why_it_is_kept(session, unmerged_goes=unmerged_goes)
        if kept:
            raise SessionBusy(f"{session_id} stays in {url}: {kept}.")
        branch, heads = branch_ref(session_id), shared.remote.look(f"{_BRANCHES}*")
        is_own = any(not name.startswith(f"{_BRANCHES}testfix/") for name in heads)
        stays = {branch} if is_own and not unmerged_goes else set()
        moves = [Move(ref, seen, "") for ref, seen in session.refs.items() if ref not in stays]
        if not shared.remote.swap(*moves):
            raise SessionBusy(f"Somebody works on {session_id} in {url}.", "It is looked at again the next time.")
