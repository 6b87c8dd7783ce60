"""What is seen of a race of workers: what counts as an event, when another worker has an attempt."""

from __future__ import annotations

import subprocess
from pathlib import Path

from benchmarks.cluster.claim_worker import local
from benchmarks.cluster.silence import Silence, standing
from testfix_pipeline.workspace.shared.leases import HeldLease
from testfix_pipeline.workspace.shared.remote import Remote

ATTEMPT, LEASE, SNAPSHOT = (f"refs/testfix/WFS-one/{name}" for name in ("attempts/one", "lease", "snapshot"))


def test_a_change_of_state_is_an_event_and_a_beat_is_none(tmp_path: Path) -> None:
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    remote = Remote(local(tmp_path / "local.git"), str(bare))
    held = HeldLease.take(remote, ATTEMPT, "", {"state": "leased", "worker": "far 1"}, 1000.0)
    assert held is not None
    blob = remote.git.line("hash-object", "-w", "--stdin", stdin=b"")
    remote.git.run("push", "-q", str(bare), f"{blob}:{SNAPSHOT}")
    before = standing(bare)
    assert {ref for ref, *_ in before} == {ATTEMPT, SNAPSHOT}
    held._beat()
    assert HeldLease.take(remote, LEASE, "", {"state": "held"}, 1000.0) is not None
    assert standing(bare) == before
    assert held.move_on({"state": "done", "worker": "far 1"})
    assert standing(bare) != before


def test_an_attempt_of_a_killed_worker_is_watched_until_another_one_has_it(tmp_path: Path) -> None:
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    remote, gone = Remote(local(tmp_path / "local.git"), str(bare)), 2**30
    assert HeldLease.take(remote, ATTEMPT, "", {"state": "leased", "worker": f"far {gone}"}, 1000.0) is not None
    seen = Silence(bare)
    seen.note_killed({gone + 1})
    seen.look(frozenset())
    assert seen.taken_over_s == [], "another process was killed"
    seen.note_killed({gone})
    seen.look(standing(bare))
    assert seen.taken_over_s == [], "it is still the killed one's"
    last = remote.look(ATTEMPT)[ATTEMPT]
    fields = {"state": "leased", "worker": "near 1"}
    assert HeldLease.take(remote, ATTEMPT, last, fields, 1000.0) is not None
    seen.look(standing(bare))
    assert len(seen.taken_over_s) == 1
