"""Whether this process launches runs or executes them.

Dagster evaluates a launch's configuration again in every process of its run. It is checked against the project only
where it is launched, since a worker may have no access to the project; the run's first step checks it again.
"""

from __future__ import annotations

import multiprocessing
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_EXECUTING_COMMANDS = {"execute_run", "resume_run", "execute_step"}  # of `dagster api`
_marked = False


def mark_executing() -> None:
    """Mark this process and its forks as executing steps only."""
    global _marked
    _marked = True


@contextmanager
def executing() -> Iterator[None]:
    """Mark this process as executing steps only, within the block: its launch has been checked."""
    global _marked
    before, _marked = _marked, True
    try:
        yield
    finally:
        _marked = before


def launches_runs() -> bool:
    """Whether this process launches runs: the code server and commands, not a run's own processes."""
    is_child = multiprocessing.parent_process() is not None  # Dagster starts runs and steps so
    return not (_marked or is_child or _EXECUTING_COMMANDS & set(sys.argv))
