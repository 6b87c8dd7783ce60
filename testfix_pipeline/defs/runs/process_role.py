"""Whether this process launches runs or executes them.

Dagster evaluates a launch's configuration again in every process of its run. Only where it is launched it is checked
against the project, which a worker may not even see; a run's first step checks it where the work is.
"""

from __future__ import annotations

import multiprocessing
import sys

_EXECUTING_COMMANDS = {"execute_run", "resume_run", "execute_step"}  # of `dagster api`
_marked = False


def mark_executing() -> None:
    """Say that this process, and those that it forks, only execute steps."""
    global _marked
    _marked = True


def launches_runs() -> bool:
    """False in a run's own process and in those of its steps; True in the code server and in commands."""
    is_child = multiprocessing.parent_process() is not None  # Dagster starts runs and steps so
    return not (_marked or is_child or _EXECUTING_COMMANDS & set(sys.argv))
