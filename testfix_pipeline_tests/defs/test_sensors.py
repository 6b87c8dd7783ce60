"""What the sensors ask for: sessions whose run died, and the history's tables once a session has ended."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.waiting_sessions import note_session
from testfix_pipeline.analytics.nightly.nights import note, read_nights
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.runs.freshness import fresh_within
from testfix_pipeline.workspace.sessions.session_lock import claim
from testfix_pipeline.workspace.sessions.store import SessionStore

LONG_AGO = "2026-01-01T00:00:00+00:00"


@pytest.fixture
def shop(calc: Callable[..., Any], instance_home: Path) -> Any:
    """A registered project."""
    repo = calc("add", name="shop")
    registry = {"projects": [{"name": "shop", "path": str(repo.root)}, {"name": "gone", "path": str(repo.root / "no")}]}
    (instance_home / "projects.yaml").write_text(yaml.safe_dump(registry))
    return repo


def tick(sensor: str) -> dg.SensorExecutionData:
    with dg.DagsterInstance.ephemeral() as instance, dg.build_sensor_context(instance=instance) as context:
        return defs.resolve_sensor_def(sensor).evaluate_tick(context)


def left(repo: Any, session_id: str, **fields: Any) -> SessionStore:
    """A session as a run left it."""
    store = SessionStore(repo.root, SessionId(session_id))
    record = {"session_id": session_id, "created_at": LONG_AGO, "updated_at": LONG_AGO, **fields}
    store.create(SessionRecord.model_validate(record))
    return store


def test_a_session_whose_run_died_is_resumed_once_for_each_time(shop: Any) -> None:
    left(shop, "WFS-test-dead", status="active")
    left(shop, "WFS-test-done", status="completed")
    left(shop, "WFS-test-young", status="active", updated_at="2999-01-01T00:00:00+00:00")
    with claim(left(shop, "WFS-test-busy", status="active"), "a run"):
        (request,) = tick("resume_interrupted").run_requests or []
    session, agents = {"session_id": "WFS-test-dead"}, {"executor": "in_process"}
    launch = {"project": str(shop.root), "input": session, "agents": agents}
    assert request.run_config == launch
    assert request.run_key == f"{shop.root}:WFS-test-dead:{LONG_AGO}"
    assert dg.validate_run_config(defs.resolve_job_def("resume"), dict(request.run_config))


def test_a_session_whose_runs_die_again_and_again_is_left_to_a_person(shop: Any) -> None:
    left(shop, "WFS-test-dead", status="active")
    job = defs.resolve_job_def("resume")
    with dg.DagsterInstance.ephemeral() as opened:
        with dg.build_sensor_context(instance=opened) as context:
            (request,) = defs.resolve_sensor_def("resume_interrupted").evaluate_tick(context).run_requests or []
        for _ in range(3):
            opened.create_run_for_job(job, run_config=request.run_config, tags=request.tags)
        with dg.build_sensor_context(instance=opened) as context:
            found = defs.resolve_sensor_def("resume_interrupted").evaluate_tick(context)
    assert not found.run_requests and "needs a person" in str(found.skip_message)


def test_a_finished_session_starts_a_run_where_the_entry_asks_for_it(shop: Any, instance_home: Path) -> None:
    for name, status in (("one", "completed"), ("two", "completed"), ("open", "active"), ("empty", "completed")):
        store = left(shop, f"WFS-{name}", status=status, type="workflow", workflow_type="workflow")
        task = {"id": "IMPL-001", "title": "Add a sum", "status": "completed"}
        if name != "empty":
            store.write_text(".task/IMPL-001.json", json.dumps(task))
    assert not tick("session_finished").run_requests  # nobody asked
    entry = {"name": "shop", "path": str(shop.root), "on_session": True, "budget_seconds": 60}
    (instance_home / "projects.yaml").write_text(yaml.safe_dump({"projects": [entry]}))
    (first,) = tick("session_finished").run_requests or []
    assert (first.run_config["input"]["text"], first.run_config["limits"]["budget_seconds"]) == ("WFS-one", 60)
    assert dg.validate_run_config(defs.resolve_job_def("test_fix"), dict(first.run_config))
    left(shop, "WFS-test-one", status="active", source_session_id="WFS-one")
    assert not tick("session_finished").run_requests  # one at a time
    left(shop, "WFS-test-two", status="completed", source_session_id="WFS-none")
    store = SessionStore(shop.root, SessionId("WFS-test-one"))
    store.save_session(store.session().model_copy(update={"status": "completed"}))
    (second,) = tick("session_finished").run_requests or []
    assert second.run_config["input"]["text"] == "WFS-two"
    assert not tick("session_finished").run_requests
    assert [night.night for night in read_nights()] == ["session WFS-one", "session WFS-two"]


def test_sessions_of_known_projects_are_taken_up(shop: Any) -> None:
    assert "No session is new" in str(tick("history_follows").skip_message)
    left(shop, "WFS-test-new", status="completed")
    assert "1 session appended" in str(tick("history_follows").skip_message)
    assert list(History().read("sessions")["session_id"]) == ["WFS-test-new"]
    assert "No session is new" in str(tick("history_follows").skip_message)


def test_the_tables_are_made_again_after_each_session_and_never_without_one(shop: Any) -> None:
    sensor, job = defs.resolve_sensor_def("new_sessions"), defs.resolve_job_def("history")
    assert sensor.default_status is dg.DefaultSensorStatus.RUNNING
    with dg.DagsterInstance.ephemeral() as opened:

        def asked() -> list[str | None]:
            with dg.build_sensor_context(instance=opened) as context:
                return [one.run_key for one in sensor.evaluate_tick(context).run_requests or []]

        keys = []
        assert asked() == []
        for name in ("WFS-test-one", "WFS-test-two"):
            note_session(shop.root, left(shop, name, status="completed").session_id)
            (key,) = asked()
            keys.append(key)
            opened.create_run_for_job(job, status=dg.DagsterRunStatus.STARTED)
            assert asked() == []  # a run makes them
            for run in opened.get_runs():
                opened.delete_run(run.run_id)
            assert job.execute_in_process(instance=opened).success
            assert asked() == []
            assert History().sessions()[-1].endswith(name)
        History().append(session_frames(shop.root, left(shop, "WFS-test-read", status="completed").session_id))
        keys += asked()  # what a command has taken up
        assert job.execute_in_process(instance=opened).success
        note("shop", "2026-11-29", verdict="missed")
        assert len({*keys, *asked()}) == 4


def test_a_bad_registry_is_a_reason_and_no_crash(shop: Any, instance_home: Path) -> None:
    (instance_home / "projects.yaml").write_text("projects: [")
    for sensor in ("history_follows", "resume_interrupted", "session_finished", "nightly_reports"):
        assert "can't be read" in str(tick(sensor).skip_message)


def test_a_sensor_takes_up_where_its_last_tick_ended(shop: Any, instance_home: Path) -> None:
    left(shop, "WFS-test-dead", status="active")
    began = datetime.now(UTC).timestamp()
    found = {}
    for after in ("", "gone", "shop"):
        cursor = json.dumps({"after": after, "began": began - 1000})
        with (
            dg.DagsterInstance.ephemeral() as opened,
            dg.build_sensor_context(instance=opened, cursor=cursor) as context,
        ):
            ticked = defs.resolve_sensor_def("resume_interrupted").evaluate_tick(context)
        found[after] = (len(ticked.run_requests or []), json.loads(ticked.cursor or "{}")["after"])
    assert found == {"": (1, ""), "gone": (1, ""), "shop": (0, "")}


def test_only_where_projects_are_registered_a_missing_night_is_overdue(instance_home: Path) -> None:
    assert fresh_within(hours=26) is None
    (instance_home / "projects.yaml").write_text(f"projects: [{{name: shop, path: {instance_home}}}]")
    assert fresh_within(hours=26) == dg.FreshnessPolicy.time_window(fail_window=timedelta(hours=26))
