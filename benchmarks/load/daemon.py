"""Dagster's daemon on a world's instance, and runs that are queued for it as the UI queues them."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.kills.world import World, processes_of

_WORKSPACE = (
    "load_from:\n  - python_module:\n      module_name: benchmarks.load.location\n      location_name: testfix\n"
)
_ROOT = Path(__file__).resolve().parents[2]
_LONGEST = 900.0
_LINGERS = 90.0
"""Seconds that a code server may outlive the daemon: it waits for a sign of life that does not come any more."""


@contextmanager
def daemon(world: World) -> Iterator[None]:
    """The daemon, at work on the queue of the world's instance; afterwards it and what it started are gone."""
    from testfix_pipeline.workspace.instance_files import prepare_home

    home = Path(world.environment["DAGSTER_HOME"])
    prepare_home(home)
    _workspace(world).write_text(_WORKSPACE)
    command = [sys.executable, "-m", "dagster._daemon", "run", "-w", str(_workspace(world))]
    environment = {**os.environ, **world.environment, "PYTHONPATH": str(_ROOT)}
    with (world.folder / "daemon.log").open("wb") as log:
        process = subprocess.Popen(command, cwd=home, env=environment, stdout=log, stderr=log)
        try:
            yield
        finally:
            process.terminate()
            process.wait(60)
    processes_of(world, _LINGERS)


def queue_and_wait(world: World, config: dict[str, Any], count: int) -> list[float]:
    """Put so many runs of the job `fix` into the queue at once, and wait for their ends; the seconds that each took.

    Raises AssertionError where one fails.
    """
    from dagster import DagsterInstance
    from dagster._cli.job import _create_run
    from dagster._core.workspace.context import WorkspaceProcessContext
    from dagster._core.workspace.load_target import WorkspaceFileTarget

    from testfix_pipeline.defs.runs.job_runner import instance

    def queued(opened: DagsterInstance) -> list[str]:
        target = WorkspaceFileTarget([str(_workspace(world))])
        with WorkspaceProcessContext(opened, target, code_server_log_level="ERROR") as workspace:
            request = workspace.create_request_context()
            (location,) = request.code_locations
            (repository,) = location.get_repositories().values()
            job = repository.get_full_job("fix")
            runs = [_create_run(opened, location, repository, job, config, {}, None, None) for _ in range(count)]
            return [opened.submit_run(run.run_id, request).run_id for run in runs]

    took: dict[str, float] = {}
    with instance() as opened:
        began, runs = time.monotonic(), queued(opened)
        while len(took) < count and time.monotonic() - began < _LONGEST:
            for run in filter(None, map(opened.get_run_by_id, runs)):
                if run.is_finished:
                    assert run.is_success, f"the queued run is {run.status.value}"
                    took.setdefault(run.run_id, time.monotonic() - began)
            time.sleep(0.5)
    assert len(took) == count, f"{count - len(took)} queued runs did not end"
    return list(took.values())


def _workspace(world: World) -> Path:
    return world.folder / "dagster" / "load.yaml"
