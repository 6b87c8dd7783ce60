"""What retention takes away of real sessions, refs, worktrees and runs, and what it leaves."""

import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.nightly.nights import note, read_nights
from testfix_pipeline.cli.app import app
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.retention.prune_job import PruneResult, prune
from testfix_pipeline.defs.runs.job_runner import instance, run_job
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.session_lock import claim
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

NOW = datetime.now(UTC)


@pytest.fixture
def shop(calc: Callable[..., Any], instance_home: Path) -> Any:
    defs.get_repository_def()
    repo = calc(name="shop")
    registry = {"projects": [{"name": "shop", "path": str(repo.root)}], "retention": {"session_days": 30}}
    (instance_home / "projects.yaml").write_text(yaml.safe_dump(registry))
    return repo


def session(repo: Any, name: str, days: int, *, fixes: str = "", **fields: Any) -> SessionStore:
    """An ended session that old; with `fixes`, its branch has a commit that changes that file."""
    session_id, base = f"WFS-test-{name}", repo.git("rev-parse", "HEAD").strip()
    branch = f"testfix/{session_id}"
    repo.git("branch", branch)
    repo.git("update-ref", f"refs/testfix/{session_id}/IMPL-fix-1", base)
    if fixes:
        repo.git("switch", "-q", branch)
        repo.commit(f"fix {fixes}", **{fixes: f"{name} = 1\n"})
        repo.git("switch", "-q", "main")
    at = (NOW - timedelta(days=days)).isoformat(timespec="seconds")
    record = {
        "session_id": session_id, "status": "completed", "created_at": at, "updated_at": at, "branch": branch,
        "base_commit": base, "baseline_commit": base, "project": str(repo.root), **fields,
    }  # fmt: skip
    store = SessionStore(repo.root, SessionId(session_id))
    store.create(SessionRecord.model_validate(record))
    return store


def pruned(**options: Any) -> PruneResult:
    with instance() as opened:
        return prune(opened, now=NOW, **options)


def names(found: list[Any], kind: str = "session") -> set[str]:
    return {item.name.partition("--WFS-test-")[2] for item in found if item.kind == kind}


def test_old_sessions_go_and_what_may_not_stays(shop: Any) -> None:
    session(shop, "merged", 60, fixes="merged.py")
    shop.git("merge", "-q", "--no-ff", "testfix/WFS-test-merged")
    session(shop, "unmerged", 60, fixes="unmerged.py")
    session(shop, "crashed", 60, fixes="crashed.py", status="active")
    session(shop, "turned-down", 60, fixes="turned_down.py", delivered="deleted")
    session(shop, "nothing", 60, status="blocked")
    busy = session(shop, "busy", 60, status="active")
    session(shop, "young", 10)
    session(shop, "newest", 0)
    before = shop.fingerprint()
    with claim(busy, "a run"):
        planned = pruned(remove=False)
        assert names(planned.items) == {"merged", "turned-down", "nothing"}
        assert names(planned.stays) == {"unmerged", "crashed", "busy"}
        assert {name: text for name, text in shop.fingerprint().items() if "/.lock" not in name}.items() >= {
            name: text for name, text in before.items() if "/.lock" not in name and "session.json" not in name
        }.items()
        done = pruned(remove=True)
    assert names(done.items) == {"merged", "turned-down", "nothing"} and not done.problems
    left = {record.session_id.removeprefix("WFS-test-") for record in list_sessions(shop.root)}
    assert left == {"unmerged", "crashed", "busy", "young", "newest"}
    held = {ref.split("WFS-test-")[1].split("/")[0] for ref in shop.refs() if "WFS-test-" in ref}
    assert held == left
    rows = History().read("sessions")["session_id"].str.removeprefix("WFS-test-")
    assert set(rows) >= {"merged", "turned-down", "nothing"}  # rows of the history survive

    assert names(pruned(remove=True, unmerged=True).items) == {"unmerged", "crashed", "busy"}
    assert {record.session_id for record in list_sessions(shop.root)} == {"WFS-test-young", "WFS-test-newest"}


def test_a_session_that_came_alive_after_the_plan_stays(shop: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    old, _ = session(shop, "old", 60), session(shop, "new", 0)
    monkeypatch.setattr(branch_status, "look", lambda _project: [])
    from testfix_pipeline.analytics.history.session_retention import carry_out, plan
    from testfix_pipeline.core.configuration.retention import Policy

    items = plan(Policy(), [shop.root], NOW)
    with claim(old, "resumed"):
        gone, problems = carry_out(items)
    assert gone == []
    assert "Resumed works on it" in problems[0]
    assert old.folder.is_dir()


def test_worktrees_that_nobody_holds_go(shop: Any) -> None:
    left, held, owned, fresh = (
        Mirror.open(shop.open(), SessionId(f"WFS-test-{name}")) for name in ("left", "held", "owned", "fresh")
    )
    (left.folder / "trees").mkdir()
    with held._lock(), claim(session(shop, "owned", 0, status="active"), "a run"):
        for mirror in (left, held, owned):
            for place in (mirror.folder, *mirror.folder.rglob("*")):
                os.utime(place, (NOW.timestamp() - 9 * 86400,) * 2)
        done = pruned(remove=True)
    assert [item.name.rpartition("/")[2] for item in done.items] == ["WFS-test-left"]
    assert [mirror.folder.exists() for mirror in (left, held, owned, fresh)] == [False, True, True, True]


def test_what_ticks_and_dead_runs_left_goes_and_our_clones_are_tidied(shop: Any, instance_home: Path) -> None:
    root = instance_home / ".dagster"
    places = [
        *(root / "logs/__repository__/nightly_shop" / name for name in ("old.err", "young.err")),
        *(root / "values/runs" / name / "session.json" for name in ("dead", "young")),
    ]
    for place in places:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("{}")
    for place in (places[0], places[2].parent):
        os.utime(place, (NOW.timestamp() - 61 * 86400,) * 2)
    clone = instance_home / "clones" / "far"
    shop.git("clone", "-q", str(shop.root), str(clone))
    loose = shop.git("-C", str(clone), "hash-object", "-w", str(instance_home / "projects.yaml")).strip()
    done = pruned(remove=True)
    assert {(item.kind, item.name.rpartition("/")[2]) for item in done.items} == {
        ("log", "old.err"),
        ("values", "dead"),
    }
    assert [place.exists() for place in places] == [False, True, False, True]
    assert shop.git("-C", str(clone), "cat-file", "-t", loose, check=False) == ""
    assert not done.problems


def test_the_command_lists_first_and_removes_when_asked(shop: Any, capsys: pytest.CaptureFixture[str]) -> None:
    session(shop, "old", 60)
    session(shop, "unmerged", 60, fixes="unmerged.py")
    session(shop, "new", 0)
    for options, said in (((), "would go"), (("--remove",), "removed")):
        with pytest.raises(SystemExit) as ended:
            app(["prune", *options])
        assert ended.value.code == 0
        shown = capsys.readouterr().out
        assert said in shown.splitlines()[-1]
        assert "WFS-test-old  (60 days old, over 30)" in shown
        assert "stays" in shown and "holds fixes that no other branch has" in shown
    with pytest.raises(PipelineError, match="no folder"):
        app(["prune", "--project", "/nowhere/at/all"], standalone_mode=False)


def test_old_runs_go_with_all_their_files(shop: Any, instance_home: Path) -> None:
    asked = {"remove": False}
    with instance() as opened:
        opened.add_dynamic_partitions("test_session", ["x"])
    first, second = run_job("prune", asked), run_job("prune", asked)
    assert first.success and second.success
    values = instance_home / ".dagster" / "values" / "runs" / first.run_id
    logs = instance_home / ".dagster" / "logs" / first.run_id / "compute_logs"
    for folder in (values, logs):
        folder.mkdir(parents=True)
        (folder / "x").write_text("x" * 1000)
    assert _files(instance_home, first.run_id)
    with instance() as opened:
        waiting = opened.create_run_for_job(defs.resolve_job_def("prune"), run_config=asked)
        later = prune(opened, remove=True, now=NOW + timedelta(days=61))
        left = {run.run_id for run in opened.get_runs()}
    assert {item.name.split(" ")[0] for item in later.items if item.kind == "run"} == {first.run_id, second.run_id}
    assert left == {waiting.run_id}
    assert _files(instance_home, first.run_id) == []
    with instance() as opened:  # by number, too
        opened.report_run_canceled(waiting)
        newer = [opened.create_run_for_job(defs.resolve_job_def("prune"), run_config=asked) for _ in range(2)]
    (instance_home / "projects.yaml").write_text("retention: {run_count: 2}")
    assert [item.name.split(" ")[0] for item in pruned(remove=True).items] == [waiting.run_id]
    with instance() as opened:
        assert {run.run_id for run in opened.get_runs()} == {run.run_id for run in newer}


def _files(place: Path, run_id: str) -> list[Path]:
    return [path for path in place.rglob("*") if run_id in str(path)]


@pytest.mark.parametrize(
    ("text", "status", "skipped"),
    [
        ("projects: [{name: a, path: .}]", "RUNNING", ""),
        ("projects: [{name: a, path: .}]\nretention: off", "STOPPED", "retention: off"),
        ("projects: []", "STOPPED", ""),
        ("projects: [", "STOPPED", "can't be read"),
    ],
)
def test_the_schedule_is_for_those_who_registered_something(instance_home, text, status, skipped) -> None:
    from testfix_pipeline.defs.retention import prune_job

    (instance_home / "projects.yaml").write_text(text)
    assert prune_job._status().value == status
    with dg.build_schedule_context(scheduled_execution_time=NOW) as context:
        found = prune_job.prune_weekly.evaluate_tick(context)
    assert skipped in str(found.skip_message or "")
    for request in found.run_requests or []:
        assert dg.validate_run_config(prune_job.prune_job, dict(request.run_config))


def test_old_nights_and_the_oldest_partitions_go(shop: Any, instance_home: Path) -> None:
    limits = {"partition_count": 2, "night_days": 30}
    registry = {"projects": [{"name": "shop", "path": str(shop.root)}], "retention": limits}
    (instance_home / "projects.yaml").write_text(yaml.safe_dump(registry))
    for days in (90, 60, 1):
        note("shop", f"n{days}", verdict="green", at=(NOW - timedelta(days=days)).isoformat())
    with instance() as opened:
        opened.add_dynamic_partitions("test_session", ["b", "a", "d", "c"])
        found = prune(opened, remove=False, now=NOW)
        assert {item.name for item in found.items} >= {"2 partitions", "2 nights"}
        assert len(read_nights()) == 3
        prune(opened, remove=True, now=NOW)
        assert list(opened.get_dynamic_partitions("test_session")) == ["d", "c"]
        assert not prune(opened, remove=False, now=NOW).items
    assert [night.night for night in read_nights()] == ["n1"]
