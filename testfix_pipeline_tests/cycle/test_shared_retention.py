"""What retention takes away of shared sessions: ended ones that are home, and never what somebody works on."""

import json
import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.analytics.history.session_retention import RetentionItem, carry_out
from testfix_pipeline.analytics.history.shared_retention import clones_to_go, shared_to_go
from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.core.configuration.retention import Policy
from testfix_pipeline.core.errors import SessionBusy
from testfix_pipeline.steps.session.sharing import bring_home, work_on
from testfix_pipeline.workspace.shared.session_state import SharedPlace
from testfix_pipeline.workspace.shared.shared_removal import remove_shared
from testfix_pipeline_tests.cycle.conftest import remote_refs

BRANCH = "refs/heads/testfix/WFS-one"
POLICY = Policy(session_days=60)
LATER = datetime.now(UTC) + timedelta(days=61)
NEWEST = "refs/testfix/WFS-two/state"


@pytest.fixture
def paused(shared: Callable[..., Any]) -> tuple[Any, SharedPlace]:
    """A session that has ended, in a remote in which the same project has a newer one; it was not brought home yet."""
    repo, place = shared("add")
    cycle.pause(cycle.SessionRef.of_shared(place, "run"))
    twin = work_on(place).state.remote.git
    content = twin.run("cat-file", "commit", remote_refs(place)["refs/testfix/WFS-one/state"])
    names = twin.run("ls-tree", content.split()[1].decode()).decode().splitlines()
    record = twin.run("cat-file", "blob", f"{content.split()[1].decode()}:workflow-session.json")
    newer = record.replace(b'"created_at": "20', b'"created_at": "21')
    blob = twin.line("hash-object", "-w", "--stdin", stdin=_unsealed(newer))
    rows = [row if not row.endswith("\tworkflow-session.json") else f"100644 blob {blob}\tworkflow-session.json"
            for row in names]  # fmt: skip
    tree = twin.line("mktree", stdin="".join(f"{row}\n" for row in rows).encode())
    made = twin.line("commit-tree", tree, stdin=content.partition(b"\n\n")[2])
    twin.run("push", "-q", place.url, f"{made}:{NEWEST}")
    return repo, place


def _unsealed(record: bytes) -> bytes:
    """The record without the seal that its change has broken."""
    data = json.loads(record)
    return json.dumps({name: value for name, value in data.items() if "seal" not in name.lower()}).encode()


def going(place: SharedPlace, policy: Policy = POLICY, now: datetime = LATER) -> list[RetentionItem]:
    return shared_to_go(policy, [place.url], now)


def test_an_ended_session_that_is_home_goes_with_all_its_refs(paused: tuple[Any, SharedPlace]) -> None:
    repo, place = paused
    (kept,) = going(place)
    assert kept.stays == "nobody has brought home what it came to"
    bring_home(place, repo.root, "run")
    assert going(place, now=datetime.now(UTC)) == []
    local = repo.refs()
    gone, problems = carry_out(going(place))
    assert [one.name for one in gone] == [f"{place.url} WFS-one"] and problems == []
    assert list(remote_refs(place)) == [NEWEST]
    assert repo.refs() == local


def test_the_branch_stays_in_a_remote_with_branches_of_others(paused: tuple[Any, SharedPlace]) -> None:
    repo, place = paused
    bring_home(place, repo.root, "run")
    repo.git("push", "-q", place.url, "main")
    assert carry_out(going(place))[1] == []
    assert list(remote_refs(place)) == ["refs/heads/main", BRANCH, NEWEST]


def test_what_nobody_brought_home_goes_where_unmerged_results_go(paused: tuple[Any, SharedPlace]) -> None:
    _, place = paused
    assert carry_out(going(place, Policy(session_days=60, unmerged="remove")))[1] == []
    assert list(remote_refs(place)) == [NEWEST]


def test_what_somebody_works_on_is_not_removed_however_it_was_planned(paused: tuple[Any, SharedPlace]) -> None:
    repo, place = paused
    bring_home(place, repo.root, "run")
    planned = going(place)
    ref = cycle.SessionRef.of_shared(place, "other")
    cycle.measure(ref)
    before = remote_refs(place)
    gone, problems = carry_out(planned)
    assert gone == [] and "the run other works on it, or died in it" in problems[0]
    assert [one.stays for one in going(place)] == ["the run other works on it, or died in it"]
    assert remote_refs(place) == before


def test_a_step_that_begins_meanwhile_makes_the_removal_fail_as_a_whole(paused, monkeypatch) -> None:
    repo, place = paused
    bring_home(place, repo.root, "run")
    work = work_on(place)
    remote_class = type(work.state.remote)
    swap = remote_class.swap

    def late(self: Any, *moves: Any) -> bool:
        if moves[0].new == "":
            monkeypatch.setattr(remote_class, "swap", swap)
            work.state.acquire("other").give_up()
        return swap(self, *moves)

    monkeypatch.setattr(remote_class, "swap", late)
    with pytest.raises(SessionBusy, match="Somebody works on WFS-one"):
        remove_shared(place.url, place.session_id, unmerged_goes=False)
    assert BRANCH in remote_refs(place) and "refs/testfix/WFS-one/state" in remote_refs(place)


def test_a_remote_that_can_not_be_asked_is_named_and_the_others_are_looked_at(paused: tuple[Any, SharedPlace]) -> None:
    _, place = paused
    found = shared_to_go(POLICY, [place.url, f"{place.url}-gone"], LATER)
    assert [bool(one.stays) for one in found] == [True, True]
    assert "can't be reached" in found[1].stays


def test_a_clone_goes_once_it_is_old_and_no_process_has_it(tmp_path: Path) -> None:
    pool = cache_root() / "shared" / "calc-123"
    (pool / "0" / "calc").mkdir(parents=True)
    week = (datetime.now(UTC) - timedelta(days=8)).timestamp()
    assert list(clones_to_go(Policy(), datetime.now(UTC))) == []
    os.utime(pool / "0", (week, week))
    items = list(clones_to_go(Policy(), datetime.now(UTC)))
    assert [one.name for one in items] == ["calc-123/0"]
    with subprocess.Popen(
        ["flock", str(pool / "0.lock"), "sh", "-c", "echo held; cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as worker:
        assert worker.stdout is not None and worker.stdout.readline() == b"held\n"
        gone, problems = carry_out(items)
        assert gone == [] and "A worker is at work in" in problems[0]
        worker.communicate()
    assert carry_out(items) == (items, [])
    assert not (pool / "0").exists() and (pool / "0.lock").exists()
