"""The fleet in Dagster and on the command line: asset, digest, queue and workers."""

import json
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml
from typer.testing import CliRunner

from testfix_pipeline.analytics.nightly.nights import note
from testfix_pipeline.cli.app import app
from testfix_pipeline.definitions import defs
from testfix_pipeline.defs.fleet.fleet_assets import digest_schedule
from testfix_pipeline.defs.fleet.runs_now import runs_now
from testfix_pipeline.defs.runs.celery_settings import BROKER
from testfix_pipeline.defs.runs.job_runner import instance, run_job
from testfix_pipeline_tests.defs.conftest import look

NOT_STARTED = dg.DagsterRunStatus.NOT_STARTED


@pytest.fixture
def shop(tmp_path: Path, instance_home: Path) -> Callable[..., None]:
    """Write a registry with one red project."""
    (tmp_path / "shop").mkdir()

    def write(**sections: Any) -> None:
        registry = {"projects": [{"name": "shop", "path": str(tmp_path / "shop")}], **sections}
        (instance_home / "projects.yaml").write_text(yaml.safe_dump(registry))
        note("shop", "n1", verdict="blocked", next="read the report")

    return write


def test_the_asset_writes_the_page_and_sends_only_when_it_is_asked_to(shop, instance_home) -> None:
    shop(digest={"to": ["env:NO_SUCH_ADDRESS"]})
    quiet = look(run_job("fleet_page", {})).materializations("fleet")[0].metadata
    assert quiet["red"].value == 1 and quiet["digest"].value == "not asked for"
    assert "read the report" in Path(str(quiet["page"].value)).read_text()
    config = {"ops": {"fleet": {"config": {"days": 7, "send": True}}}}
    sent = look(run_job("fleet_page", config)).materializations("fleet")[0].metadata["digest"].value
    assert "not notified" in str(sent) or "NO_SUCH_ADDRESS is not set" in str(sent)


def test_the_digest_is_sent_when_the_registry_says(shop: Callable[..., None]) -> None:
    shop()
    assert digest_schedule().default_status == dg.DefaultScheduleStatus.STOPPED
    shop(digest={"to": ["env:TEAM"], "schedule": "30 7 * * fri", "timezone": "Europe/Berlin"})
    schedule = digest_schedule()
    assert (schedule.cron_schedule, schedule.execution_timezone) == ("30 7 * * fri", "Europe/Berlin")
    assert schedule.default_status == dg.DefaultScheduleStatus.RUNNING
    with dg.DagsterInstance.ephemeral() as opened, dg.build_schedule_context(opened) as context:
        (request,) = schedule.evaluate_tick(context).run_requests or []
    assert dg.validate_run_config(defs.resolve_job_def("fleet_page"), dict(request.run_config))
    shop()
    with dg.DagsterInstance.ephemeral() as opened, dg.build_schedule_context(opened) as context:
        assert "names nobody" in str(schedule.evaluate_tick(context).skip_message)


def test_the_command_has_the_same_content_as_text_json_and_page(shop: Callable[..., None], tmp_path: Path) -> None:
    shop()
    page = tmp_path / "fleet.html"
    said = CliRunner().invoke(app, ["fleet", "--output", str(page)], catch_exceptions=False).output
    assert "1 project: 1 red" in said and "shop since" in said and str(page) in said.replace("\n", "")
    assert "read the report" in page.read_text()
    found = json.loads(CliRunner().invoke(app, ["fleet", "--json"], catch_exceptions=False).output)
    assert found["states"]["red"] == 1 and found["projects"][0]["waits"] == "read the report"
    assert found["now"] == {"queued": 0, "running": 0, "oldest_s": 0.0, "workers": None, "problem": ""}


def test_runs_that_wait_and_go_on_are_counted(shop: Callable[..., None]) -> None:
    job = defs.resolve_job_def("prune")
    with instance() as opened:
        for status in (NOT_STARTED, NOT_STARTED, dg.DagsterRunStatus.STARTED):
            opened.create_run_for_job(job, status=status)
        latest = opened.get_run_records(limit=1)[0].create_timestamp
        found = runs_now(opened, latest + timedelta(minutes=5))
    assert (found.queued, found.running, found.workers) == (2, 1, None)
    assert 300 <= found.oldest_s < 900


def test_a_broker_that_is_not_there_is_said(shop: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(BROKER, "redis://127.0.0.1:9/0")
    with instance() as opened:
        found = runs_now(opened)
    assert found.workers == () and f"The broker in {BROKER} can't be asked" in found.problem
