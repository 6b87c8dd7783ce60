"""A warm process that is started ahead of a search: it imports the project while the suite is measured."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path
from types import TracebackType

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.processes import scratch_folders
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.validation.baseline import BASELINE_IDLE_S, FAILING_CPU_S, MEMORY_BYTES
from testfix_pipeline.repair.validation.framework_processes import FrameworkProcesses
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.processes import Processes

LONGEST_SECONDS = 30.0
"""For asking a warm process whether tests fail again; what it does not answer by then is asked otherwise."""


class WarmStart(contextlib.AbstractContextManager["WarmStart"]):
    """Starts a warm process over a copy of `tree` in the background; leaving the `with` block ends it.

    A search of the same tree takes it over (`RepairRequest.started`), with the copy that nobody writes to (`pristine`).
    of_frameworks: for tests of other frameworks than pytest, whose process starts when some are first asked for; always
    so in a project without tests of pytest.
    """

    def __init__(self, project: TargetProject, tree: Path, *, of_frameworks: bool = False) -> None:
        self.project = project
        self._of_frameworks = of_frameworks or not project.uses_interpreter
        self.folder = scratch_folders.make_folder()
        self.pristine = self.folder / "pristine"
        self._clock = Clock()
        self._pool = ThreadPoolExecutor(1)
        self._copied = self._pool.submit(private_copy, tree, self.pristine, project.shared, self._clock)
        self._started: Future[Processes] = self._pool.submit(self._start)

    def _start(self) -> Processes:
        self._copied.result()
        own = Path(shutil.copytree(self.pristine, self.folder / "0", symlinks=True))
        if self._of_frameworks:
            return FrameworkProcesses(self.project, own, self.pristine, self._clock)
        return Processes(self.project, own, self.pristine, self._clock, self.folder)

    def wait_for_copy(self) -> None:
        """Wait until `tree` is copied, from when on it may change."""
        wait([self._copied])

    def processes(self) -> Processes | None:
        """The started process, waited for; None where it could not be started."""
        try:
            return self._started.result()
        except (ServerLost, TimeIsUp, MeasurementError, OSError):
            return None

    def lend(self, clock: Clock, scope: Sequence[TestId] | None) -> Processes | None:
        """The started process for one search, which stays this object's to end.

        clock: what the search runs against; scope: the tests that it works with, None for all.
        """
        processes = self.processes()
        if processes is not None:
            processes.begin(clock, scope)
        return processes

    def failing_again(self, tests: Sequence[TestId]) -> set[TestId]:
        """Those of the tests that fail in order and in reverse, each time in a fork of the process; others are unknown.

        Empty where the tests can't be loaded into a warm process, or one of its threads would be missing in a fork.
        """
        processes = self.processes()
        if processes is None or processes.warm is None or processes.threads:
            return set()
        failed = set(tests)
        for order in (list(tests), list(tests)[::-1]):
            failed &= _failing(processes, order)
        return failed

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """End the process and remove its copies of the tree. Safe to call twice."""
        self._clock.stop()
        processes = self.processes()
        if processes is not None:
            processes.close()
        self._pool.shutdown()
        scratch_folders.drop(self.folder)


def _failing(processes: Processes, tests: Sequence[TestId]) -> set[TestId]:
    """The tests that fail when they run in this order in one fork, as far as it gets."""
    limits = {"cpu": dict.fromkeys(tests, FAILING_CPU_S), "idle": BASELINE_IDLE_S, "memory": MEMORY_BYTES}
    request = {"tests": list(tests), **limits}
    try:
        outcomes = processes.ask_as_is(request, seconds=LONGEST_SECONDS).outcomes
    except (ServerLost, TimeIsUp):
        return set()
    return {test for test, outcome in outcomes.items() if outcome.status in ("failed", "error")}
