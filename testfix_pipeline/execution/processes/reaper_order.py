"""What the supervisor asks of `reaper.py`: the process to start, its environment, its limits and its sandbox."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.processes.containment_levels import DEGRADED, FULL
from testfix_pipeline.execution.processes.process_limits import CPU_GRACE, ProcessLimits, task_limit
from testfix_pipeline.execution.processes.protected_builds import protected_builds
from testfix_pipeline.execution.processes.sandbox import bubblewrap_command, git_folders
from testfix_pipeline.execution.project import SandboxPolicy

MARK = "TESTFIX_RUN"
"""The environment variable by which the processes of a run are found where the reaper is gone."""


@dataclass(frozen=True)
class Request:
    """A process to start. writable: folders that it may write to. discard: a folder to remove should we die first."""

    argv: Sequence[str]
    cwd: Path
    env: Mapping[str, str]
    limits: ProcessLimits
    policy: SandboxPolicy
    writable: Sequence[Path]
    pass_fds: Sequence[int]
    discard: Path | None = None


def private_environment(env: Mapping[str, str], held_by: str, folder: Path) -> dict[str, str]:
    """The environment of the reaper and what it starts: a private HOME and temporary folder below `folder`."""
    temporary = "/tmp" if held_by == FULL else str(folder)
    return {"HOME": str(folder / "home"), "TMPDIR": temporary, **env, MARK: folder.name}


def reaper_order(request: Request, held_by: str, folder: Path) -> dict[str, Any]:
    """The message that starts a process: what to run and its limits (see `reaper.py`).

    held_by: a key of `containment_levels.COVERS`. folder: the run's scratch folder.
    """
    cwd, folders = request.cwd.resolve(), [path.resolve() for path in request.writable]
    argv = [str(word) for word in request.argv]
    sandboxed = held_by == FULL
    if sandboxed:
        borrowed = {str(folder) for tree in {cwd, *folders} for folder in git_folders(tree)}
        policy = replace(request.policy, read=(*request.policy.read, *sorted(borrowed)))
        argv = bubblewrap_command(argv, cwd, policy, folders, folder)
    return {
        "argv": argv,
        "cwd": "/" if sandboxed else str(cwd),
        "fds": list(request.pass_fds),
        "memory": request.limits.memory_bytes,
        "processes": request.limits.processes,
        "disk": request.limits.disk_bytes,
        "folders": [str(folder), *map(str, folders)],
        # A process that outlived everything that watches it would end by itself.
        "cpu": math.ceil(request.limits.seconds) + CPU_GRACE if request.limits.seconds else None,
        "overhead": 2 if sandboxed else 0,
        "tasks": task_limit(request.limits.processes),
        "subreaper": held_by != DEGRADED,
        "protected": None if sandboxed or request.policy.nests else protected_builds(folders),
        "scratch": str(folder),
        "discard": str(request.discard) if request.discard else None,
    }
