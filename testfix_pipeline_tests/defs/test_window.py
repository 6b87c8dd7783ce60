"""The nightly window: who is started, with which budget, and what is noted."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline.analytics.nightly.nights import note, read_nights
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.nightly.window import due_runs, opening
from testfix_pipeline.defs.runs.celery_settings import BROKER
from testfix_pipeline.registry.nightly_window import Window
from testfix_pipeline.workspace.sessions.store import SessionStore

OPENS = datetime(2026, 3, 1, 22, 0, tzinfo=UTC)
NIGHT = "window 2026-03-01T22:00+00:00"


@pytest.fixture
def registered(instance_home: Path) -> Callable[..., None]:
    """Write a registry with a window of an hour and two places."""

    def write(at_once: int = 2, **projects: Any) -> None:
        entries = [{"name": name, "schedule": "window", **given} for name, given in projects.items()]
        window = {"schedule": "0 22 * * *", "hours": 1, "at_once": at_once}
        (instance_home / "projects.yaml").write_text(yaml.safe_dump({"window": window, "projects": entries}))

    return write


def asked(now: datetime = OPENS, job: str = "fix", over: Callable[[], bool] = lambda: False) -> list[Any]:
    with dg.DagsterInstance.ephemeral() as instance:
        return list(due_runs(instance, job, now, over))


def names(found: list[Any]) -> list[str]:
    return [one.tags["testfix/entry"] for one in found if isinstance(one, dg.RunRequest)]


def test_a_window_is_open_for_its_hours() -> None:
    window = Window("0 22 * * *", "UTC", 8)
    assert opening(window, OPENS - timedelta(seconds=1)) is None
    opened = opening(window, OPENS + timedelta(hours=7))
    assert opened is not None and (opened.night, opened.closes) == (NIGHT, OPENS + timedelta(hours=8))
    assert opening(window, OPENS + timedelta(hours=8, seconds=1)) is None
    berlin = opening(Window("0 22 * * *", "Europe/Berlin", 2), OPENS)
    assert berlin is not None and berlin.night == "window 2026-03-01T22:00+01:00"


def test_places_are_given_once_and_the_longest_waiting_comes_first(calc, registered, tmp_path) -> None:
    root = str(calc("add").root)
    place = {"path": root}
    registered(late=place, early=place, gone={"path": str(tmp_path / "gone")}, other={**place, "input": "Test it"})
    note("late", "n0", verdict="blocked", at="2026-02-02T00:00:00+00:00", started=True)
    note("early", "n0", verdict="blocked", at="2026-02-01T00:00:00+00:00", started=True)
    assert asked(OPENS - timedelta(hours=1)) == []
    found = asked()
    assert names(found) == ["early", "late"]
    assert next(one for one in found if isinstance(one, str)).startswith("gone: The folder")
    assert {(one.project, one.verdict) for one in read_nights() if one.night == NIGHT} == {
        ("early", "running"), ("late", "running"), ("gone", "failed"),
    }  # fmt: skip
    for one in found[1:]:
        assert dg.validate_run_config(defs.resolve_job_def("fix"), dict(one.run_config))
        assert one.tags["testfix/window"] == NIGHT and one.tags["testfix/pool"] == one.tags["testfix/entry"]
    assert asked(job="test_fix") == []  # both places are taken
    note("early", NIGHT, verdict="success")
    assert names(asked(job="test_fix")) == ["other"]
    assert names(asked()) == []


def test_a_budget_follows_the_yield_and_ends_with_the_window(calc, registered) -> None:
    root = str(calc("add").root)
    registered(1, good={"path": root, "budget_seconds": 5000}, bad={"path": root, "budget_seconds": 5000})
    for number in range(8):
        at = f"2026-02-{number + 1:02d}T00:00:00+00:00"
        note("good", f"n{number}", verdict="success", started=True, branch="testfix/x", at=at)
        note("bad", f"n{number}", verdict="blocked", started=True, at=at)
    (first,) = asked()
    assert first.tags["testfix/entry"] == "good"
    assert 2500 < first.run_config["limits"]["budget_seconds"] < 3300
    note("good", NIGHT, verdict="success")
    (second,) = asked(OPENS + timedelta(minutes=50))
    assert (second.tags["testfix/entry"], second.run_config["limits"]["budget_seconds"]) == ("bad", 600)


def test_nothing_starts_where_the_window_leaves_no_time_or_the_tick_is_over(calc, registered) -> None:
    registered(shop={"path": str(calc("add").root)})
    assert asked(OPENS + timedelta(minutes=56)) == []
    assert asked(over=lambda: True) == []
    assert read_nights() == []


def test_a_green_project_takes_no_place(calc: Callable[..., Any], registered: Callable[..., None]) -> None:
    repo = calc("add")
    head = repo.git("rev-parse", "HEAD").strip()
    record = SessionRecord(session_id="WFS-test-green", project=str(repo.root), base_commit=head, status="completed")
    SessionStore(repo.root, SessionId("WFS-test-green")).create(record.model_copy(update={"outcome": "success"}))
    registered(1, green={"path": str(repo.root)}, red={"path": str(calc("add", name="red").root)})
    assert names(asked()) == ["red"]
    assert {one.project: one.verdict for one in read_nights()} == {"green": "green", "red": "running"}


def test_the_sensors_are_there_and_say_when_nothing_is_due(registered: Callable[..., None]) -> None:
    registered()
    for name in ("nightly_window", "nightly_window_run", "registry_follows"):
        with dg.DagsterInstance.ephemeral() as instance, dg.build_sensor_context(instance=instance) as context:
            assert defs.resolve_sensor_def(name).evaluate_tick(context).skip_message


def test_a_run_works_where_its_entry_says_and_is_refused_where_it_can_not(calc, registered, monkeypatch) -> None:
    pytest.importorskip("dagster_celery", reason="the extra `celery` is not installed")
    registered(shop={"path": str(calc("add").root), "executor": "celery"})
    monkeypatch.delenv(BROKER, raising=False)
    assert asked() == [f"shop: The executor celery needs {BROKER} in the environment."]
    monkeypatch.setenv(BROKER, "redis://127.0.0.1:9/0")
    registered(other={"path": str(calc("add", name="other").root), "executor": "celery"})
    (run,) = asked()
    assert run.run_config["agents"]["executor"] == "celery"
    assert dg.validate_run_config(defs.resolve_job_def("fix"), dict(run.run_config))
