"""The nightly walk over a registry: what gets a run, what is skipped and why, and what is kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline import cycle
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.automation import NIGHTS
from testfix_pipeline.steps.ownership import release
from testfix_pipeline.workspace.store import SessionStore

NIGHT = datetime(2026, 3, 1, 2, 0, tzinfo=UTC)


@pytest.fixture
def registered(instance_home: Path) -> Callable[..., None]:
    """Write the registry; each project is its folder or a mapping."""

    def write(**projects: Any) -> None:
        entries = [
            {"name": name, **(given if isinstance(given, dict) else {"path": str(given)})}
            for name, given in projects.items()
        ]
        (instance_home / "projects.yaml").write_text(yaml.safe_dump({"projects": entries}))

    return write


def tick(schedule: str) -> dg.ScheduleExecutionData:
    definition = defs.resolve_schedule_def(schedule)
    with dg.DagsterInstance.ephemeral() as instance:
        context = dg.build_schedule_context(instance=instance, scheduled_execution_time=NIGHT)
        return definition.evaluate_tick(context)


def rows(instance_home: Path) -> dict[str, dict[str, Any]]:
    lines = (instance_home / "history" / NIGHTS).read_text().splitlines()
    found = [json.loads(line) for line in lines]
    return {row["project"]: row for row in found}


def ended(repo: Any, session_id: str, **fields: Any) -> None:
    """A session that ended green on the project's present commit."""
    head = repo.git("rev-parse", "HEAD").strip()
    record = SessionRecord(session_id=session_id, project=str(repo.root), base_commit=head, status="completed")
    SessionStore(repo.root, session_id).create(record.model_copy(update={"outcome": "success", **fields}))


def test_only_projects_that_need_it_get_a_run(
    calc: Callable[..., Any], registered: Callable[..., None], instance_home: Path, tmp_path: Path
) -> None:
    fresh, green, busy, moved = (calc("add", name=name) for name in ("fresh", "green", "busy", "moved"))
    ended(green, "WFS-test-green")
    ended(moved, "WFS-test-moved")
    moved.commit("more", **{"more.py": "MORE = 1\n"})
    cycle.start({"project": str(busy.root)}, "another run")
    settings = {"path": str(fresh.root), "budget_seconds": 600, "agents": ["builtin"], "sandbox": {"network": True}}
    registered(
        fresh=settings, green=green.root, busy=busy.root, moved=moved.root, gone=tmp_path / "gone",
        planned={"path": str(green.root), "input": "Test the sums"},
    )  # fmt: skip
    found = tick("nightly_fix")
    release("another run")
    requests = {request.tags["testfix/project"]: request for request in found.run_requests or []}
    assert requests.keys() == {"fresh", "moved"}
    assert requests["fresh"].run_key == "2026-03-01:fresh"

    settings = accepted("fix", requests["fresh"])
    assert (settings["project"], settings["budget_seconds"]) == (str(fresh.root), 600)
    assert settings["sandbox"]["network"] is True
    kept = rows(instance_home)
    assert {name: row["started"] for name, row in kept.items()} == {
        "fresh": True, "green": False, "busy": False, "moved": True, "gone": False,
    }  # fmt: skip
    assert "green and unchanged since WFS-test-green" in kept["green"]["reason"]
    assert "in progress" in kept["busy"]["reason"]
    assert str(tmp_path / "gone") in kept["gone"]["reason"]
    assert "new commits" in kept["moved"]["reason"]
    assert {row["night"] for row in kept.values()} == {"2026-03-01"}


def accepted(job: str, request: dg.RunRequest) -> dict[str, Any]:
    """The settings of the cycle that the job makes of a request's configuration."""
    found = dg.validate_run_config(defs.resolve_job_def(job), dict(request.run_config))
    return dict(found["ops"]["session"]["config"]["settings"])


def test_entry_with_an_input_gets_the_whole_pipeline(
    calc: Callable[..., Any], registered: Callable[..., None], instance_home: Path
) -> None:
    repo = calc("add")
    registered(shop={"path": str(repo.root), "input": "Test the sums", "max_iterations": 3})
    (request,) = tick("nightly_run").run_requests or []
    settings = accepted("test_fix", request)
    assert (settings["input"], settings["kind"], settings["max_iterations"]) == ("Test the sums", "run", 3)
    assert "no session yet" in rows(instance_home)["shop"]["reason"]


def test_every_setting_of_an_entry_is_accepted_by_the_job(
    calc: Callable[..., Any], registered: Callable[..., None]
) -> None:
    repo = calc("add")
    every = {
        "test_command": "pytest -q", "env": {"MODE": "test"}, "share": ["vendor"], "setup_command": "true",
        "suite_timeout_seconds": 60.0,
        "sandbox": {"mode": "strict", "env": ["LANG"], "read": ["/opt"]},
    }  # fmt: skip
    registered(shop={"path": str(repo.root), **every})
    found = tick("nightly_fix")
    assert not found.skip_message
    (request,) = found.run_requests or []
    settings = accepted("fix", request)
    assert (settings["env"], settings["suite_timeout_seconds"]) == ({"MODE": "test"}, 60.0)
    assert settings["sandbox"]["mode"] == "strict"
    assert settings["sandbox"]["read"] == ["/opt"]


def test_limit_that_a_launch_does_not_have_is_no_limit_left_out(
    calc: Callable[..., Any], registered: Callable[..., None], instance_home: Path
) -> None:
    registered(shop={"path": str(calc("add").root), "gate": "block"})
    found = tick("nightly_fix")
    assert not found.run_requests
    assert "can't be given gate" in str(found.skip_message)
    assert rows(instance_home)["shop"]["started"] is False


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("projects:\n- name: shop\n  path: .\n  budgett: 3\n", "budgett"),
        ("projects:\n- {name: shop, path: .}\n- {name: shop, path: ..}\n", "have the name 'shop'"),
        ("projects: [", "can't be read"),
    ],
)
def test_bad_registry_skips_the_night_with_its_reason(instance_home: Path, text: str, sentence: str) -> None:
    (instance_home / "projects.yaml").write_text(text)
    found = tick("nightly_fix")
    assert not found.run_requests
    assert sentence in str(found.skip_message)


def test_empty_registry_does_nothing(instance_home: Path) -> None:
    found = tick("nightly_run")
    assert not found.run_requests
    assert found.skip_message == "No project is registered for this."
    assert not (instance_home / "history" / NIGHTS).exists()
