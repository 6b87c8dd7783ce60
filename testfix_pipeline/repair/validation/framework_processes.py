"""The processes of one worker for tests of other frameworks than pytest: each run is a process of the framework."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.outcome import CandidateOutcome
from testfix_pipeline.repair.validation.baseline import Baseline
from testfix_pipeline.repair.validation.private_tree import PrivateTree
from testfix_pipeline.repair.validation.processes import Processes, Request
from testfix_pipeline.repair.validation.warm import REQUEST_SECONDS, Answer

_FREE_SECONDS, _FACTOR = 4.0, 4.0
"""How long a run with a candidate may take: so many seconds, and so many times what the whole suite takes without."""
_SHORT_TEST = 1.0
"""Seconds that one test may take before its framework ends it, at least."""


def of_frameworks(project: TargetProject, tests: Iterable[str]) -> bool:
    """Whether all of these tests are run by test framework adapters."""
    files = {TestId(test).file for test in tests}
    return bool(files) and all(any(suite.owns(file) for suite in project.suites) for file in files)


class FrameworkProcesses(Processes):
    """Runs candidates by the project's own frameworks over one private tree. There is no warm process."""

    def __init__(
        self, project: TargetProject, tree: Path, kept: Path, clock: Clock, scope: Sequence[str] | None = None
    ) -> None:
        self.project = project
        self.root = str(project.root(tree).resolve())
        self.clock = clock
        self.notes: list[str] = []
        self.touched = False
        self.warm = None
        self.tree = tree
        self.items: dict[str, None] = {}
        self._scope = scope
        self._guard = PrivateTree(tree, kept)
        self._seconds = 0.0

    def begin(self, clock: Clock, scope: Sequence[str] | None) -> None:
        self.clock, self._scope, self.notes = clock, scope, []

    @property
    def threads(self) -> int:
        return 0

    def close(self) -> None:
        """No state is shared between runs."""

    def prepare_fresh(self) -> None:
        """Nothing is started ahead of a run."""

    def know(self, **known: Any) -> None:
        """Each run gets everything with its request."""

    def measure(self, known: Baseline | None = None) -> Baseline:
        """What the tests do without a candidate. known: what another worker measured."""
        if known is None:
            answer = self._run(None, self._scope, self.clock.left())
            known = Baseline(answer.outcomes, whole=answer.end == "done")
        self.items = dict.fromkeys(known.outcomes)
        slowest = max((one.waited for one in known.outcomes.values()), default=0.0)
        self.project = replace(self.project, test_seconds=_SHORT_TEST + _FACTOR * slowest)
        self._seconds = known.total_seconds
        return known

    def ask_as_is(
        self, request: Request, seconds: float = REQUEST_SECONDS, on_progress: Callable[[int], None] | None = None
    ) -> Answer:
        return self.ask_fresh(None, request, seconds)

    def ask_fresh(
        self,
        candidate: Candidate | None,
        request: Request,
        seconds: float = REQUEST_SECONDS,
        on_progress: Callable[[int], None] | None = None,
    ) -> Answer:
        """What the tests of a request do with a candidate in the files. Raises TimeIsUp."""
        try:
            self.write(candidate)
            return self._run(candidate, request["tests"], min(seconds, _FREE_SECONDS + _FACTOR * self._seconds))
        finally:
            self._guard.restore()

    def recorded(self, texts: Mapping[str, str], test: str, record: str) -> str:
        """What files with other texts write into a file of the project while a test runs. Raises TimeIsUp."""
        try:
            for path, text in texts.items():
                Path(self.root, path).write_text(text, newline="")
            self._run(None, [test], _FREE_SECONDS + _FACTOR * self._seconds)
            written = Path(self.root, record)
            return written.read_text() if written.exists() else ""
        finally:
            self._guard.restore()

    def _run(self, candidate: Candidate | None, tests: Sequence[str] | None, seconds: float) -> Answer:
        self.clock.check()
        began = time.monotonic()
        run = run_suite(
            self.project,
            self.tree,
            tests=None if tests is None else list(map(TestId, tests)),
            timeout=max(0.1, min(seconds, self.clock.left())),
            cancel=lambda: self.clock.over() is not None,
            farewell_seconds=0.0,
        )
        self.clock.check()
        if candidate is None and tests is None:
            self._seconds = time.monotonic() - began
        return _answer(run, tests)


def _answer(run: SuiteRun, tests: Sequence[str] | None) -> Answer:
    """The outcomes in the order that was asked for. A run with a fault has an end that no verdict takes for a pass."""
    order = run.outcomes if tests is None else [test for test in tests if test in run.outcomes]
    end = "done" if run.fault is None else "wall" if run.fault.kind == "timeout" else "exit"
    found = {str(test): _outcome(run.outcomes[TestId(test)]) for test in order}
    return Answer(outcomes=found, end=end, detail=run.fault.message if run.fault else "")


def _outcome(one: Outcome) -> CandidateOutcome:
    line = str(one.frames[-1].line) if one.frames else ""
    return CandidateOutcome(str(one.id), one.status, one.error_type, one.message, line, one.duration, one.duration)
