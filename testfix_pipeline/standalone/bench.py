"""A private copy of a project in which its suite is measured and patches are tried; user files stay unchanged."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.configuration.setting_sources import CycleConfig
from testfix_pipeline.core.cycle_rules.decisions import AttemptVerdict, accept_attempt
from testfix_pipeline.core.cycle_rules.explained_failures import with_findings
from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.order_records import OrderFindings
from testfix_pipeline.core.patch_policy.doctests import documented_files, test_files
from testfix_pipeline.core.patch_policy.fitted_values import find_fitted_value
from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.patch_policy.project_rules import project_refusals, rules_places, rules_text
from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.related_tests import is_large, related_tests
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.flaky_tests import FlakeVerdict, rerun_failing_tests
from testfix_pipeline.execution.hanging_tests import known_durations, measure_with_limits
from testfix_pipeline.execution.patch_checks.product_files import is_product_file
from testfix_pipeline.execution.patch_checks.silencing_check import GainedTests, unchecked_silencings
from testfix_pipeline.execution.patch_checks.test_literals import literals_of, values_of_tests
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_faults import not_measured_notice
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.runners.pytest_runner import calls_pytest
from testfix_pipeline.execution.suite_runs import run_suite, suite_to_leave_out
from testfix_pipeline.execution.target_detection import find_target
from testfix_pipeline.execution.worktree_needs import large_ignored_folders
from testfix_pipeline.frameworks.left_out.left_out_files import left_out_files, left_out_sentence
from testfix_pipeline.frameworks.project_suites import find_suites, required_suites
from testfix_pipeline.repair.language.library_facts import LibraryFacts
from testfix_pipeline.repair.validation.private_tree import private_copy
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.updates.diagnosis import with_updates
from testfix_pipeline.updates.earlier_pins import earlier_packages
from testfix_pipeline.updates.known_versions import KnownVersions, earlier_requirements
from testfix_pipeline.updates.project_versions import versions_at
from testfix_pipeline.workspace.git.project_folder import ProjectFolder
from testfix_pipeline.workspace.git.worktree_parity import copy_checkout, replace_packages

SUITE_SECONDS = 1800.0
CONFIRMATION_SECONDS, CONFIRMATION_FACTOR = 60.0, 3.0
"""For a run of the suite with a patch, where the time of the search, or so many times the first run, is no longer.
Where files could not be collected, nothing says how long their tests take."""
# Fewer than in a session: the search itself starts with one more run of the failing tests.
RERUNS = 2
TRACE_SECONDS = 3.0
"""The tracing time in the first run of a suite that may be large; it suffices for a small suite."""
MOST_RERUN = 200
LEAST_CHECK_SECONDS = 15.0
"""For a run on a variant of a patch after the end of the search: a test that the patch reveals may never end."""


@dataclass(frozen=True)
class MeasuredSuite:
    """One run of the whole suite. `flaky`: failing tests that passed in a re-run.

    coverage: the lines that each test executes, None if not recorded. scope: the tests that a search uses if the suite
    is too large to be run often, None for all.
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

    said: called with the number of ended tests of a run. cancel: ends runs. originals: the former contents of files
    that accepted patches changed, None for a new file. notices: on suites that are not run. is_measured: whether there
    is a first measurement, with which later ones are compared. names_left_out: whether nobody chose the tests. facts:
    what searches found out about libraries. by_order: what is known of tests that depend on their order.
    """

    target: TargetProject
    tree: Path
    scratch: Path
    timeout: float
    cancel: Callable[[], bool]
    said: Callable[[int, int], None]
    place: ProjectFolder
    originals: dict[str, bytes | None] = field(default_factory=dict)
    notices: list[str] = field(default_factory=list)
    is_measured: bool = False
    names_left_out: bool = True
    versions: KnownVersions | None = None
    facts: LibraryFacts = field(default_factory=LibraryFacts)
    by_order: OrderFindings = field(default_factory=OrderFindings)

    @classmethod
    def open(
        cls,
        place: ProjectFolder,
        config: CycleConfig,
        folder: Path,
        cancel: Callable[[], bool],
        said: Callable[[int, int], None],
        packages: Mapping[str, Path] | None = None,
    ) -> Bench:
        """Copy the project. packages: by folder of the project, one with a `node_modules` to use in place of its own.

        Raises InvalidConfig, MeasurementError, ProjectError.
        """
        # a search runs the tests itself, so that another command's reports are no use
        command = config.test_command if not config.results.strip() or calls_pytest(config.test_command) else ""
        suites = required_suites(place.root, command)
        notices = list(find_suites(place.root, command).notices)
        found = find_target(place.root, place.repo_root, config, suites)
        shared = tuple(dict.fromkeys((*found.shared, *large_ignored_folders(place.repo_root))))
        copy_checkout(place.repo_root, place.workflow, folder / "tree", shared)
        if packages:
            root, policy = found.root(folder / "tree"), found.sandbox
            for name, newer in packages.items():
                replace_packages(root / name, newer)
            policy = replace(policy, read=(*policy.read, *map(str, packages.values())))
            found = replace(found, sandbox=policy, suites=tuple(suite.as_in(root) for suite in suites))
        timeout = float(config.suite_timeout_seconds) or SUITE_SECONDS

        def notify(notice: str) -> None:
            if notice not in notices:
                notices.append(notice)

        target = replace(found, shared=shared, notify=notify)
        return cls(
            target, folder / "tree", folder, timeout, cancel, said, place, notices=notices, names_left_out=not command
        )

    @property
    def root(self) -> Path:
        return self.target.root(self.tree)

    def measure(self, used_to_pass: Collection[TestId] = (), flaky: Collection[TestId] = ()) -> MeasuredSuite:
        """Run the whole suite in a clean process on a fresh copy; an invalid run has `run.fault`.

        Also records the lines that each test executes, if that takes little time.
        """
        record = self.scratch / "coverage.json"
        with self.fresh() as tree:
            run = self._suite(tree, record, TRACE_SECONDS)
            while not self.is_measured and self._leave_out_suite(run):
                run = self._suite(tree, record, TRACE_SECONDS)
            if not self.is_measured and self.names_left_out:
                left = left_out_files(self.target.root(tree), self.target.suites, run)
                self.notices += filter(None, [left_out_sentence(left)])
            self.is_measured = True
            if run.fault is not None and run.fault.kind in ("crash", "missing_ids") and not self.cancel():
                run = self._suite(tree, record, TRACE_SECONDS)
            failures = self._failures(run, self.target.root(tree), used_to_pass, flaky)
        coverage = CoverageMap.load(record)
        known = coverage if coverage.whole and not is_large(run.outcomes) else None
        return MeasuredSuite(run, known, failures, frozenset(flaky))

    def _leave_out_suite(self, run: SuiteRun) -> bool:
        """Go on without the suite that keeps a first run from being a measurement, if the project can."""
        suite = None if self.cancel() else suite_to_leave_out(self.target, run)
        if suite is None or run.fault is None:
            return False
        self.notices.append(not_measured_notice(run.fault))
        self.target = replace(self.target, suites=tuple(one for one in self.target.suites if one is not suite))
        return True

    def _failures(
        self, run: SuiteRun, root: Path, used_to_pass: Collection[TestId], flaky: Collection[TestId]
    ) -> list[Failure]:
        """Return the failing outcomes, with the library updates that may cause them."""
        found = with_findings(failure_records(run.outcomes, root, used_to_pass, flaky, self.target), self.by_order)
        if not found or not self.target.uses_interpreter:
            return found
        self.versions = self.versions or versions_at(self.place, self.target)
        self.facts.installed = self.versions.installed
        return with_updates(found, run.outcomes, self.versions, root=root)

    def earlier(self) -> dict[str, str]:
        """Return by library the version required, or installed when the tests passed, before the present one."""
        libraries = earlier_requirements(self.versions) if self.versions is not None else {}
        place = self.place
        packages = earlier_packages(place.git, place.head, place.root, place.subdir) if place.head else {}
        return {**libraries, **packages}

    def traced(self, now: MeasuredSuite) -> MeasuredSuite:
        """Return the measurement with the lines of each test; in a large suite of those that a search uses."""
        if now.coverage is not None:
            return now
        scope, record = None, self.scratch / "coverage.json"
        if is_large(now.run.outcomes):
            scope = related_tests(self.root, now.run.outcomes, now.failing)
        with self.fresh() as tree:
            self._run(self.target, tree, record, None, scope, "patient")
        return replace(now, coverage=CoverageMap.load(record), scope=scope)

    def _suite(self, tree: Path, record: Path, trace_seconds: float | None) -> SuiteRun:
        """Run the whole suite; tests that hang are detected and remembered."""

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
    def fresh(self) -> Iterator[Path]:
        """Yield a copy of the copy, so that files left by tests affect no other run."""
        folder = self.scratch / "run"
        try:
            yield private_copy(self.tree, folder, self.target.shared)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def unsteady(self, tests: Sequence[TestId], started: WarmStart | None = None) -> dict[TestId, FlakeVerdict]:
        """Return the verdicts on failing tests that pass in a re-run; of very many tests only a sample is re-run.

        Tests that fail each time in forks of a warm worker of the same tree (`started`) are not run in a process of
        their own.
        """
        real = [test for test in tests if not is_collection_id(test)]
        real = real[:: 1 + len(real) // MOST_RERUN]
        steady = started.failing_again(real) if started is not None else set()
        real = [test for test in real if test not in steady]
        if not real or self.cancel():
            return {}
        with self.fresh() as tree:
            verdicts = rerun_failing_tests(self.target, tree, real, times=RERUNS, timeout=self.timeout)
        return {test: verdict for test, verdict in verdicts.items() if verdict.kind != "real"}

    def refusal(self, contents: Mapping[str, bytes], tests: Collection[TestId], every: Collection[TestId] = ()) -> str:
        """Return why a patch may not be tried, by the rules for patches of every tool; "" if it may.

        tests: those that it is to fix; every: all of the suite.
        """
        documented, collected = documented_files(tests), test_files((*tests, *every))
        changes = [
            FileChange(
                path,
                self._content(path),
                content,
                documented=path in documented,
                product=is_product_file(self.root, path, collected),
            )
            for path, content in contents.items()
        ]
        literals = literals_of(self.root, test_files(tests))
        found = refuse_patch(changes, test_literals=literals)
        files = [file for file in rules_places(self.place.subdir) if (self.place.repo_root / file).is_file()]
        rules = {file: rules_text(file, (self.place.repo_root / file).read_bytes()) for file in files}
        own = project_refusals(rules, {f"{self.place.subdir}/{path}".lstrip("/"): path for path in contents})
        return "; ".join(f"{one.path}: {one.reason} ({one.rule})" for one in (*own, *found))

    def fitted(self, contents: Mapping[str, bytes], fixed: Collection[TestId]) -> list[str]:
        """Return the doubt about a value of a patch that only one of the tests `fixed` explains, as sentences."""
        changes = [
            FileTexts(path, (self._content(path) or b"").decode(errors="replace"), content.decode(errors="replace"))
            for path, content in contents.items()
        ]
        tests = [test for test in fixed if not is_collection_id(test)]
        found = find_fitted_value(changes, values_of_tests(self.root, tests)) if tests else None
        return [f"{found.reason} ({found.rule})"] if found is not None else []

    def _content(self, path: str) -> bytes | None:
        file = self.root / path
        return file.read_bytes() if file.exists() else None

    def try_out(
        self,
        contents: Mapping[str, bytes],
        before: MeasuredSuite,
        clean: SuiteRun | None = None,
        seconds: float = SUITE_SECONDS,
        *,
        keep: bool = True,
    ) -> tuple[AttemptVerdict, MeasuredSuite]:
        """Write a patch, measure it, and revert it unless it is accepted and `keep` is set.

        clean: an existing full run with the patch in a clean process. seconds: for a run, at least.
        """
        seconds = max(seconds, CONFIRMATION_SECONDS, CONFIRMATION_FACTOR * before.run.duration)
        seconds = self.timeout if any(map(is_collection_id, before.failing)) else seconds
        originals = {path: self._content(path) for path in contents}
        write(self.root, contents)
        if clean is None:
            with self._limited(seconds):
                after = self.measure(before.run.passed, before.flaky)
        else:
            failures = self._failures(clean, self.root, before.run.passed, before.flaky)
            after = MeasuredSuite(clean, None, failures, before.flaky)
        verdict = self._verdict(before, after)
        if verdict.accepted and keep:
            self.originals = {**originals, **self.originals}
        else:
            write(self.root, originals)
        return verdict, after

    @contextlib.contextmanager
    def _limited(self, seconds: float) -> Iterator[None]:
        """Have runs of the suite end after so many seconds, if the settings allow more."""
        allowed, self.timeout = self.timeout, min(seconds, self.timeout)
        try:
            yield
        finally:
            self.timeout = allowed

    def lost_with(
        self, contents: Mapping[str, bytes], before: MeasuredSuite, *, keep: bool
    ) -> tuple[list[TestId], MeasuredSuite]:
        """Return the tests that a change of files breaks; `keep` leaves the change in place."""
        originals = {path: self._content(path) for path in contents}
        write(self.root, contents)
        after = self.measure(before.run.passed, before.flaky)
        if not keep:
            write(self.root, originals)
        if after.run.fault is not None:
            return sorted(before.run.passed), after
        return list(self._verdict(before, after).newly_failing), after

    def unseen(
        self,
        contents: Mapping[str, bytes],
        fixed: Collection[TestId],
        before: MeasuredSuite,
        seconds: float,
        clean: SuiteRun | None = None,
    ) -> list[str]:
        """Return the errors that a patch silences without a test that asserts the effect, as sentences.

        seconds: left of the repair's time; what has not ended by then, or somewhat later, says nothing. clean: an
        existing full run with the patch.
        """
        changes = {path: (self._content(path), content) for path, content in contents.items()}
        outcomes, until = before.run.outcomes, min(self.timeout, max(LEAST_CHECK_SECONDS, seconds))
        fixed = [test for test in fixed if test in outcomes]

        def run(path: str, text: str | bytes, tests: Collection[TestId]) -> SuiteRun:
            with self.fresh() as tree:
                write(self.target.root(tree), {**contents, path: text if isinstance(text, bytes) else text.encode()})
                return run_suite(self.target, tree, tests=sorted(tests), timeout=until, cancel=self.cancel)

        files = [one for one in fixed if is_collection_id(one)]
        shown = [clean.outcomes] if clean is not None and files else []
        shown = shown or [run(path, content, files).outcomes for path, content in [*contents.items()][:1] if files]
        return unchecked_silencings(changes, GainedTests(fixed, outcomes, shown[0] if shown else outcomes), run)

    def _verdict(self, before: MeasuredSuite, after: MeasuredSuite) -> AttemptVerdict:
        if after.run.fault is not None:
            return AttemptVerdict(False, (), (), 0, after.run.fault.message)
        verdict = accept_attempt(before.run.outcomes, after.run.outcomes, before.flaky)
        present = [test for test in verdict.newly_failing if test in after.run.failing]
        unsteady = [test for test, one in self.unsteady(present).items() if one.kind == "flaky"]
        outcomes = before.run.outcomes, after.run.outcomes
        return accept_attempt(*outcomes, {*before.flaky, *unsteady}) if unsteady else verdict


def write(root: Path, contents: Mapping[str, bytes | None]) -> None:
    """Write files below `root` with these contents; None deletes one."""
    for path, content in contents.items():
        if content is None:
            (root / path).unlink(missing_ok=True)
        else:
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(content)
