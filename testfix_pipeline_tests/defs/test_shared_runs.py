"""Runs with a `remote`: opened and brought back by the run's process, their steps in checkouts of their own."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from dagster._core.definitions.reconstruct import ReconstructableRepository

from testfix_pipeline.analytics.history.waiting_sessions import history_folder, waiting
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.nightly.schedules import flat
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.defs.runs.session_pointer import (
    FOLDER,
    OPENED_BY,
    REMOTE,
    SESSION,
    pointer,
    pointer_tags,
    shared_place,
)
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.steps.session.session_ref import SessionRef
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline.workspace.shared.leases import LEASE_VARIABLE
from testfix_pipeline.workspace.shared.session_state import SharedPlace
from testfix_pipeline_tests.cycle.projects import GOOD, broken, fix
from testfix_pipeline_tests.defs.test_launch import resolved


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty remote; leases of three seconds."""
    monkeypatch.setenv(LEASE_VARIABLE, "3")
    subprocess.run(["git", "init", "-q", "--bare", str(tmp_path / "remote.git")], check=True)
    return tmp_path / "remote.git"


def test_a_shared_session_is_resumed_through_its_remote(calc, script, launched, bare, instance_home) -> None:
    repo = calc("add", "half")
    answers = script({"IMPL-fix-1": fix(broken("half")), "*": fix(GOOD)})
    first = launched("fix", repo, agents=[answers], remote=str(bare), session_id="WFS-one", max_iterations=1)
    assert first.end.success, first.end.error
    store = SessionStore(repo.root, SessionId("WFS-one"))
    assert store.session().status == "blocked" and store.session().remote == str(bare)
    assert first.metadata("cycle.i01.attempt[worker_1]")["tasks"] == "IMPL-fix-1"
    assert first.record.tags[REMOTE] == str(bare) and first.record.tags[FOLDER] == str(repo.root)
    assert list(instance_home.glob(".dagster/values/**/*.json")) == [], "its steps share no folder"
    again = launched("resume", repo, max_iterations=3)
    assert again.end.success, again.end.error
    assert SessionStore(repo.root, SessionId("WFS-one")).session().outcome == "success"
    assert repo.git("show", "testfix/WFS-one:calc.py") == GOOD
    tip = repo.refs()["refs/heads/testfix/WFS-one"]
    assert (
        subprocess.run(["git", "rev-parse", "testfix/WFS-one"], cwd=bare, capture_output=True, text=True).stdout.strip()
        == tip
    )


def test_a_run_that_repeats_all_of_a_shared_one_shares_a_session_of_its_own(calc, script, launched, bare) -> None:
    first = launched("fix", calc("add"), agents=[script({"*": fix(GOOD)})], remote=str(bare))
    assert first.end.success, first.end.error
    job = ReconstructableRepository.for_module("testfix_pipeline.definitions", "defs").get_reconstructable_job("fix")
    with instance() as opened:
        options, copied = dg.ReexecutionOptions(first.end.run_id), dict(first.record.tags)
        with dg.execute_job(job, opened, tags=copied, reexecution_options=options) as repeated:
            assert repeated.success
            record = opened.get_run_by_id(repeated.run_id)
    assert record is not None and record.tags[REMOTE] == str(bare) and record.tags[OPENED_BY] == record.run_id
    assert record.tags[SESSION] == f"{first.record.tags[SESSION]}-2"
    refs = subprocess.run(["git", "for-each-ref"], cwd=bare, capture_output=True, text=True, check=True).stdout
    assert f"refs/testfix/{record.tags[SESSION]}/state" in refs
    assert {str(one.session_id) for one in waiting(history_folder())} == {
        first.record.tags[SESSION],
        record.tags[SESSION],
    }


def test_a_second_project_in_a_remote_gets_an_id_of_its_own(calc, script, launched, bare) -> None:
    answers = script({"*": fix(GOOD)})
    first, second = (
        launched("fix", calc("add", name=name), agents=[answers], remote=str(bare)) for name in ("shop", "bank")
    )
    assert second.end.success, second.end.error
    assert second.record.tags[SESSION] == f"{first.record.tags[SESSION]}-2"


@pytest.mark.parametrize(
    ("remote", "sentence"),
    [("nowhere.git", "can't be reached: "), ("remote.git", "refuses a push: ")],
    ids=["unreachable", "refused"],
)
def test_a_remote_that_can_not_be_used_is_named_and_nothing_is_left_half_way(
    calc: Callable[..., Any], launched: Callable[..., Any], bare: Path, tmp_path: Path, remote: str, sentence: str
) -> None:
    (bare / "hooks").mkdir(exist_ok=True)
    (bare / "hooks" / "pre-receive").write_text("#!/bin/sh\necho no quota >&2\nexit 1\n")
    (bare / "hooks" / "pre-receive").chmod(0o755)
    repo = calc("add")
    run = launched("fix", repo, agents=["builtin"], remote=str(tmp_path / remote), session_id="WFS-one")
    assert not run.end.success
    with instance() as opened:
        failed = opened.all_logs(run.end.run_id, of_type=dg.DagsterEventType.RUN_FAILURE)
    said = str(failed[0].dagster_event.event_specific_data.error.message)
    assert sentence in said and "`testfix resume`" in said
    folder = repo.root / ".workflow" / "active" / "WFS-one" / "workflow-session.json"
    if folder.exists():
        record = json.loads(folder.read_text())
        assert (record["status"], record["remote"]) == ("failed", "")


def test_an_address_with_a_password_is_refused_before_there_is_a_run(calc: Callable[..., Any]) -> None:
    with pytest.raises(dg.DagsterError) as refused:
        resolved("fix", project=str(calc("add").root), remote="https://ada:hunter2@example.org/r.git")
    error: Any = refused.value
    shown = error.user_code_process_error_infos[0]
    assert "holds credentials" in shown.message and "hunter2" not in shown.message


def test_a_registered_project_is_launched_with_its_remote(tmp_path: Path) -> None:
    file = tmp_path / "projects.yaml"
    file.write_text("defaults: {executor: celery, remote: git@host:state.git}\nprojects: [{name: shop, path: .}]\n")
    (entry,) = Registry.load(file).entries
    assert (flat(entry)["executor"], flat(entry)["remote"]) == ("celery", "git@host:state.git")


def test_where_a_session_is_shared_comes_back_from_the_tags() -> None:
    place = SharedPlace("https://example.org/r.git", SessionId("WFS-one"), "/shop", 12.5)
    found = pointer(pointer_tags(SessionRef("/clone", SessionId("WFS-one"), "r"), "r", place), "r")
    assert found is not None and shared_place(found) == place
