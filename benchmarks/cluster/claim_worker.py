"""A worker on attempts that cost nothing but a wait: claims, hands in and lands by real git, and dies where it is to.

`python -m benchmarks.cluster.claim_worker REMOTE FOLDER SESSION LEASE_S WORK_S [DIES_AT]`: with DIES_AT it kills itself
before its call of git of that number (from 0), and after it for a number and a half. Ends when all have landed.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.git_client import GitAnswer, GitClient
from testfix_pipeline.workspace.git.publication import branch_ref, session_ref
from testfix_pipeline.workspace.git.repository import FALLBACK_AUTHOR
from testfix_pipeline.workspace.git.trees import commit_tree
from testfix_pipeline.workspace.shared.attempt_claims import DONE, LANDED, AttemptClaim, AttemptClaims
from testfix_pipeline.workspace.shared.leases import HeldLease, LeaseWatch, read_record
from testfix_pipeline.workspace.shared.remote import Move, Remote

PROGRAM = "proof"
SUBJECT = "landed "


class DyingRemote(Remote):
    """A remote whose process dies at one of its calls that reach it."""

    def __init__(self, git: GitClient, url: str, dies_at: float) -> None:
        super().__init__(git, url)
        self._calls, self._dies_at = 0, dies_at

    def _call(self, *arguments: str) -> GitAnswer:
        self._die_at(self._calls)
        answer = super()._call(*arguments)
        self._die_at(self._calls + 0.5)
        self._calls += 1
        return answer

    def _die_at(self, point: float) -> None:
        if point == self._dies_at:
            os.kill(os.getpid(), signal.SIGKILL)


def local(folder: Path) -> GitClient:
    """Git in a bare repository of the worker's own."""
    if not (folder / "HEAD").exists():
        folder.mkdir(parents=True, exist_ok=True)
        GitClient(folder).run("init", "--quiet", "--bare", str(folder))
    return GitClient(folder, folder)


def opened(remote: Remote, session: SessionId, keys: list[str], lease_s: float) -> AttemptClaims:
    """Offer attempts of a session that has a branch with nothing on it."""
    claims = AttemptClaims(remote, session, "opener", PROGRAM, lease_s)
    base = commit_tree(remote.git, remote.git.line("mktree", stdin=b""), [], "base", FALLBACK_AUTHOR)
    assert remote.swap(Move(branch_ref(session), "", base), *(claims.opening(key, {}) for key in keys))
    return claims


def run(remote: Remote, session: SessionId, lease_s: float, work_s: float) -> None:
    """Work until every attempt has landed."""
    claims = AttemptClaims(remote, session, f"worker {os.getpid()}", PROGRAM, lease_s)
    watch = LeaseWatch(lease_s)
    while True:
        seen = claims.look()
        if all(claim.state == LANDED for claim in seen.values()):
            return
        claim = next(filter(claims.is_claimable, seen.values()), None)
        if claim is not None:
            attempt(claims, claim, work_s)
        elif all(claim.state in (DONE, LANDED) for claim in seen.values()):
            _settle(remote, session, claims, watch)
        else:
            time.sleep(lease_s / 20)


def attempt(claims: AttemptClaims, claim: AttemptClaim, work_s: float) -> None:
    """Claim an attempt, wait instead of working, and hand in a result; nothing where another worker was faster."""
    held = claims.claim(claim)
    if held is None:
        return
    time.sleep(work_s)
    git = claims.remote.git
    blob = git.line("hash-object", "-w", "--stdin", stdin=f"{claim.key} by {claims.worker}\n".encode())
    tree = git.line("mktree", stdin=f"100644 blob {blob}\tresult\n".encode())
    held.move_on({**claim.record, "state": DONE, "worker": claims.worker}, tree=tree)


def _settle(remote: Remote, session: SessionId, claims: AttemptClaims, watch: LeaseWatch) -> None:
    """Land all that is done in one push, under the session's lease."""
    ref, branch = session_ref(session, "lease"), branch_ref(session)
    seen = remote.look(ref).get(ref, "")
    if seen:
        remote.fetch([seen])
        if read_record(remote, seen).get("state") != "free" and not watch.is_over(ref, seen):
            time.sleep(watch.lease_s / 20)
            return
    lease = HeldLease.take(remote, ref, seen, {"state": "held"}, watch.lease_s)
    if lease is None:
        return
    done = [claim for claim in claims.look().values() if claim.state == DONE]
    tip = remote.look(branch)[branch]
    remote.fetch([tip])
    message = "".join(f"{SUBJECT}{claim.key}\n" for claim in done)
    made = commit_tree(remote.git, remote.git.line("rev-parse", f"{tip}^{{tree}}"), [tip], message, FALLBACK_AUTHOR)
    landings = [claims.moving(claim, LANDED) for claim in done]
    moves = (Move(branch, tip, made), *landings) if done else ()
    lease.move_on({"state": "free"}, *moves)


def landed(remote: Remote, session: SessionId) -> list[str]:
    """The keys that the branch says have landed, each as often as it does."""
    tip = remote.look(branch_ref(session))[branch_ref(session)]
    remote.fetch([tip])
    lines = remote.git.run("log", "--format=%B", tip).decode().splitlines()
    return [line.removeprefix(SUBJECT) for line in lines if line.startswith(SUBJECT)]


if __name__ == "__main__":
    url, place, name, lease, work, *dying = sys.argv[1:]
    mine = DyingRemote(local(Path(place)), url, float(dying[0]) if dying else -1.0)
    run(mine, SessionId(name), float(lease), float(work))
