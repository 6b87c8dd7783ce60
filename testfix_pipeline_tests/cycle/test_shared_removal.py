"""A session that its user removes goes from its remote too: whole, and never while anybody works on it."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.cli.use_cases import session_actions
from testfix_pipeline.core.errors import SessionBusy, UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.sharing import bring_home, work_on
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.leases import LEASE_VARIABLE, HeldLease, LeaseWatch
from testfix_pipeline.workspace.shared.remote import RemoteUnreachable
from testfix_pipeline.workspace.shared.session_state import SharedPlace
from testfix_pipeline_tests.cycle.conftest import remote_refs

SESSION = SessionId("WFS-one")
BRANCH = f"refs/heads/testfix/{SESSION}"
OTHER = "refs/testfix/WFS-two/state"
Shared = tuple[Any, SharedPlace]


@pytest.fixture
def ended(shared: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Shared:
    """A session with one fix that came home, in a remote that holds another session; leases of half a second."""
    monkeypatch.setenv(LEASE_VARIABLE, ".5")
    repo, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    assert cycle.plan(ref, 1) == ["IMPL-fix-1"]
    cycle.settle_iteration(ref, 1)
    cycle.finish(ref)
    bring_home(place, repo.root, "run")
    release("run")
    state = remote_refs(place)[f"refs/testfix/{SESSION}/state"]
    subprocess.run(["git", "update-ref", OTHER, state], cwd=place.url, check=True)
    return repo, place


def test_a_merged_one_goes_here_and_in_the_remote(ended: Shared) -> None:
    repo, place = ended
    mine = sorted(ref for ref in remote_refs(place) if ref != OTHER)
    assert f"refs/testfix/{SESSION}/lease" in mine and BRANCH in mine
    with pytest.raises(UsageError, match="fixes that no other branch has"):
        session_actions.remove(repo.root, SESSION, force=False)
    assert sorted(remote_refs(place)) == sorted([*mine, OTHER])
    repo.git("merge", "-q", BRANCH)
    found = session_actions.remove(repo.root, SESSION, force=False)
    assert (found["remote"], found["remote_refs"], found["stays"]) == (place.url, mine, "")
    assert list(remote_refs(place)) == [OTHER] and list(repo.refs()) == ["refs/heads/main"]


def test_the_branch_stays_among_branches_of_others_unless_it_is_forced(ended: Shared, tmp_path: Path) -> None:
    repo, place = ended
    repo.git("merge", "-q", BRANCH)
    repo.git("push", "-q", place.url, "main")
    shutil.copytree(tmp_path, tmp_path.with_name("kept"), symlinks=True)
    found = session_actions.remove(repo.root, SESSION, force=False)
    assert list(remote_refs(place)) == ["refs/heads/main", BRANCH, OTHER]
    said = session_actions.removed_text(found)
    assert f"refs of {place.url}\n{BRANCH} stays there" in said
    shutil.rmtree(tmp_path)
    shutil.copytree(tmp_path.with_name("kept"), tmp_path, symlinks=True)
    assert session_actions.remove(repo.root, SESSION, force=True)["stays"] == ""
    assert list(remote_refs(place)) == ["refs/heads/main", OTHER]


@pytest.fixture
def beating(monkeypatch: pytest.MonkeyPatch) -> Callable[[HeldLease], None]:
    """Let the holder of a lease show that it lives when somebody watches it."""

    def let(held: HeldLease) -> None:
        is_over = LeaseWatch.is_over

        def watched(self: LeaseWatch, ref: str, object_id: str) -> bool:
            held._beat()
            return is_over(self, ref, object_id)

        monkeypatch.setattr(LeaseWatch, "is_over", watched)

    return let


@pytest.mark.parametrize(
    ("name", "fields", "who"),
    [
        ("attempts/late", {"state": "leased", "worker": "far 1"}, "far 1"),
        ("lease", {"state": "held", "owner": "another run"}, "another run"),
        ("lease", {"state": "free", "owner": "another run"}, "another run"),  # between two of its steps
    ],
)
def test_it_stays_while_somebody_has_a_lease_that_lives(ended, beating, name, fields, who) -> None:
    repo, place = ended
    ref = f"refs/testfix/{SESSION}/{name}"
    seen = remote_refs(place).get(ref, "")
    remote = work_on(place).state.remote
    remote.fetch([seen] if seen else [])
    held = HeldLease.take(remote, ref, seen, fields, 1000.0)
    assert held is not None
    before = sorted(remote_refs(place))
    beating(held)
    with pytest.raises(SessionBusy, match=f"{who} works on WFS-one in"):
        session_actions.remove(repo.root, SESSION, force=True)
    assert sorted(remote_refs(place)) == before and SessionStore(repo.root, SESSION).folder.exists()
    held.give_up()


def test_it_goes_when_the_worker_that_had_an_attempt_is_silent(ended: Shared) -> None:
    repo, place = ended
    ref, fields = f"refs/testfix/{SESSION}/attempts/late", {"state": "leased", "worker": "far 1"}
    held = HeldLease.take(work_on(place).state.remote, ref, "", fields, 1000.0)
    assert held is not None
    held.give_up()
    session_actions.remove(repo.root, SESSION, force=True)
    assert list(remote_refs(place)) == [OTHER]


def test_fixes_that_came_in_elsewhere_are_not_lost(ended: Shared) -> None:
    repo, place = ended
    repo.git("merge", "-q", BRANCH)
    twin = work_on(place).state.remote.git
    tip, tree = remote_refs(place)[BRANCH], twin.line("rev-parse", f"{BRANCH}^{{tree}}")
    made = twin.line("commit-tree", "-p", tip, "-m", "from another machine", tree)
    twin.run("push", "-q", place.url, f"{made}:{BRANCH}")
    with pytest.raises(UsageError, match="holds commits that this project lacks") as refused:
        session_actions.remove(repo.root, SESSION, force=False)
    assert "--force" in refused.value.next_step
    assert remote_refs(place)[BRANCH] == made and SessionStore(repo.root, SESSION).folder.exists()
    session_actions.remove(repo.root, SESSION, force=True)
    assert list(remote_refs(place)) == [OTHER]


def test_a_remote_that_is_away_keeps_the_session_unless_it_is_forced(ended: Shared) -> None:
    repo, place = ended
    repo.git("merge", "-q", BRANCH)
    shutil.move(place.url, f"{place.url}-away")
    with pytest.raises(RemoteUnreachable):
        session_actions.remove(repo.root, SESSION, force=False)
    assert SessionStore(repo.root, SESSION).folder.exists()
    found = session_actions.remove(repo.root, SESSION, force=True)
    assert found["remote_refs"] == [] and "can't be reached" in found["stays"]
    assert not Path(found["removed"]).exists()


def test_one_that_retention_has_taken_from_the_remote_goes_here(ended: Shared) -> None:
    repo, place = ended
    for ref in remote_refs(place):
        subprocess.run(["git", "update-ref", "-d", ref], cwd=place.url, check=True)
    found = session_actions.remove(repo.root, SESSION, force=True)
    assert (found["remote_refs"], found["stays"]) == ([], "")
