"""What the sensors ask for: sessions whose run died, and the history's tables when something changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from testfix_pipeline.analytics.store import History
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.definitions import defs
from testfix_pipeline.workspace.lock import claim
from testfix_pipeline.workspace.store import SessionStore

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
    store = SessionStore(repo.root, session_id)
    record = {"session_id": session_id, "created_at": LONG_AGO, "updated_at": LONG_AGO, **fields}
    store.create(SessionRecord.model_validate(record))
    return store


def test_a_session_whose_run_died_is_resumed_once_for_each_time(shop: Any) -> None:
    left(shop, "WFS-test-dead", status="active")
    left(shop, "WFS-test-done", status="completed")
    left(shop, "WFS-test-young", status="active", updated_at="2999-01-01T00:00:00+00:00")
    with claim(left(shop, "WFS-test-busy", status="active"), "a run"):
        (request,) = tick("resume_interrupted").run_requests or []
    assert request.run_config == {"project": str(shop.root), "session_id": "WFS-test-dead"}
    assert request.run_key == f"{shop.root}:WFS-test-dead:{LONG_AGO}"
    assert dg.validate_run_config(defs.resolve_job_def("resume"), dict(request.run_config))


def test_the_tables_are_made_when_a_session_is_new_or_changed(shop: Any) -> None:
    assert "No session is new" in str(tick("history_follows").skip_message)
    left(shop, "WFS-test-new", status="completed")
    (request,) = tick("history_follows").run_requests or []
    assert request.run_key == History().version()
    assert list(History().read("sessions")["session_id"]) == ["WFS-test-new"]
    assert not tick("history_follows").run_requests


def test_a_bad_registry_is_a_reason_and_no_crash(shop: Any, instance_home: Path) -> None:
    (instance_home / "projects.yaml").write_text("projects: [")
    for sensor in ("history_follows", "resume_interrupted"):
        assert "can't be read" in str(tick(sensor).skip_message)
