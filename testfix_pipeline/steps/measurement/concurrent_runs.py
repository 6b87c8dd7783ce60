"""Runs a short suite once more at the same time as its full run: the confirming run, which is the second look too."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import is_short
from testfix_pipeline.execution.parallel_runs import are_runs_isolated, second_tree
from testfix_pipeline.execution.patch_checks.witness import MOST_TESTS, SecondLook, look_of
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side, suite_timeout
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

CONFIRMING = ".process/confirming-run.json"
# Strategies with one attempt at a time: of several attempts few land, and the runs of the others would be wasted.
STRATEGIES = ("conservative", "surgical")


Watched = tuple[SuiteRun, list[dict[str, Any]]]
"""A run of the suite, and what the assertions of its tests saw."""


@dataclass
class ConcurrentRuns:
    """The run beside the judge's own, used only if that needs it: it confirms, and is the second look.

    tests: those that it runs, None for all. watchable: whether the assertions of tests can be watched. isolated:
    whether the two runs can't meet.
    """

    tests: Collection[TestId] | None = None
    watchable: bool = True
    isolated: bool = True
    running: Future[Watched] | None = None
    ended: threading.Event = field(default_factory=threading.Event)

    @property
    def may_have_met(self) -> bool:
        """Whether the run could make the judge's own fail."""
        return not self.isolated and self.running is not None

    def second_look_at(self, tests: Collection[TestId]) -> SecondLook | None:
        """Return the second look at these tests; None if they were not run, or the run is no measurement.

        If no test can be watched, it only shows whether they pass again.
        """
        if self.running is None or (self.watchable and len(tests) > MOST_TESTS):
            return None
        if self.tests is not None and not set(tests).issubset(self.tests):
            return None
        run, events = self.running.result()
        return look_of(run, tests, events) if run.fault is None else None

    def confirming_run_of(self, own: SuiteRun) -> SuiteRun | None:
        """Return the confirming run if both runs are green and have the same tests; else None."""
        if self.running is None or own.fault is not None or own.failing:
            return None
        other, _ = self.running.result()
        same = {test: one.status for test, one in own.outcomes.items()} == {
            test: one.status for test, one in other.outcomes.items()
        }
        known = own.model_dump(include={"grade", "grade_reason", "packages"})  # only the own run has these
        update = {**known, "unparsed": own.unparsed}
        return other.model_copy(update=update) if other.fault is None and same else None


@contextmanager
def concurrent_runs(wb: Workbench, task: Task, tree: Path, *, confirming: bool = True) -> Iterator[ConcurrentRuns]:
    """Start the run that can accompany the full run in `tree`, in a copy of it; if it is not used, it is ended.

    confirming: whether a confirming run is useful; else only the failing tests of the task run, unless they are many.
    Nothing is started if no test failed, if the project shares services or files, or if the suite is long, because a
    failing run then ends the judgement early.
    """
    failed = [test for test in task.context.failure_context.failed_tests if not is_collection_id(test)]
    useful = confirming or 0 < len(failed) <= MOST_TESTS
    if not (useful and is_short(wb.results().outcomes) and task.meta.strategy in STRATEGIES):
        yield ConcurrentRuns()
        return
    restore_test_side(wb, tree)
    beside = ConcurrentRuns(None if confirming else failed, wb.target.uses_interpreter, are_runs_isolated(wb.target))
    with second_tree(wb.target, tree) as other, ThreadPoolExecutor(1) as pool:
        try:
            beside.running = pool.submit(_run_watched, wb, other, beside) if other is not None else None
            yield beside
        finally:
            beside.ended.set()


def _run_watched(wb: Workbench, tree: Path, beside: ConcurrentRuns) -> Watched:
    """Run the suite; what watches the assertions leaves their results as they are."""
    events: list[dict[str, Any]] = []
    tests = None if beside.tests is None else sorted(beside.tests)
    run = run_suite(
        wb.target, tree, tests=tests, timeout=suite_timeout(wb), cancel=beside.ended.is_set, stage="learned",
        witness=events,
    )  # fmt: skip
    return run, events


def store_confirming_run(wb: Workbench, commit: str, run: SuiteRun) -> None:
    """Store the confirming run of a commit's content."""
    wb.store.write_sealed(CONFIRMING, run.model_copy(update={"tree": wb.mirror.tree_hash(commit)}))


def stored_confirming_run(wb: Workbench, commit: str) -> SuiteRun | None:
    """Return the stored confirming run of a commit's content, None if there is none."""
    kept = read_stored(wb, CONFIRMING, SuiteRun)
    return kept if kept is not None and kept.tree == wb.mirror.tree_hash(commit) else None
