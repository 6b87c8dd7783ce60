"""Runs Python programs of a project in forks of one process that has imported its libraries already.

Importing numpy, pandas and pytest takes longer than most tests: who runs many programs one after the other, on changed
copies of the tree, saves that. The supervised process is `in_target/testfix_forks.py`; no file of the project runs in
it.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any, Protocol, Required, TypedDict, Unpack

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.bounded_output import BoundedOutput
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.processes.process_limits import ProcessLimits, suite_limits
from testfix_pipeline.execution.processes.supervisor import ProcessResult, Running, private_folders, run, start
from testfix_pipeline.execution.project import SandboxPolicy

START_SECONDS = 30.0
"""For importing the libraries. What takes longer does not run in forks."""
_CANCEL_POLL_SECONDS = 0.05
_GRACE_SECONDS = 10.0
_ANSWER_BYTES = 4096


class RunArguments(TypedDict, total=False):
    """The arguments of `supervisor.run` that a fork can have, too; `cwd` to `writable` are always given."""

    cwd: Required[Path]
    env: Required[Mapping[str, str]]
    limits: Required[ProcessLimits]
    policy: Required[SandboxPolicy]
    writable: Required[Sequence[Path]]
    pass_fds: Sequence[int]
    stdin: bytes | None
    cancel: Callable[[], bool] | None
    merge_output: bool


class RunProcess(Protocol):
    """What runs a process to its end, as `supervisor.run` does."""

    def __call__(self, argv: Sequence[str], **given: Unpack[RunArguments]) -> ProcessResult: ...


class PreloadedInterpreter(contextlib.AbstractContextManager["PreloadedInterpreter"]):
    """Runs programs, one at a time, in forks of an interpreter that starts with the first; leaving `with` ends it.

    What can't run so gets a process of its own, as `supervisor.run` makes it: another program, other variables, a
    folder that the process may not write to, libraries whose import ends the process or leaves threads behind.

    interpreter: of the programs. folder: below which the programs may write. modules: gives the names of those to
    import, when the process starts.
    """

    def __init__(self, interpreter: Path, folder: Path, modules: Callable[[], Collection[str]]) -> None:
        self._interpreter, self.folder, self._modules = str(interpreter), folder, modules
        self._policy: SandboxPolicy | None = None
        self._settings: dict[str, str] = {}
        self._running: Running | None = None
        self._line: socket.socket | None = None

    def run(self, argv: Sequence[str], **given: Unpack[RunArguments]) -> ProcessResult:
        """Run a program to its end, as `supervisor.run` does. Raises MeasurementError."""
        if not (self._is_fit(argv, given["writable"]) and self._is_started(given["env"], given["policy"])):
            return run(argv, **given)
        limits = given["limits"]
        is_module = argv[1] == "-m"
        order = {
            "module": argv[2] if is_module else "",
            "arguments": list(argv[2:] if is_module else argv[1:]),
            "folder": str(given["cwd"]),
            "environment": dict(given["env"]),
            "memory": limits.memory_bytes,
            "descriptors": list(given.get("pass_fds", ())),
        }
        began = time.monotonic()
        stdin, is_merged = given.get("stdin"), given.get("merge_output", False)
        outputs = self._send(order, stdin or b"", limits.output_bytes, is_merged)
        try:
            status, why = self._wait(limits.seconds, given.get("cancel"))
        except BaseException:  # its answer would be taken for that of the next program
            self.close()
            raise
        stdout, *stderr = outputs
        return ProcessResult(
            returncode=status,
            stdout=stdout.finish(_GRACE_SECONDS),
            stderr=b"".join(one.finish(_GRACE_SECONDS) for one in stderr),
            timed_out=why == "timeout",
            truncated=any(one.truncated for one in outputs),
            seconds=time.monotonic() - began,
            containment=self._running.containment if self._running is not None else "",
            cancelled=why == "cancelled",
            limit=self._running.limit if self._running is not None and why == "lost" else None,
        )

    def _is_fit(self, argv: Sequence[str], writable: Sequence[Path]) -> bool:
        """Whether a fork could be this program: of the interpreter, and writing to the folder alone."""
        is_python = argv[0] == self._interpreter and (argv[1] == "-m" or argv[1].endswith(".py"))
        return sys.platform == "linux" and is_python and all(self.folder in path.parents for path in writable)

    def _is_started(self, env: Mapping[str, str], policy: SandboxPolicy) -> bool:
        """Whether the process runs, and may do what this program asks for; the first program starts it."""
        settings = {name: value for name, value in env.items() if name != "PYTHONPATH"}
        if self._policy is None:
            self._policy, self._settings = policy, settings
            try:
                self._start({**settings, "PYTHONPATH": str(IN_TARGET)})
            except (MeasurementError, OSError):
                self.close()
        is_alike = settings == self._settings and replace(policy, read=()) == replace(self._policy, read=())
        return self._line is not None and is_alike and {*policy.read} <= {*self._policy.read}

    def _start(self, env: Mapping[str, str]) -> None:
        """Start the process and wait for its libraries. Raises MeasurementError, OSError where they don't come."""
        assert self._policy is not None
        self.folder.mkdir(parents=True, exist_ok=True)
        ours, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        settings = {"socket": its.fileno(), "modules": sorted(self._modules()), **private_folders(env, self._policy)}
        self._line = ours
        with its:
            self._running = start(
                [self._interpreter, str(IN_TARGET / "testfix_forks.py"), json.dumps(settings)],
                cwd=self.folder,
                env=env,
                limits=suite_limits(None),
                policy=self._policy,
                writable=[self.folder],
                pass_fds=[its.fileno()],
            )
        ours.settimeout(START_SECONDS)
        if not ours.recv(_ANSWER_BYTES):
            raise OSError("it ended")

    def _send(self, order: Mapping[str, Any], stdin: bytes, most: int, merge_output: bool) -> list[BoundedOutput]:
        """Send an order with the descriptors of its program; what comes out of standard output, and error."""
        assert self._line is not None
        with contextlib.ExitStack() as closing:
            source = os.memfd_create("stdin")
            closing.callback(os.close, source)
            os.write(source, stdin)
            os.lseek(source, 0, os.SEEK_SET)
            outputs, ends = [], []
            for _ in range(1 if merge_output else 2):
                reading, writing = os.pipe()
                closing.callback(os.close, writing)
                outputs.append(BoundedOutput(reading, most))
                ends.append(writing)
            passed = [source, ends[0], ends[-1], *order["descriptors"]]
            try:
                socket.send_fds(self._line, [json.dumps(order).encode()], passed)
            except OSError:  # the process is gone, or the order too large for it
                self.close()
        return outputs

    def _wait(self, seconds: float | None, cancel: Callable[[], bool] | None) -> tuple[int | None, str]:
        """How a program ended, and why, if it did not end by itself: "timeout", "cancelled" or "lost"."""
        if self._line is None:
            return None, "lost"
        deadline = None if seconds is None else time.monotonic() + seconds
        why = ""
        while not why:
            self._line.settimeout(_CANCEL_POLL_SECONDS)
            with contextlib.suppress(TimeoutError):
                return self._answer()
            if deadline is not None and time.monotonic() > deadline:
                why = "timeout"
            elif cancel is not None and cancel():
                why = "cancelled"
        with contextlib.suppress(OSError):
            self._line.send(b"kill")
            self._line.settimeout(_GRACE_SECONDS)
            if self._line.recv(_ANSWER_BYTES):
                return None, why
        self.close()
        return None, why

    def _answer(self) -> tuple[int | None, str]:
        """How a program ended. Raises TimeoutError as long as it has not."""
        assert self._line is not None
        try:
            answer = self._line.recv(_ANSWER_BYTES)
        except ConnectionError:
            answer = b""
        if not answer:
            self.close()
            return None, "lost"
        return json.loads(answer)["status"], ""

    def close(self) -> None:
        """End the process and all that it runs. Safe to call twice."""
        if self._line is not None:
            self._line.close()
            self._line = None
        if self._running is not None:
            self._running.close()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
