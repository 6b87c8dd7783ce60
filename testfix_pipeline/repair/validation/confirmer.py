"""The last stage: a patch in the real files, and the whole suite in a clean process, as its user will run it."""

from __future__ import annotations

import contextlib
import shutil
import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from testfix_pipeline.core.cycle_rules.results import is_collection_id, made_visible
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.parallel_runs import are_runs_isolated
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock

# A run is begun only if so many times the seconds that it takes, and those of its start, are left.
LEFT_FACTOR = 1.5
# Seconds for the start of a process and the collection.
START_SECONDS = 1.0
# So many tests that passed and now do not are run once more, in case they are unsteady.
MOST_REPEATED = 5


@dataclass(frozen=True)
class Confirmation:
    """What a clean run said. "unknown": there was no time for it. `why`: for humans, "" where it said yes.

    run: the whole suite with the patch, where it said yes at once.
    """

    answer: Literal["yes", "no", "unknown"]
    why: str = ""
    run: SuiteRun | None = None


@dataclass(frozen=True)
class Confirmer:
    """Confirms patches by clean runs of the suite.

    pristine: a tree without the patches, which is copied. folder: where the copies are made. passing: the tests that
    must still pass. seconds: how long the suite takes, at least.
    """

    project: TargetProject
    pristine: Path
    folder: Path
    passing: Sequence[TestId]
    seconds: float
    clock: Clock

    @property
    def runs_apart(self) -> bool:
        """Whether a run can't meet other runs of the project's tests, as at a port."""
        return are_runs_isolated(self.project)

    def confirm(self, candidate: Candidate, fixes: Collection[TestId]) -> Confirmation:
        """Whether all tests that passed still do, and those that the patch fixes now do."""
        if self.clock.cancelled() or self.clock.final_left() < LEFT_FACTOR * self.seconds + START_SECONDS:
            return Confirmation("unknown", "no time was left for the whole suite in a clean process")
        with self._copy(candidate.contents) as tree:
            return self._judge(tree, fixes)

    @contextlib.contextmanager
    def _copy(self, contents: Mapping[str, bytes]) -> Iterator[Path]:
        """A copy of the pristine tree with other contents of some files, for as long as the block lasts."""
        folder = Path(tempfile.mkdtemp(prefix="confirm-", dir=self.folder))
        try:
            tree = Path(shutil.copytree(self.pristine, folder / "tree", symlinks=True))
            for path, content in contents.items():
                (self.project.root(tree) / path).parent.mkdir(parents=True, exist_ok=True)
                (self.project.root(tree) / path).write_bytes(content)
            yield tree
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def _judge(self, tree: Path, fixes: Collection[TestId]) -> Confirmation:
        run = whole = self._run(tree, None)
        broken = _not_passed(run, [*fixes, *self.passing])
        if broken and run.fault is None and len(broken) <= MOST_REPEATED and not any(test in fixes for test in broken):
            if not self._is_over():
                run = self._run(tree, broken)
                broken = _not_passed(run, broken)
            if broken and run.fault is None and not self._is_over():
                broken = self._passed_before(broken)
        if run.fault is None and not broken:
            return Confirmation("yes", run=whole if run is whole else None)
        if self._is_over():
            return Confirmation("unknown", "the time was over before the whole suite had run in a clean process")
        if run.fault is not None and run.fault.kind == "own_fault":
            return Confirmation("unknown", run.fault.message)
        others = f", nor do {len(broken) - 1} others" if len(broken) > 1 else ""
        return Confirmation("no", run.fault.message if run.fault else f"{broken[0]} does not pass{others}")

    def _passed_before(self, broken: Sequence[TestId]) -> list[TestId]:
        """Those of the tests that pass in a clean process without the patch, or could not be run there."""
        with self._copy({}) as tree:
            run = self._run(tree, broken)
        return [test for test in broken if run.fault is not None or not _not_passed(run, [test])]

    def _is_over(self) -> bool:
        return self.clock.cancelled() or self.clock.final_left() <= 0

    def _run(self, tree: Path, tests: Sequence[TestId] | None) -> SuiteRun:
        return run_suite(
            self.project,
            tree,
            tests=None if tests is None else list(map(TestId, tests)),
            timeout=max(0.1, self.clock.wall_left()),
            cancel=self._is_over,
            farewell_seconds=0.0,  # nobody reads the summary of its log
        )


def _not_passed(run: SuiteRun, tests: Sequence[TestId]) -> list[TestId]:
    passed = run.passed
    return [test for test in tests if test not in passed and not _all_pass(test, run)]


def _all_pass(test: TestId, run: SuiteRun) -> bool:
    """Whether a file that could not be collected before now is, and its tests pass, if it has any."""
    if test in run.collected and is_collection_id(test):
        return test not in run.outcomes
    visible = made_visible(test, run.outcomes) if is_collection_id(test) and test not in run.outcomes else []
    return run.failing.isdisjoint(visible) and not run.passed.isdisjoint(visible)
