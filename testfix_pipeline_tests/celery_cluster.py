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

import psutil
import pytest

from testfix_pipeline_tests.dagster_server import PATIENCE_S, free_port


@contextmanager
def redis(folder: Path) -> Iterator[str]:
    """The address of a server on loopback until the block ends. The test is skipped, by name, where there is none."""
    program = shutil.which("redis-server")
    if program is None:
        pytest.skip("Redis is not installed: apt-get install redis-server; make test-full does it")
    port = free_port()
    options = ["--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
    log = folder / "redis.log"
    with _running([program, *options], log) as server:
        until(lambda: "Ready to accept connections" in log.read_text(), server, log)
        yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def worker(
    folder: Path, variables: Mapping[str, str] | None = None, hidden: Path | None = None
) -> Iterator[psutil.Process]:
    """A worker with one process, started with our environment and more variables, until the block ends.

    hidden: a folder that the worker finds empty, in a mount namespace of its own.
    """
    log = folder / "worker.log"
    command = [
        *([] if hidden is None else hiding(folder, hidden)),
        sys.executable,
        "-m",
        "celery",
        "-A",
        "testfix_pipeline.defs.runs.celery_app",
        "worker",
        "-Q",
        "dagster",
        "-l",
        "INFO",
    ]
    with _running([*command, "-c", "1"], log, folder, variables) as started:
        until(lambda: " ready." in log.read_text(), started, log)
        yield psutil.Process(started.pid)


def hiding(folder: Path, hidden: Path) -> list[str]:
    """The beginning of a command that finds a folder empty. The test is skipped, by name, where that is not allowed."""
    empty = folder / "nothing"
    empty.mkdir(exist_ok=True)
    if subprocess.run(["unshare", "--mount", "true"], check=False).returncode != 0:
        pytest.skip("a mount namespace is not allowed here")
    script = 'mount --bind "$0" "$1" && shift && exec "$@"'
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", script, str(empty), str(hidden)]


def until(condition: Callable[[], bool], process: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until a condition holds. AssertionError where the process ends before, or patience does."""
    latest = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < latest, log.read_text()[-4000:]
        with suppress(subprocess.TimeoutExpired):
            raise AssertionError(f"ended with {process.wait(0.05)}: {log.read_text()[-4000:]}")


@contextmanager
def _running(
    command: list[str], log: Path, folder: Path | None = None, variables: Mapping[str, str] | None = None
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as stream:
        environment = {**os.environ, **(variables or {})}
        process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=stream, stderr=stream, start_new_session=True
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
