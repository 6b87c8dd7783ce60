"""Runs the confirming run and the second look of a short suite at the same time as its full run."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import is_short
from testfix_pipeline.execution.parallel_runs import are_runs_isolated, second_tree
from testfix_pipeline.execution.patch_checks.witness import MOST_TESTS, SecondLook, observe_tests
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side, suite_timeout
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

CONFIRMING = ".process/confirming-run.json"
# Strategies with one attempt at a time: of several attempts few land, and the runs of the others would be wasted.
STRATEGIES = ("conservative", "surgical")


@dataclass
class ConcurrentRuns:
    """The concurrent runs, used only if the judge's own run needs them.

    tests: those of the second look. watchable: whether the assertions of some of them can be watched. isolated: whether
    the runs can't meet each other or the judge's own run.
    """

    tests: frozenset[TestId] = frozenset()
    watchable: bool = True
    isolated: bool = True
    looking: Future[SecondLook] | None = None
    confirming: Future[SuiteRun] | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def may_have_met(self) -> bool:
        """Whether one of the runs could make another one fail."""
        return not self.isolated and (self.looking is not None or self.confirming is not None)

    def second_look_at(self, tests: Collection[TestId]) -> SecondLook | None:
        """Return the second look at exactly these tests; None if it was not started.

        If no test can be watched, it only shows whether they pass again, as the confirming run does.
        """
        if self.looking is not None and self.tests == set(tests):
            return self.looking.result()
        run = self.confirming.result() if self.confirming is not None and not self.watchable else None
        return SecondLook(none_passed=not run.passed & set(tests)) if run is not None and run.fault is None else None

    def confirming_run_of(self, own: SuiteRun) -> SuiteRun | None:
        """Return the confirming run if both runs are green and have the same tests; else None."""
        if self.confirming is None or own.fault is not None or own.failing:
            return None
        other = self.confirming.result()
        same = {test: one.status for test, one in own.outcomes.items()} == {
            test: one.status for test, one in other.outcomes.items()
        }
        known = own.model_dump(include={"grade", "grade_reason", "packages"})  # only the own run has these
        update = {**known, "unparsed": own.unparsed}
        return other.model_copy(update=update) if other.fault is None and same else None


@contextmanager
def concurrent_runs(wb: Workbench, task: Task, tree: Path, *, confirming: bool = True) -> Iterator[ConcurrentRuns]:
    """Start the runs that can accompany the full run in `tree`, in copies of it; unused runs are ended.

    confirming: whether a confirming run is useful. Nothing is started if the project shares services or files, or if
    the suite is long, because a failing run then ends the judgement early.
    """
    short = is_short(wb.results().outcomes) and task.meta.strategy in STRATEGIES
    tests = frozenset(test for test in task.context.failure_context.failed_tests if not is_collection_id(test))
    if not short:
        yield ConcurrentRuns()
        return
    restore_test_side(wb, tree)
    watchable = any(wb.target.runs_in_interpreter(test.file) for test in map(TestId, tests))
    looks = len(tests) <= MOST_TESTS and (watchable or (bool(tests) and not confirming))
    with (
        second_tree(wb.target, tree, confirming) as one,
        second_tree(wb.target, tree, looks) as other,
        ThreadPoolExecutor(2) as pool,
    ):
        beside = ConcurrentRuns(tests, watchable, are_runs_isolated(wb.target))
        try:
            beside.confirming = pool.submit(_confirm, wb, one, beside.ended.is_set) if one is not None else None
            beside.looking = pool.submit(_look, wb, other, tests, beside.ended.is_set) if other is not None else None
            yield beside
        finally:
            beside.ended.set()


def _confirm(wb: Workbench, tree: Path, cancel: Callable[[], bool]) -> SuiteRun:
    return run_suite(wb.target, tree, timeout=suite_timeout(wb), cancel=cancel, stage="learned")


def _look(wb: Workbench, tree: Path, tests: Collection[TestId], cancel: Callable[[], bool]) -> SecondLook:
    return observe_tests(wb.target, tree, tests, suite_timeout(wb), cancel)


def store_confirming_run(wb: Workbench, commit: str, run: SuiteRun) -> None:
    """Store the confirming run of a commit's content."""
    wb.store.write_sealed(CONFIRMING, run.model_copy(update={"tree": wb.mirror.tree_hash(commit)}))


def stored_confirming_run(wb: Workbench, commit: str) -> SuiteRun | None:
    """Return the stored confirming run of a commit's content, None if there is none."""
    kept = read_stored(wb, CONFIRMING, SuiteRun)
    return kept if kept is not None and kept.tree == wb.mirror.tree_hash(commit) else None
