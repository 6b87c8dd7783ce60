"""A schedule per registered project: what gets a run, what is skipped and why, and what is kept of it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline import cycle
from testfix_pipeline.analytics.nightly.nights import Night, note, read_nights
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.nightly import schedules as automation
from testfix_pipeline.defs.nightly.schedules import schedules, tonight
from testfix_pipeline.defs.runs.job_runner import instance, run_job
from testfix_pipeline.defs.session.launch import FixLaunch, cycle_settings
from testfix_pipeline.registry.registered_projects import Registry
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.workbench import resolve_config
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore

NIGHT = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)
NAME = "2026-03-01T02:00+00:00"


@pytest.fixture
def registered(instance_home: Path) -> Callable[..., None]:
    """Write the registry; each project is its folder or a mapping."""
    defs.get_repository_def()  # made once, outside of any test's own instance

    def write(**projects: Any) -> None:
        entries = [
            {"name": name, **(given if isinstance(given, dict) else {"path": str(given)})}
            for name, given in projects.items()
        ]
        (instance_home / "projects.yaml").write_text(yaml.safe_dump({"projects": entries}))

    return write


def tick(name: str) -> dg.ScheduleExecutionData:
    """What an entry's schedule comes to at that night, as Dagster's daemon evaluates it."""
    (definition,) = [one for one in schedules() if one.name == f"nightly_{name}"]
    with instance() as opened, dg.build_schedule_context(opened, scheduled_execution_time=NIGHT) as context:
        return definition.evaluate_tick(context)


def on_time(name: str, due: datetime = NIGHT, after: timedelta = timedelta()) -> dg.RunRequest | dg.SkipReason:
    """What a night comes to when the daemon is there so long after it was due."""
    entry = Registry.load().named(name)
    assert entry is not None
    with instance() as opened:
        return tonight(entry, due, opened, due + after)


def nights() -> dict[str, Night]:
    return {night.project: night for night in read_nights()}


def ended(repo: Any, session_id: str, **fields: Any) -> None:
    """A session that ended green on the project's present commit."""
    head = repo.git("rev-parse", "HEAD").strip()
    record = SessionRecord(session_id=session_id, project=str(repo.root), base_commit=head, status="completed")
    SessionStore(repo.root, SessionId(session_id)).create(record.model_copy(update={"outcome": "success", **fields}))


def test_only_projects_that_need_it_get_a_run(calc, registered, tmp_path) -> None:
    fresh, green, busy, moved, fixed = (calc("add", name=name) for name in ("fresh", "green", "busy", "moved", "fixed"))
    ended(green, "WFS-test-green")
    fixed.git("switch", "-q", "-c", "testfix/WFS-test-fixed")
    fixed.commit("fix", **{"calc.py": "FIXED = 1\n"})
    fixed.git("switch", "-q", "main")
    base = fixed.git("rev-parse", "main").strip()
    ended(fixed, "WFS-test-fixed", branch="testfix/WFS-test-fixed", baseline_commit=base)
    ended(moved, "WFS-test-moved")
    moved.commit("more", **{"more.py": "MORE = 1\n"})
    cycle.start({"project": str(busy.root)}, "another run")
    gone, unreachable = {"path": str(tmp_path / "gone")}, {"git": f"file://{tmp_path}/nowhere"}
    registered(
        fresh={"path": str(fresh.root), "budget_seconds": 600}, green=green.root, busy=busy.root, moved=moved.root,
        fixed=fixed.root, gone=gone, far=unreachable, off={"path": str(green.root), "schedule": "off"},
        branch={"path": str(fresh.root), "branch": "release"}, typo={"path": ".", "budgett": 3},
    )  # fmt: skip
    found: dict[str, Any] = {}
    for name in ("fresh", "green", "busy", "moved", "fixed", "gone", "far", "branch", "typo"):
        try:
            found[name] = tick(name).run_requests
        except Exception as error:  # a tick that Dagster shows in red, with the sentence and no stack of ours
            found[name] = str(error)
    release("another run")
    (request,) = found["fresh"]
    assert request.run_key == f"fresh:{NAME}"
    assert request.tags.items() >= {"testfix/entry": "fresh", "testfix/night": NAME}.items()
    assert (len(found["moved"]), len(found["green"]), len(found["busy"])) == (1, 0, 0)
    assert str(tmp_path / "gone") in found["gone"]
    assert "can't be reached" in found["far"] and "Check the address" in found["far"]
    assert "is on main, and the registry says release" in found["branch"]
    assert "budgett" in found["typo"]

    kept = nights()
    assert {name: night.verdict for name, night in kept.items()} == {
        "fresh": "running", "green": "green", "busy": "busy", "moved": "running",
        "fixed": "waiting", "gone": "failed", "far": "failed", "branch": "failed", "typo": "failed",
    }  # fmt: skip
    assert "green and unchanged since WFS-test-green" in kept["green"].reason
    assert "in progress" in kept["busy"].reason
    assert "whose fixes wait on testfix/WFS-test-fixed" in kept["fixed"].reason
    assert "new commits" in kept["moved"].reason
    assert "Check the address" in kept["far"].next
    assert {night.night for night in kept.values()} == {NAME}


def test_schedules_are_what_the_entries_say(calc: Callable[..., Any], registered: Callable[..., None]) -> None:
    root = str(calc("add").root)
    registered(
        shop={"path": root, "schedule": "30 1 * * mon-fri", "timezone": "Europe/Berlin"},
        ledger={"path": root, "enabled": False, "input": "Test the sums"},
        off={"path": root, "schedule": "off"},
    )  # fmt: skip
    shop, ledger = schedules()
    assert (shop.name, shop.cron_schedule, shop.execution_timezone) == (
        "nightly_shop", "30 1 * * mon-fri", "Europe/Berlin",
    )  # fmt: skip
    assert (shop.job_name, ledger.job_name) == ("fix", "test_fix")
    assert (shop.default_status.value, ledger.default_status.value) == ("RUNNING", "STOPPED")
    assert root in str(shop.description) and "Test the sums" in str(ledger.description)
    assert shop.tags == {"testfix/entry": "shop"}


def test_a_change_that_needs_a_reload_is_said(calc: Callable[..., Any], registered: Callable[..., None]) -> None:
    root = str(calc("add").root)
    registered(shop={"path": root}, ledger={"path": root}, off={"path": root, "schedule": "off"})
    schedules()
    registered(shop={"path": root, "budget_seconds": 60}, ledger={"path": root}, off={"path": root, "schedule": "off"})
    assert automation.out_of_date() == ""
    registered(shop={"path": root, "schedule": "0 5 * * *"}, new={"path": root}, typo={"path": root, "budgett": 3})
    assert automation.out_of_date() == ("Reload the code location: ledger, new, shop, typo changed in the registry.")
    schedules()
    assert automation.out_of_date() == ""


def accepted(job: str, request: dg.RunRequest) -> dict[str, Any]:
    """The settings of the cycle that the job makes of a request's configuration."""
    found = dg.validate_run_config(defs.resolve_job_def(job), dict(request.run_config))
    return dict(found["ops"]["session"]["config"]["settings"])


def test_every_setting_of_an_entry_holds_for_its_runs(calc, registered) -> None:
    """Those that the form of a launch shows, and those it has no field for, such as `gate` of a fix."""
    repo = calc("add")
    every = {
        "test_command": "pytest -q", "env": {"MODE": "test"}, "share": ["vendor"], "setup_command": "true",
        "suite_timeout_seconds": 60.0, "max_iterations": 1, "agents": ["builtin"], "trusted": True,
        "sandbox": {"env": ["LANG"], "read": ["/opt"]}, "gate": "block", "iteration_calls": 3, "budget_seconds": 600,
    }  # fmt: skip
    registered(
        shop={"path": str(repo.root), **every},
        ledger={"path": str(repo.root), "input": "Test the sums", "max_iterations": 3},
    )
    (request,) = tick("shop").run_requests or []
    settings = accepted("fix", request)
    assert (settings["project"], settings["env"], settings["suite_timeout_seconds"]) == ("shop", {"MODE": "test"}, 60.0)
    assert settings["sandbox"]["read"] == ["/opt"]
    (other,) = tick("ledger").run_requests or []
    settings = accepted("test_fix", other)
    assert (settings["input"], settings["kind"], settings["max_iterations"]) == ("Test the sums", "run", 3)

    # a launch by the name alone, and by the folder: nothing of the entry is left out, and what the launch says wins
    for project, launch in (("shop", {}), (str(repo.root), {"budget_seconds": 700.0})):
        config = resolve_config(cycle_settings(FixLaunch.model_validate({"project": project, **launch})))[
            1
        ].model_dump()
        wanted = {**every, "sandbox": config["sandbox"], **launch}
        assert {name: config[name] for name in every} == wanted
        assert (config["sandbox"]["env"], config["sandbox"]["read"]) == (["LANG"], ["/opt"])


def test_a_night_that_nobody_was_there_for_is_noted_and_made_up_for_once(calc, registered) -> None:
    root = str(calc("add").root)
    registered(shop={"path": root}, ledger={"path": root, "missed": "skip"})
    for name in ("shop", "ledger"):
        note(name, NAME, verdict="success", started=True)
    back, late = NIGHT + timedelta(days=4), timedelta(hours=7, minutes=30)
    request, skipped = on_time("shop", back, late), on_time("ledger", back, late)
    assert isinstance(request, dg.RunRequest)
    assert request.tags["testfix/late"] == "7 h 30 min"
    assert isinstance(skipped, dg.SkipReason)
    assert "missed: skip" in str(skipped.skip_message)
    shop = [night for night in read_nights() if night.project == "shop"]
    assert [(one.night[:10], one.verdict) for one in shop] == [
        ("2026-03-01", "success"), ("2026-03-02", "missed"), ("2026-03-03", "missed"), ("2026-03-04", "missed"),
        ("2026-03-05", "running"),
    ]  # fmt: skip
    assert "Caught up with 7 h 30 min late" in shop[-1].reason
    assert nights()["ledger"].verdict == "missed"
    # the same tick once more: the same night, and no further row
    again = on_time("shop", back, late)
    assert isinstance(again, dg.RunRequest) and again.run_key == request.run_key
    assert len([night for night in read_nights() if night.project == "shop"]) == 5


def test_nights_before_the_schedule_was_switched_on_are_not_missed(calc, registered, monkeypatch) -> None:
    registered(shop=calc("add").root)
    note("shop", NAME, verdict="success", started=True)
    monkeypatch.setattr(automation, "_switched_on", lambda *_: [NIGHT + timedelta(days=2, hours=1)])
    on_time("shop", NIGHT + timedelta(days=4))
    assert [night.night[:10] for night in read_nights()] == ["2026-03-01", "2026-03-04", "2026-03-05"]


def test_a_run_that_waits_or_goes_on_is_not_overlapped(calc, registered) -> None:
    registered(shop=calc("add").root)
    entry = Registry.load().entries[0]
    with instance() as opened:
        opened.create_run_for_job(
            defs.resolve_job_def("fix"), run_config=automation.flat(entry), tags={"testfix/entry": "shop"},
            status=dg.DagsterRunStatus.STARTED,
        )  # fmt: skip
        found = tonight(entry, NIGHT, opened, NIGHT)
    assert isinstance(found, dg.SkipReason) and "in progress" in str(found.skip_message)
    assert nights()["shop"].verdict == "busy"


def test_a_repository_by_its_address_is_cloned_and_followed(calc, registered, instance_home) -> None:
    """The first run clones; the clone follows the remote's branch; green and unchanged is asked without a fetch."""
    remote = calc(name="remote")
    registered(far={"git": f"file://{remote.root}", "branch": "main"})
    for message in ("", "more"):
        if message:
            remote.commit(message, **{"more.py": "MORE = 1\n"})
        request = on_time("far")
        assert isinstance(request, dg.RunRequest)
        assert run_job("fix", dict(request.run_config)).success
        clone = instance_home / "clones" / "far"
        record = SessionStore(clone, list_sessions(clone)[0].session_id).session()
        assert record.base_commit == remote.git("rev-parse", "main").strip()
        assert getattr(record, "outcome", "") == "success"
        assert isinstance(on_time("far"), dg.SkipReason)
    remote.git("branch", "-m", "main", "trunk")
    with pytest.raises(PipelineError, match="has no branch main"):
        on_time("far")


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("projects: [", []),
        ("projects:\n- {name: shop, path: .}\n- {name: shop, path: ..}\n", ["nightly_shop"]),
        ("projects:\n- {name: shop, path: .}\n- oops\n", ["nightly_shop", "nightly_project_2"]),
        ("", []),
    ],
)
def test_a_registry_with_faults_still_loads(instance_home: Path, text: str, names: list[str]) -> None:
    (instance_home / "projects.yaml").write_text(text)
    assert [one.name for one in schedules()] == names
