"""Redis and a worker of Celery on this machine, as the executor `celery` needs them."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

import dagster as dg
import psutil
import pytest
import yaml

from testfix_pipeline.core.shipped_files import shipped
from testfix_pipeline.workspace.instance_files import INSTANCE_FILE
from testfix_pipeline_tests.dagster_server import PATIENCE_S, free_port
from testfix_pipeline_tests.postgres_server import Postgres

_OPTIONS = ("-Q", "dagster", "-l", "INFO", "-c", "1")


class Broker:
    """A server of Redis on loopback that keeps its queue on the disk, as that of `deploy/compose.yaml` does."""

    def __init__(self, program: str, folder: Path) -> None:
        self.port, self.log = free_port(), folder / "redis.log"
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--appendonly", "yes", "--dir", str(folder)]
        self._command = [program, *options, "--save", ""]
        self._process = self._started()

    @property
    def address(self) -> str:
        """Where it is, for Celery."""
        return f"redis://127.0.0.1:{self.port}/0"

    def restart(self) -> None:
        """Kill it, and start it again with what it had taken."""
        self.kill()
        self._process = self._started()

    def kill(self) -> None:
        """End it without a word."""
        self._process.kill()
        self._process.wait()

    def _started(self) -> subprocess.Popen[bytes]:
        process = start(self._command, self.log)
        until(lambda: "Ready to accept connections" in self.log.read_text(), process, self.log)
        return process


@contextmanager
def broker(folder: Path) -> Iterator[Broker]:
    """A server until the block ends. The test is skipped, by name, where there is none."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed: apt-get install redis-server; make test-full does it")
    made = Broker(program, folder)
    try:
        yield made
    finally:
        made.kill()


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The address of such a server until the block ends."""
    with broker(folder) as running:
        yield running.address


def own_machine(folder: Path, server: Postgres) -> dict[str, str]:
    """Home, cache and instance of a machine, all of which have one database; the variables that name them."""
    where = {"hostname": "127.0.0.1", "port": server.port, "db_name": "postgres"}
    storage = {"scheme": "postgresql+psycopg2", **where, "username": server.user, "password": server.password}
    settings = {**yaml.safe_load(shipped(INSTANCE_FILE).read_text()), "storage": {"postgres": {"postgres_db": storage}}}
    own = {"HOME": "home", "DAGSTER_HOME": "instance", "TESTFIX_CACHE": "cache"}
    for part in own.values():
        (folder / part).mkdir(parents=True, exist_ok=True)
    (folder / "instance" / INSTANCE_FILE).write_text(yaml.safe_dump(settings))
    variables = {variable: str(folder / part) for variable, part in own.items()}
    return {**variables, "GIT_CONFIG_GLOBAL": str(folder / "home" / ".gitconfig")}


@contextmanager
def worker(
    folder: Path, variables: Mapping[str, str] | None = None, hidden: Path | None = None
) -> Iterator[psutil.Process]:
    """A worker with one process, started with our environment and more variables, until the block ends.

    hidden: a folder that the worker finds empty, in a mount namespace of its own.
    """
    with _running(worker_command(folder, hidden), log := folder / "worker.log", folder, variables) as started:
        until(lambda: " ready." in log.read_text(), started, log)
        yield psutil.Process(started.pid)


def worker_command(folder: Path, hidden: Path | None = None) -> list[str]:
    """The command of a worker with one process; `hidden` as for `worker`."""
    program = [sys.executable, "-m", "celery", "-A", "testfix_pipeline.defs.runs.celery_app"]
    return [*([] if hidden is None else hiding(folder, hidden)), *program, "worker", *_OPTIONS]


def hiding(folder: Path, hidden: Path) -> list[str]:
    """The beginning of a command that finds a folder empty. The test is skipped, by name, where that is not allowed."""
    empty = folder / "nothing"
    empty.mkdir(exist_ok=True)
    if subprocess.run(["unshare", "--mount", "true"], check=False).returncode != 0:
        pytest.skip("a mount namespace is not allowed here")
    script = 'mount --bind "$0" "$1" && shift && exec "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, str(empty), str(hidden)]


def until(
    condition: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, patience_s: float = PATIENCE_S
) -> None:
    """Wait until a condition holds. AssertionError where the process ends before, or patience does."""
    latest = time.monotonic() + patience_s
    while not condition():
        assert time.monotonic() < latest, log.read_text()[-4000:]
        with suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"ended with {process.wait(0.05)}: {log.read_text()[-4000:]}")


@contextmanager
def _running(
    command: list[str], log: Path, folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    process = start(command, log, folder, variables)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def start(
    command: list[str],
    log: Path,
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
    *,
    inherit: bool = True,
) -> subprocess.Popen[bytes]:
    """Start a command with a log of its own, in a process group of its own.

    Its environment is `variables`, and ours unless `inherit` is False.
    """
    with log.open("wb") as stream:
        environment = {**(os.environ if inherit else {}), **(variables or {})}
        return subprocess.Popen(
            command, cwd=folder, env=environment, stdout=stream, stderr=stream, start_new_session=True
        )


def most_attempts_at_once(opened: dg.DagsterInstance) -> int:
    """The most steps with attempts that ran at a time, by the events of all runs.

    A step that was killed goes on until the one that took its place has ended: it keeps its slot of the pool.
    """
    ended = {dg.DagsterEventType.STEP_SUCCESS, dg.DagsterEventType.STEP_FAILURE, dg.DagsterEventType.STEP_UP_FOR_RETRY}
    kinds = {dg.DagsterEventType.STEP_START, dg.DagsterEventType.STEP_RESTARTED, *ended}
    entries = [one for run in opened.get_runs() for one in opened.all_logs(run.run_id, of_type=kinds)]
    running: set[tuple[str, str]] = set()
    most = 0
    for entry in sorted(entries, key=lambda one: one.timestamp):
        event = entry.get_dagster_event()
        step = entry.run_id, str(event.step_key)
        if event.event_type in ended:
            running.discard(step)
        elif ".attempt[" in step[1]:
            running.add(step)
            most = max(most, len(running))
    return most


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a process with all that it has started, as the loss of its machine does."""
    descendants: list[psutil.Process] = []
    with suppress(psutil.NoSuchProcess):
        descendants = psutil.Process(process.pid).children(recursive=True)
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    for each in descendants:
        with suppress(psutil.NoSuchProcess):
            each.kill()
    process.wait()
