"""The workers of one repair: their number, their trees and their shared files."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.search.framework_coverage import knows_lines, measure_coverage
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.repair.search.search_progress import Progress
from testfix_pipeline.repair.validation.baseline import Baseline
from testfix_pipeline.repair.validation.confirmer import Confirmer
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses, of_frameworks
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.validator import Aims, Validator


@dataclass(frozen=True)
class Workers:
    """Creates the workers of a repair: each with its own tree, copied from one that nobody writes to."""

    request: RepairRequest
    clock: Clock
    folder: Path
    closing: contextlib.ExitStack

    @property
    def pristine(self) -> Path:
        """A copy of the tree that nobody writes to."""
        return self.request.started.pristine if self.request.started is not None else self.folder / "pristine"

    @property
    def sources(self) -> Path:
        """The project's folder in that copy."""
        return self.request.project.root(self.pristine)

    def make_pristine(self) -> None:
        """Creates that copy if it does not exist yet, or waits for it. Raises TimeIsUp."""
        if self.request.started is not None:
            self.request.started.processes()
        self._copy_pristine()

    @cached_property
    def first(self) -> Validator:
        """The worker that has run the suite on the original code, made once. Raises ServerLost, TimeIsUp."""
        started = self.request.started
        processes = started.lend(self.clock, self.request.scope) if started is not None else None
        if processes is not None and isinstance(processes, FrameworkProcesses) == self._of_frameworks:
            return self._make(0, None, processes)
        self._copy_pristine()
        return self._make(0, None)

    def _copy_pristine(self) -> None:
        if not self.pristine.exists():
            private_copy(self.request.tree, self.pristine, self.request.project.shared, self.clock)

    def later(self, first: Validator) -> list[Callable[[], Validator | None]]:
        """Functions that start a worker for each further core; they return None if it cannot start, which `first`
        notes."""

        def start(number: int) -> Validator | None:
            try:
                return self._make(number, first.baseline)
            except ServerLost as lost:
                first.notes.append(f"Fewer processes than cores: {lost}")
            except TimeIsUp:
                pass
            return None

        return [partial(start, number) for number in range(1, self.request.cores)]

    def confirmer(self, first: Validator) -> Confirmer:
        """The confirmer of patches in a clean process. first: the worker that has measured the suite."""
        seconds = first.baseline.total_seconds if first.baseline.whole else float("inf")
        request = self.request
        seconds = seconds if request.scope is None else request.suite_seconds
        return Confirmer(request.project, self.pristine, self.folder, request.passing, seconds, self.clock)

    def _make(self, number: int, baseline: Baseline | None, processes: Processes | None = None) -> Validator:
        request, pristine = self.request, self.pristine
        own = self.folder / str(number)
        tree = processes.tree if processes else Path(shutil.copytree(pristine, own, symlinks=True))
        coverage = request.coverage
        if self._of_frameworks and processes is None:
            processes = FrameworkProcesses(request.project, tree, pristine, self.clock, request.scope)
            self.closing.enter_context(processes)  # before its process starts, which may outlast the time
        if isinstance(processes, FrameworkProcesses):
            expected = ExpectedOutcomes.of(request.failing, request.guarding, request.failures)
            baseline = processes.measure(expected, baseline)
            if number == 0 and not knows_lines(coverage, request.failing):
                coverage = measure_coverage(processes, request.failing, request.guarding)
        others = [test for test in request.all_failing if test not in set(request.failing)]
        endless = [failure.test for failure in request.failures if failure.never_ended]
        validator = Validator(
            request.project,
            tree,
            Aims(request.failing, others, request.guarding, endless),
            coverage,
            baseline,
            clock=self.clock,
            pristine=pristine,
            discard=self.folder,
            on_progress=self._tell,
            processes=processes,
            scope=request.scope,
        )
        return self.closing.enter_context(validator)

    @property
    def _of_frameworks(self) -> bool:
        """Whether pytest runs none of the failing tests."""
        return of_frameworks(self.request.project, self.request.failing)

    def _tell(self, place: str) -> None:
        if self.request.on_progress is not None:
            self.request.on_progress(Progress(0, self.clock.passed(), 0, f"the suite as it is, {place} tests"))
