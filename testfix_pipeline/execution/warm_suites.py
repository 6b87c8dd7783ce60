"""Suites whose tests can run repeatedly in one process, with changed texts of the project's files."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol, runtime_checkable

from testfix_pipeline.execution.processes.supervisor import Running
from testfix_pipeline.execution.project import TargetProject


@runtime_checkable
class WarmSuite(Protocol):
    """A suite that can start a warm process; `folder` is relative to the project."""

    @property
    def folder(self) -> str: ...

    def owns(self, file: str) -> bool:
        """Whether tests of a file (relative to the project) may be of this suite."""
        ...

    def start_warm(self, project: TargetProject, tree: Path, fd: int) -> Running | None:
        """Start the process over a private tree; None if its adapter supports none. Requests go to standard input.

        fd: the pipe that its answers go to, a line each. Raises MeasurementError where it can't be started.
        """
        ...
