"""The only place that starts untrusted processes; ends them, with everything they started, on every path.

Between us and the process stands `reaper.py`, which ends the whole tree when it is asked to, or when we die. Where
bubblewrap works the process also gets namespaces of its own (processes, network, files).
"""

from __future__ import annotations

import contextlib
import functools
import marshal
import math
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Literal

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.python_code import literal
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.processes.bounded_output import BoundedOutput
from testfix_pipeline.execution.processes.containment_levels import DEGRADED, FULL, SUBREAPER
from testfix_pipeline.execution.processes.environment import clean_environment as clean_environment
from testfix_pipeline.execution.processes.process_limits import ProcessLimits as ProcessLimits
from testfix_pipeline.execution.processes.reaper_order import MARK, Request, private_environment, reaper_order
from testfix_pipeline.execution.processes.sandbox import INSTALL_HINT, probe_command
from testfix_pipeline.execution.project import SandboxPolicy

# As a module it is compiled once, as a script at each start: a fifth of the time that it takes.
_AS_MODULE = "import sys; sys.path.append(sys.argv.pop(1)); import reaper; reaper.main()"
_REAPER = ("-c", _AS_MODULE, str(Path(__file__).parent))
_GRACE_SECONDS = 10.0
"""How long the reaper may take to end everything before it is killed itself."""
_CANCEL_POLL_SECONDS = 0.1
LINES_EVERY = 1.0
_STREAMS: tuple[Literal["stdout"], Literal["stderr"]] = ("stdout", "stderr")


@dataclass(frozen=True)
class ProcessResult:
    """The result of a process. `returncode` is None if we ended it, negative if a signal did.

    limit: "memory", "processes" or "disk" where the tree of processes broke that limit.
    """

    returncode: int | None
    stdout: bytes
    stderr: bytes
    timed_out: bool
    truncated: bool
    seconds: float
    containment: str
    cancelled: bool = False
    limit: str | None = None

    @property
    def log(self) -> bytes:
        """Both output streams, one after the other."""
        return self.stdout + self.stderr


@functools.cache
def bubblewrap_works() -> bool:
    """Whether bubblewrap is installed and permitted; tested once."""
    command = probe_command()
    if command is None:
        return False
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        quiet: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.DEVNULL)
        return subprocess.run(command, timeout=20, check=False, **quiet).returncode == 0
    return False


def containment(policy: SandboxPolicy | None = None) -> str:
    """The level of containment of untrusted processes: one of `containment_levels.COVERS`.

    Raises MeasurementError where the policy is strict and there is no full sandbox.
    """
    policy = policy or SandboxPolicy()
    if policy.mode != "off" and bubblewrap_works():
        return FULL
    if policy.mode == "strict":
        raise MeasurementError("The sandbox is set to strict, but bubblewrap does not work here.", INSTALL_HINT)
    return SUBREAPER if sys.platform == "linux" else DEGRADED


def private_folders(env: Mapping[str, str], policy: SandboxPolicy) -> dict[str, list[str]]:
    """Where a process with this environment leaves what is nobody else's: names of variables, and paths.

    A folder that the environment names is not private: see `reaper_order.private_environment`.
    """
    return {
        "own_folders": [name for name in ("HOME", "TMPDIR") if name not in env],
        "more_folders": ["/dev/shm"] if containment(policy) == FULL else [],
    }


class Running:
    """A started process. Closing it, also by leaving its `with` block, ends it and all its descendants.

    stdin, stdout: binary pipes, None where they were not asked for.
    """

    def __init__(
        self, reaper: subprocess.Popen[bytes], control: int, status: int, folder: Path, containment: str
    ) -> None:
        self._reaper = reaper
        self._control = control
        self._status = status
        self._scratch = folder
        self._result: dict[str, Any] | None = None
        self._errors: BoundedOutput | None = None
        self.stdin: IO[bytes] | None = reaper.stdin
        self.stdout: IO[bytes] | None = reaper.stdout
        self.containment = containment

    def __enter__(self) -> Running:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def poll(self) -> int | None:
        """The exit code once the process has ended, else None. -SIGKILL where it was ended by us or a limit."""
        if self._result is None and not self.wait(0):
            return None
        assert self._result is not None
        code = self._result.get("returncode")
        return -signal.SIGKILL if code is None else int(code)

    def wait(self, seconds: float | None) -> bool:
        """Wait at most `seconds` until the process and all its descendants have ended; returns whether they have."""
        if self._result is not None:
            return True
        if not _is_readable(self._status, seconds):
            return False
        self._collect_result()
        return True

    @property
    def limit(self) -> str | None:
        """The limit that the process tree exceeded: "memory", "processes", "disk", or None."""
        return (self._result or {}).get("limit")

    @property
    def problem(self) -> str:
        """Why the process could not be started, "" if it was."""
        return str((self._result or {}).get("problem", ""))

    def log(self) -> bytes:
        """The standard error so far, bounded; all of it where the process has ended."""
        if self._errors is None:
            return b""
        return self._errors.read() if self._result is None else self._errors.finish(_GRACE_SECONDS)

    def drain(self, name: Literal["stdout", "stderr"], limit: int) -> BoundedOutput | None:
        """Read a stream to its end in the background, keeping `limit` bytes; None where it is merged into another."""
        stream = self._reaper.stdout if name == "stdout" else self._reaper.stderr
        if stream is None:
            return None
        output = BoundedOutput(os.dup(stream.fileno()), limit)
        stream.close()
        if name == "stderr":
            self._errors = output
        else:
            self.stdout = None
        return output

    def feed(self, data: bytes) -> None:
        """Write `data` to the process and close its standard input; a process that does not read it is no error."""
        if self.stdin is not None:
            with contextlib.suppress(OSError, ValueError):
                self.stdin.write(data)
                self.stdin.close()

    def order(self, order: dict[str, Any]) -> None:
        """Tell the reaper what to start; it waits for this."""
        with os.fdopen(os.dup(self._control), "wb") as control:
            control.write(marshal.dumps(order).hex().encode() + b"\n")

    def close(self) -> None:
        """End the process and everything it started. Safe to call twice."""
        if self._result is None:
            self._hang_up()
            if not self.wait(_GRACE_SECONDS):
                self._collect_result()
        for stream in (self.stdin, self.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _hang_up(self) -> None:
        if self._control >= 0:
            # Only our own death ends the stream without a word.
            with contextlib.suppress(OSError):
                os.write(self._control, b"closed\n")
            os.close(self._control)
            self._control = -1

    def _collect_result(self) -> None:
        """Read the reaper's result. If the reaper was killed or stopped, kill what it watched."""
        self._hang_up()
        if not _is_readable(self._status, 0):
            self._reaper.kill()
        text = os.read(self._status, 65536)
        os.close(self._status)
        self._reaper.wait()
        if not text:
            _kill_marked(self._scratch.name)
        scratch_folders.drop(self._scratch)
        self._result = literal(text.decode()) if text else {"returncode": None}


def _is_readable(fd: int, seconds: float | None) -> bool:
    poll = select.poll()
    poll.register(fd, select.POLLIN)
    return bool(poll.poll(None if seconds is None else max(0, math.ceil(seconds * 1000))))


def _kill_marked(mark: str) -> None:
    """Kill all processes with the run's mark in their environment, for when the reaper is gone."""
    wanted = f"{MARK}={mark}".encode()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if wanted in (folder / "environ").read_bytes().split(b"\0"):
                os.kill(int(folder.name), signal.SIGKILL)


def start(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    limits: ProcessLimits,
    policy: SandboxPolicy,
    writable: Sequence[Path],
    pass_fds: Sequence[int] = (),
    discard: Path | None = None,
) -> Running:
    """Start a long-lived process to talk to over `.stdin` and `.stdout`; standard error is drained into `.log()`.

    `limits.seconds` is the caller's to watch; all other limits hold. `writable` are the folders it may write to, next
    to its private HOME and temporary folder. `discard` is a folder that is removed should we die before the process.
    Raises MeasurementError where the policy can't be met.
    """
    running = _launch(Request(argv, cwd, env, limits, policy, writable, pass_fds, discard), stdin=subprocess.PIPE)
    running.drain("stderr", limits.output_bytes)
    return running


def run(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    limits: ProcessLimits,
    policy: SandboxPolicy,
    writable: Sequence[Path],
    pass_fds: Sequence[int] = (),
    stdin: bytes | None = None,
    cancel: Callable[[], bool] | None = None,
    merge_output: bool = False,
    on_lines: Callable[[int], None] | None = None,
    lines_every: float = LINES_EVERY,
) -> ProcessResult:
    """Run a process to its end, or end it when its time is up or `cancel()` says so.

    `on_lines` gets every `lines_every` seconds how many lines it wrote to its standard output so far. `merge_output`
    puts standard error into `stdout` in the order of writing. Nothing of the process survives the call. Raises
    MeasurementError where the program can't be started or the policy can't be met.
    """
    began = time.monotonic()
    request = Request(argv, cwd, env, limits, policy, writable, pass_fds)
    how_in = subprocess.DEVNULL if stdin is None else subprocess.PIPE
    how_err = subprocess.STDOUT if merge_output else subprocess.PIPE
    with _launch(request, stdin=how_in, stderr=how_err) as running:
        outputs = [running.drain(name, limits.output_bytes) for name in _STREAMS]
        if stdin is not None:
            threading.Thread(target=running.feed, args=(stdin,), daemon=True).start()
        if on_lines is None or outputs[0] is None:
            why = _wait(running, limits.seconds, cancel, _CANCEL_POLL_SECONDS)
        else:
            why = _wait(running, limits.seconds, _polling_cancel(outputs[0], on_lines, cancel), lines_every)
    if running.problem:
        raise MeasurementError(f"{argv[0]} could not be started: {running.problem}.", "Check the path and its rights.")
    return _completed(running, outputs, why, time.monotonic() - began)


def _completed(running: Running, outputs: Sequence[BoundedOutput | None], why: str, seconds: float) -> ProcessResult:
    stdout, stderr = (output.finish(_GRACE_SECONDS) if output else b"" for output in outputs)
    return ProcessResult(
        returncode=None if why or running.limit else running.poll(),
        stdout=stdout,
        stderr=stderr,
        timed_out=why == "timeout",
        truncated=any(output.truncated for output in outputs if output),
        seconds=seconds,
        containment=running.containment,
        cancelled=why == "cancelled",
        limit=running.limit,
    )


def _polling_cancel(
    output: BoundedOutput, on_lines: Callable[[int], None], cancel: Callable[[], bool] | None
) -> Callable[[], bool]:
    """A `cancel` that also passes the new output to `on_lines` at each call."""

    def ask() -> bool:
        on_lines(output.read().count(b"\n"))
        return cancel() if cancel is not None else False

    return ask


def _wait(running: Running, seconds: float | None, cancel: Callable[[], bool] | None, every: float) -> str:
    """Wait for the end; "" or "timeout" or "cancelled". `every`: seconds between calls of `cancel`."""
    deadline = None if seconds is None else time.monotonic() + seconds
    while True:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            return "timeout"
        if cancel is not None:
            left = every if left is None else min(left, every)
        if running.wait(left):
            return ""
        if cancel is not None and cancel():
            return "cancelled"


def _launch(request: Request, stdin: int, stderr: int = subprocess.PIPE) -> Running:
    held_by = containment(request.policy)
    folder = scratch_folders.make_folder()
    try:
        (folder / "home").mkdir()
        running = _start_reaper(request, held_by, folder, stdin, stderr)
    except BaseException:
        scratch_folders.drop(folder)
        raise
    try:
        running.order(reaper_order(request, held_by, folder))
    except BaseException:
        running.close()
        raise
    return running


def _start_reaper(request: Request, held_by: str, folder: Path, stdin: int, stderr: int) -> Running:
    control_read, control = os.pipe()
    status, status_write = os.pipe()
    try:
        reaper = subprocess.Popen(
            [sys.executable, "-I", "-S", "-B", *_REAPER, str(control_read), str(status_write)],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=private_environment(request.env, held_by, folder),
            pass_fds=(control_read, status_write, *request.pass_fds),
            start_new_session=True,
        )
    except BaseException:
        os.close(control)
        os.close(status)
        raise
    finally:
        os.close(control_read)
        os.close(status_write)
    return Running(reaper, control, status, folder, held_by)
