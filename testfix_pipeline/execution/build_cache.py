"""Compiled packages that all projects and runs share."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.core.cache_folder import builds_root
from testfix_pipeline.execution.processes import supervisor
from testfix_pipeline.execution.processes.protected_builds import can_protect_builds
from testfix_pipeline.execution.project import SandboxPolicy


def shared_build_cache(name: str, policy: SandboxPolicy) -> Path | None:
    """The folder where a compiler of this name stores what it compiles, for all projects.

    Only for compilers that run no code of the project. None where nothing keeps tests from writing to it, and so from
    changing what later tests are built from.
    """
    is_protected = policy.mode != "off" and (supervisor.bubblewrap_works() or can_protect_builds())
    return builds_root() / name if is_protected else None
