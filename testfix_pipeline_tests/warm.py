"""Processes of our own code that start warm: forked from one process that has imported everything, and else like any.

A process has its own id, environment, folder, streams, signals and exit code. What it lacks is the import, which is
most of what a short command costs; the tests that prove a cold start say so.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distribution
from pathlib import Path
from typing import IO

from testfix_pipeline.execution import flaky_tests

PATIENCE = 300.0  # seconds that a process may take
FEW_ROUNDS = 1
_SPENT: list[float] = []


def spent_warm() -> float:
    """CPU seconds of the warm processes that have ended and whose server has not: it has them in its own count."""
    return sum(_SPENT)


class Warm:
    """One process of the warm kind; `stdout` and `stderr` are files to read from, at any time."""

    def __init__(self, server: socket.socket, code: str, arguments: Sequence[str]) -> None:
        out, err, status = (os.pipe() for _ in range(3))
        wanted = {
            "code": code,
            "arguments": list(arguments),
            "environment": dict(os.environ),
            "folder": str(Path.cwd()),
        }
        socket.send_fds(server, [json.dumps(wanted).encode()], [out[1], err[1], status[1]])
        for _, writing in (out, err, status):
            os.close(writing)
        self.stdout: IO[str] = os.fdopen(out[0], encoding="utf-8")
        self.stderr: IO[str] = os.fdopen(err[0], encoding="utf-8")
        self._status: IO[str] = os.fdopen(status[0], encoding="utf-8")
        self.pid = int(self._status.readline())

    def __enter__(self) -> Warm:
        return self

    def __exit__(self, *_: object) -> None:
        for stream in (self.stdout, self.stderr, self._status):
            stream.close()

    def ended(self, within: float) -> bool:
        """Whether it has ended, as soon as it has, or after so many seconds."""
        return bool(select.select([self._status], [], [], within)[0])

    def wait(self) -> int:
        """The exit code, negative for a signal, as `subprocess` has it."""
        if not self.ended(PATIENCE):
            os.kill(self.pid, signal.SIGKILL)
            raise TimeoutError(f"process {self.pid} did not end in {PATIENCE:g} s")
        code, seconds = self._status.readline().split()
        _SPENT.append(float(seconds))
        return int(code)

    def communicate(self) -> tuple[int, str, str]:
        """The exit code, and all of both streams."""
        with ThreadPoolExecutor(2) as readers:
            out, err = readers.submit(self.stdout.read), readers.submit(self.stderr.read)
            return self.wait(), out.result(), err.result()


class WarmStarts:
    """The process that the others are forked from; started by the first that is wanted."""

    def __init__(self, modules: Sequence[str]) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", __name__, str(theirs.fileno()), *modules]
        self._process = subprocess.Popen(command, pass_fds=[theirs.fileno()], stdin=subprocess.DEVNULL)
        theirs.close()
        self._server = ours

    def start(self, code: str, *arguments: str) -> Warm:
        """Run `code` as the main program, with these `sys.argv[1:]`, our environment and our folder."""
        return Warm(self._server, code, arguments)

    def close(self) -> None:
        self._server.close()
        self._process.wait()
        _SPENT.clear()


def _serve(server: socket.socket) -> str:
    """Fork for each that is wanted, until nobody can ask any more; in a forked process, the code it is to run."""
    while True:
        request, streams, _, _ = socket.recv_fds(server, 1 << 20, 3)
        if not request:
            break
        if not os.fork():
            server.close()
            return _started(json.loads(request), *streams)
        for stream in streams:
            os.close(stream)
        while _ended(os.WNOHANG):
            pass
    while _ended():
        pass
    return ""


def _ended(options: int = 0) -> bool:
    try:
        return os.waitpid(-1, options)[0] != 0
    except ChildProcessError:
        return False


def _started(wanted: dict[str, object], out: int, err: int, status: int) -> str:
    """Be the process that is wanted; the one forked from the server stays to tell how it ended."""
    if pid := os.fork():
        os.write(status, f"{pid}\n".encode())
        os.close(out), os.close(err)
        _, ended, used = os.wait4(pid, 0)
        os.write(status, f"{os.waitstatus_to_exitcode(ended)} {used.ru_utime + used.ru_stime}\n".encode())
        os._exit(0)
    os.dup2(out, 1), os.dup2(err, 2)
    for stream in (out, err, status):
        os.close(stream)
    os.environ.clear()
    os.environ.update(wanted["environment"])  # type: ignore[call-overload]
    os.chdir(str(wanted["folder"]))
    sys.argv[:] = ["testfix", *wanted["arguments"]]  # type: ignore[misc]
    return str(wanted["code"])


if __name__ == "__main__":
    gc.disable()  # what is imported stays
    registered = [entry.module for entry in distribution("testfix-pipeline").entry_points if "testfix." in entry.group]
    for name in [*sys.argv[2:], *registered]:
        importlib.import_module(name)
    flaky_tests.ROUNDS = FEW_ROUNDS
    gc.freeze()
    gc.enable()
    exec(compile(_serve(socket.socket(fileno=int(sys.argv[1]))), "<warm>", "exec"), {"__name__": "__main__"})
