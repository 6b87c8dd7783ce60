"""Runs a project's tests many times, to find those that fail now and then."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from pydantic import Field

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.flaky_records import FlakyFindings
from testfix_pipeline.core.order_records import OrderFindings
from testfix_pipeline.core.progress import WorkProgress
from testfix_pipeline.core.record_base import Record
from testfix_pipeline.core.records import SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.busy_processors import busy_processors
from testfix_pipeline.execution.failure_records import failure_records
from testfix_pipeline.execution.flaky_causes.controls import Settings
from testfix_pipeline.execution.flaky_causes.search import Known
from testfix_pipeline.execution.flaky_causes.trials import CHILD_SECONDS, ControlledTrials
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.first_run import first_run
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side, results_of, suite_timeout
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.started_processes import end_processes
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.changed_test_side import tests_that_differ
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify, NothingDiffers, compared_commits
from testfix_pipeline.steps.verification.tree_measurement import temporary_workbench

BURN_IN_RUNS = 20
"""Shows a test that fails once in six runs with 97 %."""


class UnsteadyTest(Record):
    """A test that failed in some of `runs`: in how many, how many of these under load, and what the first one said."""

    test: TestId
    failed: int
    runs: int
    error: str = ""
    failed_under_load: int = 0


class RepeatedRuns(Record):
    """What repeated runs of tests showed; under_load: how many had busy processors.

    order_findings, flaky_findings: of those that failed in some runs.
    """

    runs: int
    tests: int
    under_load: int = 0
    failing: list[UnsteadyTest] = Field(default_factory=list)
    order_findings: OrderFindings | None = None
    flaky_findings: FlakyFindings | None = None


def measure_repeatedly(
    launch: Mapping[str, Any],
    times: int,
    *,
    random_order: bool = False,
    tests: Sequence[TestId] = (),
    control: Settings | None = None,
    load: bool = False,
) -> RepeatedRuns:
    """Run the tests of the working tree `times` times, each under another hash seed, in new processes.

    random_order: all runs but the first in random orders, which the number of the run decides. tests: those that run
    instead of all, and are explained even if none fails. control: they run under it, and nothing is explained. load:
    all processors are busy in every second run. Raises what `measure_tree` raises, and MeasurementError if a run is no
    measurement or a test can't run.
    """
    with temporary_workbench(launch, None) as (wb, _):
        if control is not None:
            return _under_control(wb, times, tests, control)
        runs = _runs(wb, times, random_order, tests, load)
        found = _summarised(runs, load)
        sometimes = {one.test for one in found.failing if one.failed < one.runs} if random_order else set()
        if sometimes:
            found.order_findings = _explained(wb, runs, sometimes)
        found.flaky_findings = _flaky(wb, found, tests)
        return found


def burn_in(launch: Mapping[str, Any], base: str) -> RepeatedRuns:
    """Run the tests that differ from those of a base many times, under load every second time; explain flaky ones.

    Raises what `measure_repeatedly` raises, and UsageError for an unknown base.
    """
    with temporary_workbench(launch, None) as (wb, _):
        try:
            compared = compared_commits(wb.project, wb.mirror, ChangeToVerify(f"{base}...HEAD"))
        except NothingDiffers:
            return RepeatedRuns(runs=0, tests=0)
        with wb.worktree("ids", wb.baseline) as tree:
            run = first_run(wb, tree)
        require_measurement(run)
        changed = tests_that_differ(wb, compared, run.collected)
        if not changed:
            return RepeatedRuns(runs=0, tests=0)
        found = _summarised(_runs(wb, BURN_IN_RUNS, False, changed, True), True)
        found.flaky_findings = _flaky(wb, found, ())
        return found


def _summarised(runs: list[SuiteRun], load: bool) -> RepeatedRuns:
    loaded = runs[1::2] if load else []
    failing = _failing(runs)
    for one in failing:
        one.failed_under_load = sum(one.test in run.failing for run in loaded)
    return RepeatedRuns(runs=len(runs), tests=len(runs[0].outcomes), under_load=len(loaded), failing=failing)


def _flaky(wb: Workbench, found: RepeatedRuns, tests: Sequence[TestId]) -> FlakyFindings | None:
    """Return what decides on those tests that the order does not explain, and on the wanted ones."""
    explained = {one.test for one in found.order_findings.tests} if found.order_findings is not None else set()
    asked: dict[TestId, Known] = dict.fromkeys(tests, "reported")
    asked |= {one.test: "flaky" for one in found.failing if one.failed < one.runs and one.test not in explained}
    if not asked:
        return None
    from testfix_pipeline.steps.measurement.flaky_findings import flaky_causes  # only failures need it

    with wb.worktree("flaky", wb.baseline) as tree:
        return flaky_causes(wb, tree, asked)


def _under_control(wb: Workbench, times: int, tests: Sequence[TestId], control: Settings) -> RepeatedRuns:
    found = RepeatedRuns(runs=times, tests=len(tests))
    with wb.worktree("controlled", wb.baseline) as tree:
        for test in tests:
            trials = ControlledTrials(wb.target, tree, test, times * CHILD_SECONDS).alike(control, times)
            if not trials:
                raise MeasurementError(f"{test} can't run under control.", "Check its id: `testfix measure` names it.")
            errors = [one.error[1] for one in trials if not one.passed]
            if errors:
                said = errors[0].partition("\n")[0]
                found.failing.append(UnsteadyTest(test=test, failed=len(errors), runs=len(trials), error=said))
    return found


def _runs(wb: Workbench, times: int, random_order: bool, tests: Sequence[TestId], load: bool) -> list[SuiteRun]:
    runs: list[SuiteRun] = []
    with wb.worktree("repeated", wb.baseline) as tree:
        for number in range(times):
            progress_reporter(wb)(WorkProgress("running the project's tests again and again", number, times))
            restore_test_side(wb, tree)
            order = list(tests) or None
            if random_order and runs:
                order = random_order_of(runs[0], number) or None  # without tests, as it comes
            with busy_processors() if load and number % 2 else nullcontext():
                run = first_run(wb, tree) if not (runs or tests) else run_suite(
                    wb.target, tree, tests=order, ordered=order is not None, timeout=suite_timeout(wb),
                    hash_seed=str(number),
                )  # fmt: skip
            require_measurement(run)
            runs.append(run if order is None else run.model_copy(update={"collected": order}))
    return runs


def random_order_of(run: SuiteRun, number: int) -> list[TestId]:
    """Return the tests of a run in the random order of this number; to run a file would run all of a package again."""
    tests = [test for test in run.collected if not TestId(test).is_file]
    return random.Random(number).sample(tests, len(tests))


def _failing(runs: list[SuiteRun]) -> list[UnsteadyTest]:
    """Return the tests that failed in any run, the most frequent first."""
    found = []
    for test in sorted({test for run in runs for test in run.failing}):
        errors = [run.outcomes[test].message for run in runs if test in run.failing]
        known = sum(test in run.outcomes for run in runs)
        found.append(UnsteadyTest(test=test, failed=len(errors), runs=known, error=errors[0].partition("\n")[0]))
    return sorted(found, key=lambda one: -one.failed)


def _explained(wb: Workbench, runs: Sequence[SuiteRun], sometimes: set[TestId]) -> OrderFindings | None:
    """Return what explains the failures of these tests, each in the order of a run in which it failed.

    Those of the run with most of them come first.
    """
    from testfix_pipeline.steps.measurement.order_findings import with_order_findings  # only failures need it

    best = sorted(runs, key=lambda run: -len(sometimes & run.failing))
    failed = {test: next(run for run in best if test in run.failing) for test in sorted(sometimes)}
    outcomes = {test: run.outcomes[test] for test, run in failed.items()}
    said = dict.fromkeys(sometimes, "Failed in some orders.")
    failures = [one for one in failure_records(outcomes, wb.project.root, orders=said) if one.order]
    results: SuiteResults = results_of(wb, best[0], failures)
    orders = {test: run.collected for test, run in failed.items()}
    try:
        return with_order_findings(wb, wb.baseline, best[0], results, orders).order_findings
    finally:
        end_processes(str(wb.store.folder))
