"""Runs one command of `testfix` in this process and notes which parts of the software its wall time went to.

    python -m benchmarks.fix.parts NOTES.json fix --project PATH --json

A part's time is exclusive: what another part does within it counts there. Only the main thread is looked at, so work
that is done beside it costs nothing here. `starts` are starts of the project's interpreter, before the first iteration
and from there on; the supervised processes are those that may run the project's code.
"""

from __future__ import annotations

import functools
import importlib
import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil

# What is called, by module and attribute, and the part that its time belongs to.
PARTS = {
    ("testfix_pipeline.cycle", "start"): "git and session",
    ("testfix_pipeline.cycle", "measure"): "baseline",
    ("testfix_pipeline.agents.builtin", "repair"): "search",
    ("testfix_pipeline.steps.iteration.attempt", "judge_change"): "validation",
    ("testfix_pipeline.steps.iteration.cycle_end", "confirm_green"): "validation",
    ("testfix_pipeline.workspace.git.git_client:GitClient", "attempt"): "git and session",
    ("testfix_pipeline.cli.use_cases.launch_use_cases", "_run_job"): "Dagster",
    ("testfix_pipeline.analytics.history.waiting_sessions", "note_session"): "history",
}
BEFORE, LATER = "starts before the first iteration", "starts in iterations"
PROCESSES = "supervised processes"


class Clock:
    """Exclusive wall seconds of each part."""

    def __init__(self) -> None:
        self.seconds: Counter[str] = Counter()
        self._open = ["start-up"]
        self._since = psutil.Process().create_time()

    def _turn(self) -> None:
        now = time.time()
        self.seconds[self._open[-1]] += now - self._since  # type: ignore[assignment]
        self._since = now

    def enter(self, part: str) -> None:
        self._turn()
        self._open.append(part)

    def leave(self) -> None:
        self._turn()
        self._open.pop()

    def end(self) -> dict[str, float]:
        self._turn()
        return dict(self.seconds)


def timed(clock: Clock, part: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The function, with its time in the main thread put down to a part."""

    @functools.wraps(work)
    def call(*arguments: Any, **named: Any) -> Any:
        if threading.current_thread() is not threading.main_thread():
            return work(*arguments, **named)
        clock.enter(part)
        try:
            return work(*arguments, **named)
        finally:
            clock.leave()

    return call


def counted(starts: Counter[str], work: Callable[..., Any]) -> Callable[..., Any]:
    """The supervisor's launch, with starts of an interpreter counted."""

    @functools.wraps(work)
    def call(request: Any, *arguments: Any, **named: Any) -> Any:
        starts[PROCESSES] += 1
        if Path(request.argv[0]).name.startswith("python"):
            starts[LATER if starts["planned"] else BEFORE] += 1
        return work(request, *arguments, **named)

    return call


def wrap(clock: Clock, starts: Counter[str]) -> None:
    """Put the clock around every part. Only modules that `fix` imports anyway, and first, are imported here."""
    for (place, name), part in PARTS.items():
        module, _, inner = place.partition(":")
        owner: Any = importlib.import_module(module)
        owner = getattr(owner, inner) if inner else owner
        setattr(owner, name, timed(clock, part, getattr(owner, name)))
    supervisor: Any = importlib.import_module("testfix_pipeline.execution.processes.supervisor")
    cycle: Any = importlib.import_module("testfix_pipeline.cycle")
    supervisor._launch = counted(starts, supervisor._launch)
    planned = cycle.plan

    def plan(*arguments: Any) -> Any:
        starts["planned"] = 1
        return planned(*arguments)

    cycle.plan = plan


def main() -> None:
    """Run the command; the notes are there however it ends."""
    notes, clock, starts = Path(sys.argv[1]), Clock(), Counter[str]()
    sys.argv = ["testfix", *sys.argv[2:]]
    cli = importlib.import_module("testfix_pipeline.cli.app")
    wrap(clock, starts)
    try:
        cli.main()
    finally:
        counts = {name: starts[name] for name in (BEFORE, LATER, PROCESSES)}
        notes.write_text(json.dumps({"parts": clock.end(), **counts}))


if __name__ == "__main__":
    main()
