"""A session shared through a git remote: the result is that of one machine, and what is in the way is named."""

import json
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.errors import MeasurementError, ProjectError, SessionBusy, UnknownSession, UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.core.update_records import InstalledVersions
from testfix_pipeline.steps.iteration import shared_attempts
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.sharing import bring_home, shared_step, work_on
from testfix_pipeline.updates.green_sessions import VERSIONS
from testfix_pipeline.workspace.git.mirror import mirror_folder
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore, load_unversioned
from testfix_pipeline.workspace.shared.leases import HeldLease, LeaseWatch
from testfix_pipeline.workspace.shared.remote import Move, RemoteRefused
from testfix_pipeline_tests.cycle.conftest import LEASE_S, remote_refs
from testfix_pipeline_tests.cycle.projects import GOOD, calc_files, fix

SESSION = SessionId("WFS-one")
BRANCH = "testfix/WFS-one"


def finished(ref: cycle.SessionRef) -> dict[str, Any]:
    """Do every step of a session in turn."""
    cycle.measure(ref)
    number = 1
    while cycle.plan(ref, number) is not None:
        cycle.work(ref, number)
        cycle.settle_iteration(ref, number)
        number += 1
    return cycle.finish(ref)


def test_the_result_is_that_of_one_machine_and_the_checkout_is_only_fetched_into(shared, repository, tmp_path) -> None:
    wrong = fix(GOOD.replace("a + b", "a * b"))
    fixes = {"IMPL-fix-1": wrong, "IMPL-fix-2": wrong, "*": fix(GOOD)}
    repo, place = shared("add", "half", "shout", "last", fixes=fixes)
    before = repo.fingerprint(".workflow/")
    found = finished(cycle.SessionRef.of_shared(place, "run"))
    assert (found["outcome"], found["pass_rate"]) == ("success", 100.0)
    assert repo.refs().get(f"refs/heads/{BRANCH}") != remote_refs(place)[f"refs/heads/{BRANCH}"]
    bring_home(place, repo.root, "run")
    assert repo.refs()[f"refs/heads/{BRANCH}"] == remote_refs(place)[f"refs/heads/{BRANCH}"]
    assert repo.fingerprint(".workflow/") == before
    alone = repository("alone", files=calc_files("add", "half", "shout", "last"))
    script = tmp_path / "script.json"
    launch = {"project": str(alone.root), "agents": [f"recorded:{script}"], "session_id": "WFS-one"}
    cycle.run(launch)
    assert story(repo) == story(alone)
    landings = [subject for subject in repo.subjects(BRANCH) if "iteration" in subject]
    assert len(landings) == len(set(landings)) > 0


def test_what_is_found_around_a_models_attempt_is_another_one_with_its_own_ref(shared, tmp_path) -> None:
    repo, place = shared("add", fixes={"*": fix(GOOD.replace("a + b", "a * b"))})
    script = tmp_path / "script.json"
    script.write_text(json.dumps({**json.loads(script.read_text()), "search_around": True}))
    assert finished(cycle.SessionRef.of_shared(place, "run"))["outcome"] == "success"
    bring_home(place, repo.root, "run")
    own, found = SessionStore(repo.root, SESSION).history().attempts
    assert (own.result, own.tool, found.result, found.tool) == ("no_gain", "s", "landed", "builtin")
    kept = {name: remote_refs(place)[f"refs/testfix/WFS-one/{name}"] for name in (own.task_id, found.task_id)}
    assert kept[own.task_id] == own.commit and kept[found.task_id] != own.commit


def story(repo: Any) -> Any:
    """What a session came to: iterations, attempts, the tree."""
    store = SessionStore(repo.root, SESSION)
    state = store.state()
    assert state is not None
    attempts = [(one.task_id, one.result, one.patch) for one in store.history().attempts]
    rows = [(one.strategy, one.result, one.fix_tasks) for one in state.iterations]
    return store.session().status, rows, attempts, repo.git("rev-parse", f"{BRANCH}:calc.py")


def test_a_step_that_is_not_pushed_never_was(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    before = remote_refs(place)
    work = work_on(place)
    lease = work.state.acquire("run")  # a step begins
    ref.open().set_status("paused")
    lease.give_up()  # and its process dies
    work.refresh()
    assert ref.open().session.status == "active"
    after = remote_refs(place)
    name = "refs/testfix/WFS-one/lease"
    assert {**after, name: ""} == {**before, name: ""}


def test_a_step_whose_lease_was_taken_is_refused_as_a_whole(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    work, name = work_on(place), "refs/testfix/WFS-one/lease"
    lease = work.state.acquire("run")
    work.refresh()
    ref.open().set_status("paused")
    seen = remote_refs(place)
    other = HeldLease.take(work.state.remote, name, seen[name], {"owner": "other", "state": "held"}, LEASE_S)
    assert other is not None
    with pytest.raises(SessionBusy, match="Another worker works on the session WFS-one") as refused:
        work.state.push(lease, "run")
    assert "the rest is in the remote" in refused.value.next_step
    assert remote_refs(place)["refs/testfix/WFS-one/state"] == seen["refs/testfix/WFS-one/state"]
    other.give_up()


def test_another_owner_that_lives_is_named(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    quick = replace(place, lease_s=0.6)
    work = work_on(quick)
    held = work.state.acquire("other")  # or the one that opened it, whose name its free lease bears
    work.state._watch = LeaseWatch(0.6, lambda: 0.0)  # however late a beat comes, the lease does not run out
    with pytest.raises(SessionBusy, match="other works on the session WFS-one"):
        cycle.measure(cycle.SessionRef.of_shared(quick, "run"))
    held.give_up()


def test_a_claim_that_nothing_follows_is_given_up(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    cycle.plan(ref, 1)
    before, remote, name = set(threading.enumerate()), work_on(place).state.remote, "refs/testfix/WFS-one/state"
    state = remote_refs(place)[name]
    content = remote.git.run("cat-file", "commit", state).replace(b'"format": 1', b'"format": 3')
    newer = remote.git.line("hash-object", "-w", "-t", "commit", "--stdin", stdin=content)
    assert remote.swap(Move(name, state, newer))
    with pytest.raises(UsageError, match="newer version"):
        cycle.work(ref, 1)
    for thread in set(threading.enumerate()) - before:
        thread.join(LEASE_S)
        assert not thread.is_alive(), f"the {thread.name} is kept alive"


def test_a_folder_that_was_restored_half_way_is_not_pushed(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref, work, name = cycle.SessionRef.of_shared(place, "run"), work_on(place), "refs/testfix/WFS-one/state"
    state = remote_refs(place)[name]
    blob = work.state.remote.git.line("rev-parse", f"{state}:workflow-session.json")
    (work.state.git_dir / "objects" / blob[:2] / blob[2:]).unlink()
    (work.state.files.folder / "workflow-session.json").unlink()
    with pytest.raises(ProjectError, match=blob):
        cycle.measure(ref)
    assert remote_refs(place)[name] == state


def test_the_time_of_attempts_is_counted_once(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    cycle.plan(ref, 1)
    assert cycle.work(ref, 1) == ["IMPL-fix-1"]
    spent = []
    for _ in range(2):
        with shared_step(place, "run") as work:
            shared_attempts.gather_attempts(work, ref.open, 1)
        clock = session_clock.read(SessionStore(work.project, SESSION))
        assert clock is not None
        spent.append(clock.spent)
    assert spent[0] == spent[1]


def test_an_index_lock_of_a_killed_git_keeps_no_session_away(shared: Callable[..., Any]) -> None:
    repo, place = shared("add")
    folder = mirror_folder(Project.open(repo.root), place.session_id).parent
    (folder / "WFS-one.index.lock").touch()
    bring_home(place, repo.root, "run")
    assert not (folder / "WFS-one.index.lock").exists()


def test_a_worker_asks_again_what_is_installed_where_it_got_no_answer(tmp_path: Path) -> None:
    interpreter = tmp_path / "python"
    assert shared_attempts._installed_here(interpreter, tmp_path).problem
    interpreter.symlink_to(sys.executable)
    assert not shared_attempts._installed_here(interpreter, tmp_path).problem


def test_an_hour_between_two_clocks_spends_no_budget(shared: Callable[..., Any]) -> None:
    repo, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    store = SessionStore(work_on(place).project, SESSION)
    for skew in (3600, -3600):
        known = session_clock.read(store)
        assert known is not None
        lease = work_on(place).state.acquire("run")
        session_clock._write(store, replace(known, at=known.at + skew))
        work_on(place).state.push(lease, "run")
        cycle.measure(ref)
        found = session_clock.read(store)
        assert found is not None and found.now - known.now < 600
    assert SessionStore(repo.root, SESSION).session().remote == place.url


def test_a_second_cluster_with_a_session_of_that_name_is_refused(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    before = remote_refs(place)
    with pytest.raises(UsageError, match="has a session WFS-one already, perhaps of another cluster") as refused:
        shared("half", name="other", owner="other-run")
    assert "Start with another `session_id`" in refused.value.next_step
    assert remote_refs(place) == before


def test_an_older_worker_is_refused_by_the_state_of_a_newer_one(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    work = work_on(place)
    state = remote_refs(place)["refs/testfix/WFS-one/state"]
    content = work.state.remote.git.run("cat-file", "commit", state).replace(b'"format": 1', b'"format": 3')
    newer = work.state.remote.git.line("hash-object", "-w", "-t", "commit", "--stdin", stdin=content)
    assert work.state.remote.swap(Move("refs/testfix/WFS-one/state", state, newer))
    with pytest.raises(UsageError, match="written by a newer version of testfix") as refused:
        cycle.measure(cycle.SessionRef.of_shared(place, "run"))
    assert refused.value.next_step == "Update this worker."
    assert remote_refs(place)["refs/testfix/WFS-one/state"] == newer


def test_a_branch_that_a_hook_protects_is_named_and_the_session_goes_on_later(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    assert cycle.plan(ref, 1) == ["IMPL-fix-1"]
    hook = Path(place.url) / "hooks" / "update"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\ncase $1 in refs/heads/*) echo protected branch >&2; exit 1;; esac\n")
    hook.chmod(0o755)
    before = remote_refs(place)
    with pytest.raises(RemoteRefused, match="protected branch") as refused:
        cycle.settle_iteration(ref, 1)
    assert "branches testfix/*" in refused.value.next_step
    assert remote_refs(place)[f"refs/heads/{BRANCH}"] == before[f"refs/heads/{BRANCH}"]
    hook.unlink()
    quick = cycle.SessionRef.of_shared(replace(place, lease_s=0.6), "run")
    assert finished(quick)["outcome"] == "success"


def test_a_worker_with_other_packages_claims_nothing(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    cycle.plan(ref, 1)
    work = work_on(place)
    lease = work.state.acquire("run")
    store = SessionStore(work.project, SESSION)
    found = load_unversioned(store.path(VERSIONS), InstalledVersions)
    assert found is not None
    store.write_sealed(VERSIONS, found.model_copy(update={"distributions": {**found.distributions, "pytest": "1.0"}}))
    work.state.push(lease, "run")
    for step in (cycle.work, cycle.settle_iteration):
        with pytest.raises(MeasurementError, match=r"not what the session was measured with: pytest .* for 1\.0"):
            step(ref, 1)
    assert {claim.state for claim in work.claims.look().values()} == {"open"}


def test_an_attempt_that_the_time_did_not_suffice_for_is_open_for_the_resume(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    ref = cycle.SessionRef.of_shared(place, "run")
    cycle.measure(ref)
    cycle.plan(ref, 1)
    work = work_on(place)
    lease = work.state.acquire("run")
    session_clock.add(SessionStore(work.project, SESSION), 1e6)
    work.state.push(lease, "run")
    assert cycle.work(ref, 1) == ["IMPL-fix-1"]
    (claim,) = work.claims.look().values()
    assert (claim.state, claim.record["result"]) == ("done", "spent")
    cycle.settle_iteration(ref, 1)
    assert {claim.state for claim in work.claims.look().values()} == {"open"}
    assert cycle.finish(ref)["outcome"] == "paused"
    cycle.measure(ref, {"budget_seconds": 2e6})
    assert finished(ref)["outcome"] == "success"
    assert {claim.state for claim in work.claims.look().values()} == {"landed"}


def test_a_session_that_the_remote_lacks_is_named(shared: Callable[..., Any]) -> None:
    _, place = shared("add")
    with pytest.raises(UnknownSession, match="has no session WFS-two"):
        cycle.SessionRef.of_shared(replace(place, session_id="WFS-two"), "run")
