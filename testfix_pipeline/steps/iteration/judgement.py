"""Judges a change by our own runs: affected tests first, the full suite before anything lands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from testfix_pipeline.core.cycle_rules.decisions import AttemptVerdict, accept_attempt
from testfix_pipeline.core.cycle_rules.results import counts, is_collection_id, measured_outcomes, merge, rate
from testfix_pipeline.core.cycle_rules.strategy import fell
from testfix_pipeline.core.records import Outcome, RunFaultKind, SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.test_selection import (
    SourceChange,
    TestSelection,
    affected_tests,
    is_short,
)
from testfix_pipeline.steps.iteration.second_look import find_objection
from testfix_pipeline.steps.measurement.baseline import baseline_run
from testfix_pipeline.steps.measurement.concurrent_runs import ConcurrentRuns, concurrent_runs
from testfix_pipeline.steps.measurement.suite_measurement import compared_run, flaky_tests_in, prove_flakes, run_tests
from testfix_pipeline.steps.session.generated_tests import generated_among
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import ChangedFile

_EVERYTHING = TestSelection(None, "All tests have run.")

_OF_CODE: frozenset[RunFaultKind] = frozenset({"crash", "missing_ids", "tampering", "contradiction"})
"""Faults of a run by which the code ended or deceived it, where the code before a change did not."""


@dataclass(frozen=True)
class Judgement:
    """The verdict on a change. `run`: the full run; without it the change may not land. `rate` is in percent.

    `ends_run`: the run's fault is of the code that ran, not of the machine. `missed`: tests that changed in the full
    run but were not selected as affected. `refused`: why a change that makes its tests pass is no repair and is not
    accepted. `doubts`: what the second look can't decide, as sentences.
    `confirmed`: a second full run, made at the same time in a copy of the tree; both are green.
    """

    verdict: AttemptVerdict
    run: SuiteRun | None = None
    rate: float | None = None
    affected: tuple[str, ...] = ()
    selection: str = ""
    fault: str = ""
    ends_run: bool = False
    missed: tuple[str, ...] = ()
    refused: str = ""
    doubts: tuple[str, ...] = ()
    confirmed: SuiteRun | None = None


def judge_change(
    wb: Workbench,
    task: Task,
    tree: Path,
    commit: str,
    changes: list[ChangedFile],
    *,
    confirming: bool = True,
    whole: bool = False,
    measured: SuiteRun | None = None,
) -> Judgement:
    """Judge the change in `tree` against the session's results, which were measured at `commit`.

    A change that our runs would accept gets a second look (`second_look.py`). confirming: repeat a green run once, if
    it can run beside the others. whole: run all tests at once, even those that the change can't affect. measured: an
    existing full run of `tree`.
    """
    with concurrent_runs(wb, task, tree, confirming=confirming) as beside:
        judged = _judge_beside(wb, task, tree, commit, changes, beside, whole=whole, measured=measured)
    if judged.verdict.accepted or not beside.may_have_met:
        return judged
    # by itself: the runs may have failed for meeting each other
    return _judge_beside(wb, task, tree, commit, changes, ConcurrentRuns(), whole=whole, measured=measured)


def _judge_beside(
    wb: Workbench,
    task: Task,
    tree: Path,
    commit: str,
    changes: list[ChangedFile],
    beside: ConcurrentRuns,
    *,
    whole: bool,
    measured: SuiteRun | None,
) -> Judgement:
    judged = _judge_by_full_run(wb, tree, measured) if whole else _judge_by_runs(wb, task, tree, commit, changes)
    if not judged.verdict.accepted or judged.fault:
        return judged
    fixed = judged.verdict.newly_passing
    found = find_objection(wb, task, tree, commit, changes, fixed, beside.second_look_at)
    said = f"{found.reason} ({found.rule})" if found is not None else ""
    if found is None or found.is_doubt:
        confirmed = beside.confirming_run_of(judged.run) if judged.run is not None else None
        return replace(judged, doubts=(said,) if said else (), confirmed=confirmed)
    return replace(judged, verdict=replace(judged.verdict, accepted=False, reason=said), run=None, refused=said)


def _judge_by_runs(wb: Workbench, task: Task, tree: Path, commit: str, changes: list[ChangedFile]) -> Judgement:
    before = wb.results().outcomes
    selection = select_tests(wb, tree, commit, changes, before, task)
    affected = tuple(selection.tests or ())
    if selection.tests is not None and not is_short(before):
        first = run_tests(wb, tree, selection.tests)
        if first.fault is not None:
            return _faulty_judgement(first, affected, selection)
        after = merge(before, first)
        verdict = verdict_of(wb, tree, before, after)
        needs_full = verdict.accepted and task.meta.strategy != "aggressive"
        if not needs_full and not _has_fallen(wb, before, after):
            return Judgement(verdict, None, _rate(wb, after), affected, selection.reason)
    return _judge_by_full_run(wb, tree, None, selection)


def _judge_by_full_run(
    wb: Workbench, tree: Path, measured: SuiteRun | None, selection: TestSelection = _EVERYTHING
) -> Judgement:
    if measured is not None and measured.other_ids:
        measured = None  # whether they differ without a change, too, is not known of it
    run = compared_run(wb, tree, measured) if measured is not None else run_tests(wb, tree)
    if measured is not None and run.fault is not None and run.fault.kind == "changed_ids":
        run = run_tests(wb, tree)  # it did not know the ids of the run before
    before, affected = wb.results().outcomes, tuple(selection.tests or ())
    if run.fault is not None:
        return _faulty_judgement(run, affected, selection)
    verdict = verdict_of(wb, tree, before, run.outcomes)
    changed = {*verdict.newly_failing, *verdict.newly_passing} if selection.tests is not None else set()
    missed = tuple(sorted(changed - set(affected)))
    return Judgement(verdict, run, _rate(wb, run.outcomes), affected, selection.reason, missed=missed)


def _faulty_judgement(run: SuiteRun, affected: tuple[str, ...], selection: TestSelection) -> Judgement:
    """Return a failed attempt's judgement for a run with an execution error, with the end of its log."""
    fault = run.fault
    message = f"{fault.message} {fault.log_tail[-500:]}".strip() if fault else ""
    ends = fault is not None and fault.kind in _OF_CODE
    return Judgement(AttemptVerdict(False, (), (), 0, message), None, None, affected, selection.reason, message, ends)


def select_tests(
    wb: Workbench, tree: Path, commit: str, changes: list[ChangedFile], before: Mapping[TestId, Outcome], task: Task
) -> TestSelection:
    """Return the affected tests by recorded coverage; the full suite in doubt."""
    failing = [test for test, outcome in before.items() if outcome.status in ("failed", "error")]
    if any(map(is_collection_id, failing)):
        return TestSelection(None, "A test file could not be collected before.")
    prefix = f"{wb.project.subdir}/" if wb.project.subdir else ""
    if any(not change.path.startswith(prefix) for change in changes):
        return TestSelection(None, "A file outside the project changed.")
    mapped = [SourceChange(c.path.removeprefix(prefix), _decode(c.before), _decode(c.after)) for c in changes]
    asked = task.context.fix_strategy.test_execution.affected_tests
    always = [*failing, *(test for test in asked if test in before)]
    return affected_tests(wb.root(tree), wb.coverage(commit), mapped, known=sorted(before), always=always)


def _decode(content: bytes | None) -> str | None:
    if content is None:
        return None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def verdict_of(
    wb: Workbench, tree: Path, before: Mapping[TestId, Outcome], after: Mapping[TestId, Outcome]
) -> AttemptVerdict:
    """Return the verdict on the outcomes of a change. New failures are re-run; flaky ones are ignored.

    Generated tests are ignored, too: they pin what the code did, not what is right.
    """
    flaky = wb.results().flaky_tests
    verdict = accept_attempt(before, after, flaky)
    if not verdict.newly_failing:
        return verdict
    yielding = generated_among(wb, verdict.newly_failing)
    present = [test for test in verdict.newly_failing if test in after and after[test].status != "skipped"]
    unsteady = flaky_tests_in(prove_flakes(wb, tree, set(present) - yielding, after)) | yielding
    return accept_attempt(before, after, {*flaky, *unsteady}) if unsteady else verdict


def measured_counts(wb: Workbench, outcomes: Mapping[TestId, Outcome]) -> tuple[int, int]:
    """The numbers of passed and of failing tests in the measured set of the baseline."""
    return counts(measured_outcomes(outcomes, set(baseline_run(wb).outcomes)))


def _rate(wb: Workbench, outcomes: Mapping[TestId, Outcome]) -> float:
    return rate(*measured_counts(wb, outcomes))


def _has_fallen(wb: Workbench, before: Mapping[TestId, Outcome], after: Mapping[TestId, Outcome]) -> bool:
    return fell(measured_counts(wb, before), measured_counts(wb, after))


def has_fallen(wb: Workbench, run: SuiteRun) -> bool:
    """Whether a full run is more than ten points below the session's current results."""
    return _has_fallen(wb, wb.results().outcomes, run.outcomes)
