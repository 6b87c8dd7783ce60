"""`testfix doctor --cluster`: with a real broker, worker and database, and where settings would lose work."""

import json
from pathlib import Path
from typing import Any

import psutil
import pytest
import yaml
from typer.testing import CliRunner

from testfix_pipeline.cli.app import app
from testfix_pipeline.cli.use_cases.cluster_checks import cluster_rows, longest_attempt_s, setting_rows
from testfix_pipeline.defs.runs.celery_settings import BROKER, SETTINGS
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.instance_files import INSTANCE_FILE
from testfix_pipeline_tests.celery_cluster import redis, worker
from testfix_pipeline_tests.postgres_server import postgres

DEPLOYED = Path(__file__).parents[2] / "deploy" / "dagster.yaml"


def broken(rows: list[dict[str, Any]]) -> dict[str, str]:
    return {row["check"]: row["detail"] for row in rows if row["state"] == "broken"}


def test_our_settings_lose_no_step() -> None:
    assert broken(setting_rows("w", SETTINGS, longest_attempt_s())) == {}
    assert longest_attempt_s() == 14_400


@pytest.mark.parametrize(
    ("changed", "expected"),
    [
        ({"task_acks_late": False}, "task_acks_late is off"),
        ({"task_reject_on_worker_lost": None}, "task_reject_on_worker_lost is off"),
        ({"worker_prefetch_multiplier": 4}, "steps wait for a busy worker"),
        ({"broker_transport_options": {"visibility_timeout": 14_400}}, "it would run twice"),
        ({"broker_transport_options": None}, "visibility_timeout is 3600 s"),
    ],
)
def test_a_setting_that_would_lose_or_repeat_a_step_is_named(changed: dict[str, Any], expected: str) -> None:
    found = broken(setting_rows("w", {**SETTINGS, **changed}, 14_400))
    assert expected in found["w"]


def test_a_registered_budget_counts(instance_home: Path) -> None:
    entry = {"name": "slow", "path": "x", "budget_seconds": 90_000}
    (instance_home / "projects.yaml").write_text(yaml.safe_dump({"projects": [entry]}))
    assert "it would run twice" in broken(setting_rows("w", SETTINGS, longest_attempt_s()))["w"]


def test_a_home_of_one_machine_says_what_it_lacks(instance_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(BROKER, raising=False)
    found = broken(cluster_rows())
    assert "is a file of one machine" in found["storage"] and BROKER in found["broker"]
    assert "monitoring" not in found and "retries" not in found
    settings = yaml.safe_load((instance_home / INSTANCE_FILE).read_text())
    del settings["run_monitoring"], settings["run_retries"]
    (instance_home / INSTANCE_FILE).write_text(yaml.safe_dump(settings))
    found = broken(cluster_rows())
    assert "run_monitoring is off" in found["monitoring"] and "run_retries is off" in found["retries"]
    settings["run_monitoring"] = {"enabled": True, "poll_interval_seconds": 120}
    (instance_home / INSTANCE_FILE).write_text(yaml.safe_dump(settings))
    assert "after more than a minute" in broken(cluster_rows())["monitoring"]
    monkeypatch.setenv(BROKER, "redis://127.0.0.1:9/0")
    assert "can't be asked" in broken(cluster_rows())["broker"]


@pytest.mark.database
def test_the_deployed_settings_pass_on_real_services(instance_home, tmp_path, monkeypatch, calc) -> None:
    """deploy/dagster.yaml as it is, but for the port of the server and the folders of this test."""
    with postgres() as server, redis(tmp_path) as address:
        text = DEPLOYED.read_text().replace("/var/lib/testfix", str(instance_home))
        settings = yaml.safe_load(text)
        where = settings["storage"]["postgres"]["postgres_db"]
        server.ask("create database testfix")
        where["port"] = server.port
        (instance_home / INSTANCE_FILE).write_text(yaml.safe_dump(settings))
        monkeypatch.setenv("TESTFIX_DATABASE_HOST", "127.0.0.1")
        monkeypatch.setenv("TESTFIX_DATABASE_PASSWORD", server.password)
        monkeypatch.setenv(BROKER, address)
        with instance():
            pass
        assert "No worker answers" in broken(cluster_rows())["worker"]
        with worker(tmp_path) as started:
            assert psutil.pid_exists(started.pid)
            rows = cluster_rows()
            said = CliRunner().invoke(app, ["doctor", "--cluster", "--json"], catch_exceptions=False)
    assert set(broken(rows)) <= {"daemon"}, rows
    checked = {row["detail"] for row in rows if row["check"].startswith("celery@")}
    assert {"task_acks_late", "visibility_timeout 18000 s, above 14400 s"} <= checked
    assert {row["check"] for row in rows} <= {row["check"] for row in json.loads(said.output)}
