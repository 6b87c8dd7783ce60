"""A private copy of a project in which its suite is measured and patches are tried; user files stay unchanged."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.cycle_rules.decisions import AttemptVerdict, accept_attempt
from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.patch_policy.doctests import documented_files, test_files
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.related_tests import is_large, related_tests
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.flaky_tests import rerun_failing_tests
from testfix_pipeline.execution.hanging_tests import known_durations, measure_with_limits
from testfix_pipeline.execution.patch_checks.silencing_check import GainedTests, unchecked_silencings
from testfix_pipeline.execution.patch_checks.test_literals import literals_of
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.execution.target_detection import find_target
from testfix_pipeline.execution.worktree_needs import large_ignored_folders
from testfix_pipeline.frameworks.project_suites import required_suites
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.updates.diagnosis import with_updates
from testfix_pipeline.updates.known_versions import KnownVersions, earlier_requirements
from testfix_pipeline.updates.project_versions import versions_at
from testfix_pipeline.workspace.git.project_folder import ProjectFolder
from testfix_pipeline.workspace.git.worktree_parity import copy_checkout

SUITE_SECONDS = 1800.0
# Fewer than a session takes: the search itself starts with one more look at the failing tests.
RERUNS = 2
TRACE_SECONDS = 3.0
"""Of computing, in the first run of a suite that may be large: a small one is traced as a whole in that time."""
MOST_RERUN = 200


@dataclass(frozen=True)
class Measured:
    """One run of the whole suite. `flaky` are failing tests that passed when run again.

    coverage: what each test executes, None where that was not recorded. scope: the tests that a search works with,
    where the suite is too large to be run often, None for all.
    """

    run: SuiteRun
    coverage: CoverageMap | None
    failures: list[Failure]
    flaky: frozenset[TestId]
    scope: list[TestId] | None = None

    @property
    def failing(self) -> list[TestId]:
        return [failure.test for failure in self.failures]

    @property
    def passing(self) -> list[TestId]:
        return [test for test in self.run.outcomes if test in self.run.passed]


@dataclass
class Bench:
    """The copy and how its tests are run.

    said: called with the number of tests of a run that have ended. cancel: ends runs. originals: the former contents of
    files that accepted patches changed, None where there was no such file.
    """

    target: TargetProject
    tree: Path
    scratch: Path
    timeout: float
    cancel: Callable[[], bool]
    said: Callable[[int, int], None]
    place: ProjectFolder
    originals: dict[str, bytes | None] = field(default_factory=dict)
    versions: KnownVersions | None = None

    @classmethod
    def open(
        cls,
        place: ProjectFolder,
        config: CycleConfig,
        folder: Path,
        cancel: Callable[[], bool],
        said: Callable[[int, int], None],
    ) -> Bench:
        """Copy the project. Raises InvalidConfig, MeasurementError, ProjectError."""
        # a search needs the tests themselves, not what another command reports of them
        command = config.test_command if calls_pytest(config.test_command) else ""
        suites = required_suites(place.root, command)
        found = find_target(place.root, place.repo_root, config, suites)
        shared = tuple(dict.fromkeys((*found.shared, *large_ignored_folders(place.repo_root))))
        copy_checkout(place.repo_root, place.workflow, folder / "tree", shared)
        timeout = float(config.suite_timeout_seconds) or SUITE_SECONDS
        return cls(replace(found, shared=shared), folder / "tree", folder, timeout, cancel, said, place)

    @property
    def root(self) -> Path:
        return self.target.root(self.tree)

    def measure(self, used_to_pass: Collection[TestId] = (), flaky: Collection[TestId] = ()) -> Measured:
        """The whole suite in a clean process on a fresh copy; `run.fault` is set where that is no measurement.

        What each test executes is recorded with it where that takes no time to speak of.
        """
        record = self.scratch / "coverage.json"
        with self._fresh() as tree:
            run = self._suite(tree, record, TRACE_SECONDS)
            if run.fault is not None and run.fault.kind in ("crash", "missing_ids") and not self.cancel():
                run = self._suite(tree, record, TRACE_SECONDS)
            failures = self._failures(run, self.target.root(tree), used_to_pass, flaky)
        coverage = CoverageMap.load(record)
        known = coverage if coverage.whole and not is_large(run.outcomes) else None
        return Measured(run, known, failures, frozenset(flaky))

    def _failures(
        self, run: SuiteRun, root: Path, used_to_pass: Collection[TestId], flaky: Collection[TestId]
    ) -> list[Failure]:
        """The failing outcomes, with the updates of libraries that they may come of."""
        found = failure_records(run.outcomes, root, used_to_pass, flaky)
        if not found or not self.target.uses_interpreter:
            return found
        self.versions = self.versions or versions_at(self.place, self.target.interpreter)
        return with_updates(found, run.outcomes, self.versions)

    def earlier(self) -> dict[str, str]:
        """By library what the project asked for, or had when it was green, before the installed version came."""
        return earlier_requirements(self.versions) if self.versions is not None else {}

    def traced(self, now: Measured) -> Measured:
        """The same measurement with what each test executes; of a large suite those that a search works with."""
        if now.coverage is not None:
            return now
        scope, record = None, self.scratch / "coverage.json"
        if is_large(now.run.outcomes):
            scope = related_tests(self.root, now.run.outcomes, now.failing)
        with self._fresh() as tree:
            self._run(self.target, tree, record, None, scope, "patient")
        return replace(now, coverage=CoverageMap.load(record), scope=scope)

    def _suite(self, tree: Path, record: Path, trace_seconds: float | None) -> SuiteRun:
        """The whole suite; which tests hang is found, and known from then on."""

        def run(target: TargetProject, stage: Stage, chosen: list[TestId] | None) -> SuiteRun:
            return self._run(target, tree, record if chosen is None else None, trace_seconds, chosen, stage)

        found = measure_with_limits(self.target, run)
        self.target = replace(self.target, known=known_durations(found.outcomes))
        return found

    def _run(
        self,
        target: TargetProject,
        tree: Path,
        record: Path | None,
        trace_seconds: float | None,
        tests: Sequence[TestId] | None,
        stage: Stage,
    ) -> SuiteRun:
        return run_suite(
            target,
            tree,
            tests=tests,
            timeout=self.timeout,
            record_coverage=record,
            trace_seconds=trace_seconds,
            cancel=self.cancel,
            on_test=self.said,
            stage=stage,
            farewell_seconds=0.0,
        )

    @contextlib.contextmanager
    def _fresh(self) -> Iterator[Path]:
        """A copy of the copy, so that what tests leave behind meets no other run."""
        folder = self.scratch / "run"
        try:
            yield private_copy(self.tree, folder, self.target.shared)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def unsteady(self, tests: Sequence[TestId], started: WarmStart | None = None) -> set[TestId]:
        """Those of the failing tests that pass when they are run again; of very many, some are looked at.

        What fails each time in forks of a warm process of the same tree (`started`) is not run in a process of its own.
        """
        real = [test for test in tests if not is_collection_id(test)]
        real = real[:: 1 + len(real) // MOST_RERUN]
        steady = started.failing_again(real) if started is not None else set()
        real = [test for test in real if test not in steady]
        if not real or self.cancel():
            return set()
        with self._fresh() as tree:
            verdicts = rerun_failing_tests(self.target, tree, real, times=RERUNS, timeout=self.timeout)
        return {test for test, verdict in verdicts.items() if verdict.kind == "flaky"}

    def refusal(self, contents: Mapping[str, bytes], tests: Collection[TestId]) -> str:
        """Why a patch may not even be tried, by the rules that hold for every tool's patches; "" where it may."""
        documented = documented_files(tests)
        changes = [
            FileChange(path, self._content(path), content, documented=path in documented)
            for path, content in contents.items()
        ]
        literals = literals_of(self.root, test_files(tests))
        found = refuse_patch(changes, test_literals=literals)
        return "; ".join(f"{one.path}: {one.reason} ({one.rule})" for one in found)

    def _content(self, path: str) -> bytes | None:
        file = self.root / path
        return file.read_bytes() if file.exists() else None

    def try_out(
        self,
        contents: Mapping[str, bytes],
        before: Measured,
        clean: SuiteRun | None = None,
        *,
        keep: bool = True,
    ) -> tuple[AttemptVerdict, Measured]:
        """Write a patch, measure it, and take it back unless it is accepted and to stay.

        clean: what the whole suite came to with the patch in a clean process, where it has run there already.
        """
        originals = {path: self._content(path) for path in contents}
        write(self.root, contents)
        if clean is None:
            after = self.measure(before.run.passed, before.flaky)
        else:
            failures = self._failures(clean, self.root, before.run.passed, before.flaky)
            after = Measured(clean, None, failures, before.flaky)
        verdict = self._verdict(before, after)
        if verdict.accepted and keep:
            self.originals = {**originals, **self.originals}
        else:
            write(self.root, originals)
        return verdict, after

    def lost_with(
        self, contents: Mapping[str, bytes], before: Measured, *, keep: bool
    ) -> tuple[list[TestId], Measured]:
        """The tests that passed before a change of files and do not with it; the change stays where `keep` says so."""
        originals = {path: self._content(path) for path in contents}
        write(self.root, contents)
        after = self.measure(before.run.passed, before.flaky)
        if not keep:
            write(self.root, originals)
        if after.run.fault is not None:
            return sorted(before.run.passed), after
        return list(self._verdict(before, after).newly_failing), after

    def unseen(self, contents: Mapping[str, bytes], fixed: Collection[TestId], before: Measured) -> list[str]:
        """What a patch that fixes some tests silences without a test that asserts what comes of it, as sentences."""
        changes = {path: (self._content(path), content) for path, content in contents.items()}
        outcomes = before.run.outcomes
        fixed = [test for test in fixed if test in outcomes]

        def run(path: str, text: str | bytes, tests: Collection[TestId]) -> SuiteRun:
            with self._fresh() as tree:
                write(self.target.root(tree), {**contents, path: text if isinstance(text, bytes) else text.encode()})
                return run_suite(self.target, tree, tests=sorted(tests), timeout=self.timeout, cancel=self.cancel)

        files = [one for one in fixed if is_collection_id(one)]
        shown = [run(path, content, files).outcomes for path, content in [*contents.items()][:1] if files]
        return unchecked_silencings(changes, GainedTests(fixed, outcomes, shown[0] if shown else outcomes), run)

    def _verdict(self, before: Measured, after: Measured) -> AttemptVerdict:
        if after.run.fault is not None:
            return AttemptVerdict(False, (), (), 0, after.run.fault.message)
        verdict = accept_attempt(before.run.outcomes, after.run.outcomes, before.flaky)
        present = [test for test in verdict.newly_failing if test in after.run.failing]
        unsteady = self.unsteady(present)
        outcomes = before.run.outcomes, after.run.outcomes
        return accept_attempt(*outcomes, {*before.flaky, *unsteady}) if unsteady else verdict


def write(root: Path, contents: Mapping[str, bytes | None]) -> None:
    """Files below `root` with these contents; None deletes."""
    for path, content in contents.items():
        if content is None:
            (root / path).unlink(missing_ok=True)
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
