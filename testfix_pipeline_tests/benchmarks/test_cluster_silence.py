"""What is seen of a race of workers: what counts as an event, when another worker has an attempt."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.cluster.claim_worker import local
from benchmarks.cluster.silence import Silence, standing
from testfix_pipeline.workspace.shared.leases import HeldLease
from testfix_pipeline.workspace.shared.remote import Remote

ATTEMPT, LEASE, SNAPSHOT = (f"refs/testfix/WFS-one/{name}" for name in ("attempts/one", "lease", "snapshot"))


Take = Callable[..., HeldLease]


@pytest.fixture
def take() -> Iterator[Take]:
    """Take leases that nobody renews once the test is over: a later one would be seen to start git."""
    held: list[HeldLease] = []

    def taken(*arguments: Any) -> HeldLease:
        found = HeldLease.take(*arguments, lease_s=1000.0)
        assert found is not None
        held.append(found)
        return found

    yield taken
    for one in held:
        one.give_up()


def test_a_change_of_state_is_an_event_and_a_beat_is_none(tmp_path: Path, take: Take) -> None:
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    remote = Remote(local(tmp_path / "local.git"), str(bare))
    held = take(remote, ATTEMPT, "", {"state": "leased", "worker": "far 1"})
    blob = remote.git.line("hash-object", "-w", "--stdin", stdin=b"")
    remote.git.run("push", "-q", str(bare), f"{blob}:{SNAPSHOT}")
    before = standing(bare)
    assert {ref for ref, *_ in before} == {ATTEMPT, SNAPSHOT}
    held._beat()
    take(remote, LEASE, "", {"state": "held"})
    assert standing(bare) == before
    assert held.move_on({"state": "done", "worker": "far 1"})
    assert standing(bare) != before


def test_an_attempt_of_a_killed_worker_is_watched_until_another_one_has_it(tmp_path: Path, take: Take) -> None:
    bare = tmp_path / "remote.git"
    subprocess.run(["git", "init", "-q", "--bare", str(bare)], check=True)
    remote, gone = Remote(local(tmp_path / "local.git"), str(bare)), 2**30
    take(remote, ATTEMPT, "", {"state": "leased", "worker": f"far {gone}"})
    seen = Silence(bare)
    seen.note_killed({gone + 1})
    seen.look(frozenset())
    assert seen.taken_over_s == [], "another process was killed"
    seen.note_killed({gone})
    seen.look(standing(bare))
    assert seen.taken_over_s == [], "it is still the killed one's"
    last = remote.look(ATTEMPT)[ATTEMPT]
    fields = {"state": "leased", "worker": "near 1"}
    take(remote, ATTEMPT, last, fields)
    seen.look(standing(bare))
    assert len(seen.taken_over_s) == 1
