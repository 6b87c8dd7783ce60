"""Copies of the tree in which the repair of libraries runs failing tests with changed files."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.cycle_rules.results import is_collection_id, status_of
from testfix_pipeline.core.patch_policy.doctests import test_files
from testfix_pipeline.core.records import Failure, RunFault, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.imported_modules import preloaded_interpreter
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.model.sources import Sources, is_repairable
from testfix_pipeline.repair.search.continuation import is_target
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.repair.search.workers import Workers
from testfix_pipeline.repair.validation.private_tree import private_copy


class LibraryTrees:
    """Copies one tree as often as it is asked to. base: the copy that the others are made of; nothing runs in it.

    until: when runs have to end, by the clock. test_files: never to be edited. fault: of the last run, if that was no
    measurement.
    """

    def __init__(self, request: RepairRequest, workers: Workers, until: float) -> None:
        self.request, self.clock, self.until = request, workers.clock, until
        self.folder = workers.folder
        self.base = workers.folder / "library-base"
        self.test_files = test_files((*request.failing, *request.all_failing, *request.passing))
        self.sources = Sources(request.project.root(request.tree), self.test_files)
        own = preloaded_interpreter(request.project, request.tree, workers.folder / "library-copies")
        self.programs = request.programs or workers.closing.enter_context(own)
        self.copies = self.programs.folder / workers.folder.name
        self.number = 0
        self.fault: RunFault | None = None

    def is_over(self) -> bool:
        """Whether runs have to end. Raises TimeIsUp."""
        self.clock.check()
        return self.clock.passed() > self.until

    def make(self, texts: Mapping[str, str]) -> Path:
        """A copy of the repository with these texts, which the caller removes."""
        self.number += 1
        if not self.base.exists():
            private_copy(self.request.tree, self.base, self.request.project.shared, self.clock)
        tree = self.copies / str(self.number)
        shutil.copytree(self.base, tree, symlinks=True)
        for path, text in texts.items():
            source = self.sources.source(path)
            if source is not None:
                (self.request.project.root(tree) / path).write_bytes(source.encode(text))
        return tree

    def measured(self, texts: Mapping[str, str], tests: Sequence[TestId]) -> tuple[SuiteRun, list[Failure]] | None:
        """(run, failures) of some targets with these texts; None if the run is no measurement."""
        tree = self.make(texts)
        try:
            run = self._run(tree, tests)
            failures = failure_records(run.outcomes, self.request.project.root(tree))
        finally:
            shutil.rmtree(tree, ignore_errors=True)
        self.fault = None if is_measurement(run, tests) else run.fault
        return (run, [one for one in failures if is_target(one.test, tests)]) if self.fault is None else None

    def is_test_side(self, path: str) -> bool:
        """Whether a file is never to be edited."""
        return not is_repairable(self.request.project.root(self.request.tree), path, self.test_files)

    def _run(self, tree: Path, tests: Sequence[TestId]) -> SuiteRun:
        seconds = max(1.0, min(self.clock.left(), self.until - self.clock.passed()))
        return run_suite(
            self.request.project,
            tree,
            tests=list(map(TestId, tests)),
            timeout=seconds,
            cancel=self.clock.cancelled,
            farewell_seconds=0.0,
            run_process=self.programs.run,
        )


def is_measurement(run: SuiteRun, tests: Sequence[TestId]) -> bool:
    """Whether a run says of each of these tests whether it is repaired.

    Of files that could not be collected that is known as soon as they are, however long their tests take then.
    """
    is_late = run.fault is not None and run.fault.kind == "timeout"
    return run.fault is None or (is_late and bool(run.collected) and all(map(is_collection_id, tests)))


def passing(run: SuiteRun, tests: Sequence[TestId]) -> frozenset[TestId]:
    """Those of the tests that pass, and files that are collected now."""
    collected = {test if run.fault is None else test.file_id for test in map(TestId, run.collected)}
    files = {one for one in collected if one.is_file}  # without tests, or with tests that take too long
    found = (one for one in map(TestId, tests) if status_of(one, run.outcomes) == "passed" or one in files)
    return frozenset(found)
