"""`executor: celery` with a real broker and worker: a whole `fix`, also where a step's process is killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import dagster as dg
import psutil
import pytest
import yaml

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.defs.fleet.runs_now import runs_now
from testfix_pipeline.defs.runs.celery_settings import BROKER
from testfix_pipeline.defs.runs.job_runner import instance
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.celery_cluster import redis, until, worker
from testfix_pipeline_tests.cycle.projects import GOOD, fix
from testfix_pipeline_tests.dagster_server import PATIENCE_S

pytestmark = pytest.mark.database
ATTEMPT = "cycle.i01.attempt[fix_1]"


@pytest.fixture
def running_worker(instance_home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[psutil.Process]:
    pytest.importorskip("dagster_celery", reason="the extra `celery` is not installed")
    with redis(tmp_path) as address, instance():  # which makes the tables
        monkeypatch.setenv(BROKER, address)
        with worker(tmp_path) as started:
            yield started


@pytest.fixture
def fixing(calc: Callable[..., Any], script: Callable[..., str], tmp_path: Path) -> Callable[[], Any]:
    """Start `fix` with the executor; its repository and process."""

    def start() -> tuple[Any, subprocess.Popen[bytes]]:
        repo = calc("add")
        launch = {"project": str(repo.root), "agents": [script({"*": fix(GOOD)})], "session_id": "WFS-one"}
        (tmp_path / "run.yaml").write_text(yaml.safe_dump({**launch, "executor": "celery"}))
        job = ["job", "execute", "-m", "testfix_pipeline.definitions", "-j", "fix", "-c", str(tmp_path / "run.yaml")]
        with (tmp_path / "run.log").open("wb") as log:
            command = [sys.executable, "-m", "dagster", *job]
            return repo, subprocess.Popen(command, cwd=tmp_path, stdout=log, stderr=log)

    return start


def events(kind: dg.DagsterEventType) -> list[str]:
    """The keys of the steps that have had such an event in the only run."""
    with instance() as opened:
        runs = opened.get_runs()
        found = opened.all_logs(runs[0].run_id, of_type=kind) if runs else []
    return [str(one.dagster_event.step_key) for one in found if one.dagster_event]


def test_a_worker_carries_out_the_steps(running_worker: psutil.Process, fixing: Any, tmp_path: Path) -> None:
    repo, run = fixing()
    assert run.wait(PATIENCE_S) == 0, (tmp_path / "run.log").read_text()[-4000:]
    assert repo.git("show", "testfix/WFS-one:calc.py") == GOOD
    with instance() as opened:
        (record,) = opened.get_runs()
        said = [one.message for one in opened.all_logs(record.run_id, of_type=dg.DagsterEventType.ENGINE_EVENT)]
    assert f"[CeleryExecutor] Executing steps {ATTEMPT} in celery worker" in said
    assert record.tags["testfix/outcome"] == "success"
    assert "redis://" not in str(record.run_config), "an address may hold a password"
    assert running_worker.is_running()


def test_the_fleet_names_the_workers_that_answer(running_worker: psutil.Process) -> None:
    with instance() as opened:
        found = runs_now(opened)
    assert found.problem == "" and found.workers is not None
    assert [name.startswith("celery@") for name in found.workers] == [True]


def test_a_step_whose_process_is_killed_is_carried_out_by_another(running_worker, fixing, tmp_path) -> None:
    repo, run = fixing()
    until(lambda: ATTEMPT in events(dg.DagsterEventType.STEP_START), run, tmp_path / "run.log")
    (child,) = running_worker.children()
    os.kill(child.pid, signal.SIGKILL)
    assert run.wait(PATIENCE_S) == 0, (tmp_path / "run.log").read_text()[-4000:]
    assert events(dg.DagsterEventType.STEP_START).count(ATTEMPT) == 2
    assert [one.task_id for one in SessionStore(repo.root, SessionId("WFS-one")).history().attempts] == ["IMPL-fix-1"]
    assert repo.git("show", "testfix/WFS-one:calc.py") == GOOD
