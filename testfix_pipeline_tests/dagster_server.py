"""Dagster's UI as a command starts it, on a free port of this machine, and questions to its GraphQL."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

PATIENCE_S = 240.0  # for a start, or a run, on a busy machine


class Server:
    """A running UI; `log` is the file of what it prints."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process = process
        self.address = f"http://127.0.0.1:{port}"
        self.log = log

    def ask(self, query: str, **variables: Any) -> Any:
        """The data that GraphQL answers with."""
        body = json.dumps({"query": query, "variables": variables}).encode()
        asked = urllib.request.Request(f"{self.address}/graphql", body, {"content-type": "application/json"})
        with urllib.request.urlopen(asked, timeout=PATIENCE_S) as answer:
            return json.load(answer)["data"]

    def run_ids(self) -> list[str]:
        """The ids of all runs, the newest first."""
        found = self.ask("{ runsOrError { ... on Runs { results { runId } } } }")
        return [one["runId"] for one in found["runsOrError"]["results"]]

    def reexecute(self, run_id: str, strategy: str = "ALL_STEPS") -> Any:
        """What `Re-execute` on the page of a run does: the new run's id, or the error."""
        launched = self.ask(
            "mutation($p: ReexecutionParams!) { launchRunReexecution(reexecutionParams: $p) { __typename "
            "... on LaunchRunSuccess { run { runId } } ... on PythonError { message } } }",
            p={"parentRunId": run_id, "strategy": strategy},
        )["launchRunReexecution"]
        assert launched["__typename"] == "LaunchRunSuccess", launched
        return launched["run"]["runId"]

    def end_of(self, run_id: str) -> str:
        """The status of a run that has ended."""
        latest = time.monotonic() + PATIENCE_S
        while time.monotonic() < latest:
            found = self.ask("query($id: ID!) { runOrError(runId: $id) { ... on Run { status } } }", id=run_id)
            status = found["runOrError"].get("status")
            if status in ("SUCCESS", "FAILURE", "CANCELED"):
                return str(status)
            with suppress(subprocess.TimeoutExpired):
                raise AssertionError(f"the server ended with {self.process.wait(0.5)}: {self.log.read_text()[-4000:]}")
        raise AssertionError(f"the run {run_id} did not end: {self.log.read_text()[-4000:]}")


@contextmanager
def serving(command: Sequence[str], port: int, folder: Path) -> Iterator[Server]:
    """A command that serves the UI on `port`, started in `folder` with our environment, until the block ends."""
    log = folder.with_name(f"{folder.name}.log")
    before = signal.signal(signal.SIGINT, signal.SIG_DFL)  # what a shell starts in the background ignores Ctrl-C
    try:
        with log.open("wb") as stream:
            process = subprocess.Popen(command, cwd=folder, stdout=stream, stderr=stream, start_new_session=True)
    finally:
        signal.signal(signal.SIGINT, before)
    try:
        server = Server(process, port, log)
        retries = ["--retry", f"{PATIENCE_S:g}", "--retry-delay", "1", "--retry-connrefused"]
        subprocess.run(["curl", "-sf", *retries, f"{server.address}/server_info"], check=True, capture_output=True)
        yield server
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port() -> int:
    """A port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
