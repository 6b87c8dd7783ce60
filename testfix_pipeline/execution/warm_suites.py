"""Suites whose tests can run repeatedly in one process, with changed texts of the project's files."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol, runtime_checkable

from testfix_pipeline.execution.processes.supervisor import Running
from testfix_pipeline.execution.project import TargetProject


@runtime_checkable
class WarmSuite(Protocol):
    """A suite that can start a warm process; `folder` is relative to the project."""

    @property
    def folder(self) -> str: ...

    def owns(self, file: str) -> bool:
        """Whether tests of a file (relative to the project) may be of this suite."""

    def start_warm(self, project: TargetProject, tree: Path, fd: int) -> Running | None:
        """Start the process over a private tree; None if its adapter supports none. Requests go to standard input.

        fd: the pipe that its answers go to, a line each. Raises MeasurementError where it can't be started.
        """


StartWarm = Callable[[Literal["build", "run"], int], Running]
"""Starts one of two processes; the number is that of the pipe for its answers."""


@runtime_checkable
class CompiledSuite(Protocol):
    """A suite whose code is compiled: one process builds many variants at once, the other runs tests of them."""

    @property
    def folder(self) -> str: ...

    @property
    def is_compiled(self) -> bool:
        """Whether there are such processes."""

    def warm_pair(self, project: TargetProject, tree: Path) -> AbstractContextManager[StartWarm]:
        """What starts the processes over a private tree; their folders go with the context.

        Requests go to standard input. What it yields raises MeasurementError where a process can't be started.
        """
