"""A process that answers line by line, and tells meanwhile how many answers there are."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.supervisor import Limits, start

HEARD_EVERY = 1.0
_GRACE_SECONDS = 10.0


class Answers(NamedTuple):
    """What a process wrote."""

    stdout: bytes
    stderr: bytes


def unheard(_answers: int) -> None:
    """Where nobody wants to know."""


def run_heard(
    argv: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str],
    limits: Limits,
    policy: SandboxPolicy,
    writable: Sequence[Path],
    stdin: bytes,
    hear: Callable[[int], None] = unheard,
    every: float = HEARD_EVERY,
) -> Answers:
    """Run a process to its end, or end it when its time is up; `hear` is told the number of its lines so far.

    Nothing of the process survives the call. Raises MeasurementError where it can't be started.
    """
    deadline = None if limits.seconds is None else time.monotonic() + limits.seconds
    with start(argv, cwd=cwd, env=env, limits=limits, policy=policy, writable=writable) as running:
        output = running.drain("stdout", limits.output_bytes)
        assert output is not None  # not merged into another stream
        threading.Thread(target=running.feed, args=(stdin,), daemon=True).start()
        while not running.wait(every if deadline is None else min(every, max(0.0, deadline - time.monotonic()))):
            if deadline is not None and time.monotonic() >= deadline:
                break
            hear(output.read().count(b"\n"))
    if running.problem:
        raise MeasurementError(f"{argv[0]} could not be started: {running.problem}.", "Check the path and its rights.")
    return Answers(output.finish(_GRACE_SECONDS), running.log())
