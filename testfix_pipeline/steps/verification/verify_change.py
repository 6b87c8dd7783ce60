"""Verifies a change of a person or another tool with the judge of the cycle."""

from __future__ import annotations

import hashlib
import re
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.cycle_rules.session_grade import grade_of_change
from testfix_pipeline.core.patch_policy.project_rules import RULES_OF_PEOPLE
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.signatures import signature
from testfix_pipeline.core.task_records import FailureContext, Task, TaskContext, TaskMeta
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.verification import RefusedPlace, Verification, statuses
from testfix_pipeline.execution.hanging_tests import measure_with_limits
from testfix_pipeline.execution.parallel_runs import are_runs_isolated
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.iteration.attempt_confidence import untested_silencing
from testfix_pipeline.steps.iteration.judgement import Judgement, judge_change
from testfix_pipeline.steps.iteration.refusals import refusals_of
from testfix_pipeline.steps.measurement.stored_measurements import stored_measurement
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side, suite_timeout
from testfix_pipeline.steps.session.progress_list import report_detail
from testfix_pipeline.steps.session.session_clock import counting_from, take_up
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.behaviour_differences import with_behaviour
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify, CommitPair, changed_files, code_alone
from testfix_pipeline.steps.verification.needed_hunks import with_hunks
from testfix_pipeline.steps.verification.own_tests import with_own_tests
from testfix_pipeline.steps.verification.tree_measurement import measure_base, temporary_workbench
from testfix_pipeline.workspace.git.changes import ChangedFile

TASK = "IMPL-verify"
_DIGITS = 32
_FINGERPRINT = re.compile(rf"(?<![0-9a-f])[0-9a-f]{{{_DIGITS}}}(?![0-9a-f])")
_SETTINGS_RULE = "test_settings"
"""The rule on settings of tests: they are judged with the helpers, by what tests notice under them."""


def verify(launch: Mapping[str, Any], wanted: ChangeToVerify, counting_since: float | None = None) -> Verification:
    """Judge a change of a project. launch: `project` and settings, as for a fix.

    counting_since: seconds since the epoch from which `budget_seconds` of the launch counts; BudgetSpent is raised when
    it is over. None: no time limit for the whole. Raises UsageError, InvalidConfig, ProjectError, MeasurementError (no
    interpreter that has pytest).
    """
    began = time.monotonic()
    with temporary_workbench(launch, wanted) as (wb, compared):
        if counting_since is not None:
            with counting_from(counting_since):
                take_up(wb.store, wb.session_id)
        found = with_behaviour(wb, compared, _verify_compared(wb, compared, wanted), began)
        if wanted.hunks and not found.fault:
            found = with_hunks(wb, compared, found)
    return found.model_copy(update={"seconds": round(time.monotonic() - began, 3)})


def _verify_compared(wb: Workbench, compared: CommitPair, wanted: ChangeToVerify) -> Verification:
    _ = wb.project_rules  # where they can't be read, nothing runs
    found = Verification(base=compared.base, head=compared.head)
    said, modes = changed_files(wb.mirror, compared)
    paths = list(modes)
    own = [path for path in paths if not is_test_side(wb, path)]
    content = hashlib.sha256(said).hexdigest()[:_DIGITS]  # of paths and contents on both sides
    seen = set(_FINGERPRINT.findall(wanted.acknowledged.lower()))
    found = found.model_copy(
        update={"content": content, "acknowledged": content in seen, "stale": bool(seen - {content})}
    )
    report_detail(wb, f"the tests of {compared.base} run without the change, then with it")
    with _changed_code(wb, compared, own) as ahead:
        before = measure_base(wb)
        if before.fault is not None:
            return found.model_copy(update={"fault": f"before the change ({compared.base}): {before.fault.message}"})
        found = found.model_copy(
            update={
                "files": [wb.in_project(path) for path in paths],
                "before": statuses(before.outcomes),
                "after": statuses(before.outcomes),
                "flaky": sorted(failure.test for failure in wb.results().failures if failure.flaky),
                "ignored": sorted(one.test for one in wb.results().failures if one.id in wanted.ignored),
                "suite_seconds": round(before.duration, 3),
                "grade": grade_of_change(before.grade, map(wb.in_project, own)),
            }
        )
        code = [path for path in paths if not is_test_side(wb, path)]  # now the collected tests are known
        found = found.model_copy(update={"test_files": [wb.in_project(one) for one in paths if one not in code]})
        if ahead is not None and code == own:
            found = _add_judgement(wb, compared, code, found, *ahead)
    if code and code != own:
        with wb.worktree(TASK, code_alone(wb.mirror, compared, code)) as tree:
            found = _add_judgement(wb, compared, code, found, tree)
    if not (found.test_files or found.helpers) or found.fault:
        return found
    changed = first_names([*found.test_files, *found.helpers], 3)
    report_detail(wb, f"the tests run with {changed} as the change leaves them")
    return with_own_tests(wb, compared, found)


@contextmanager
def _changed_code(wb: Workbench, compared: CommitPair, paths: list[str]) -> Iterator[tuple[Path, _WaitForRun] | None]:
    """Yield a worktree of the change to these paths; its full run accompanies the base run, if that is new.

    Yields None if no code changed.
    """
    if not paths:
        yield None
        return
    is_new = stored_measurement(wb, wb.baseline) is None
    is_new &= not any(suite.is_nested for suite in wb.target.suites)  # the base run may leave some out
    with wb.worktree(TASK, code_alone(wb.mirror, compared, paths)) as tree, _full_run_ahead(wb, tree, is_new) as ended:
        yield tree, ended


def _add_judgement(
    wb: Workbench,
    compared: CommitPair,
    paths: list[str],
    found: Verification,
    tree: Path,
    ended: _WaitForRun = lambda: None,
) -> Verification:
    """Add the cycle's judgement of the change to these paths in `tree`, on the tests as they were."""
    failing = sorted(TestId(test) for test, status in found.before.items() if status in ("failed", "error"))
    changes = wb.mirror.changes(tree, compared.before)
    refused = refusals_of(wb, tree, changes, failing)
    places = [one for one in refused if one.rule not in (_SETTINGS_RULE, RULES_OF_PEOPLE)]
    unjudged = sorted({*paths} - {change.path for change in changes})  # submodules, the pipeline's own settings
    found = found.model_copy(
        update={
            "refused": [
                RefusedPlace(rule=one.rule, path=one.path, lines=[*one.lines], reason=one.reason) for one in places
            ],
            "helpers": sorted({one.path for one in refused if one.rule == _SETTINGS_RULE}),
            "doubts": [
                *(f"{one.path} is changed. {one.reason}" for one in refused if one.rule == RULES_OF_PEOPLE),
                *(f"{path} is no file of the project that a rule judges." for path in unjudged),
            ],
        }
    )
    if not changes:
        return found
    context = TaskContext(failure_context=FailureContext(failed_tests=failing))
    task = Task(id=TASK, meta=TaskMeta(strategy="conservative"), context=context)
    judged = judge_change(wb, task, tree, compared.before, changes, confirming=False, whole=True, measured=ended())
    return _with_judgement(wb, tree, changes, judged, found)


def _with_judgement(
    wb: Workbench, tree: Path, changes: list[ChangedFile], judged: Judgement, found: Verification
) -> Verification:
    lands = judged.verdict.accepted and not judged.fault
    outcomes = judged.run.outcomes if judged.run is not None else {}
    after = statuses(outcomes) or dict(found.before)
    failures = wb.results().failures  # a person ignores one, not whatever else its test may find
    kept = {one.test for one in failures if one.test in outcomes and signature(outcomes[one.test]) == one.signature}
    return found.model_copy(
        update={
            "after": {**after, **dict.fromkeys(judged.verdict.newly_passing, "passed")},
            "newly_passing": list(judged.verdict.newly_passing),
            "lost": list(judged.verdict.newly_failing),
            "objection": judged.refused,
            "ignored": sorted(kept.intersection(found.ignored)) if outcomes else found.ignored,
            "doubts": [*found.doubts, *(untested_silencing(wb, tree, changes, judged) if lands else [])],
            "ends_runs": judged.ends_run,
            "fault": judged.fault and f"after the change ({found.head}): {judged.fault}",
        }
    )


_WaitForRun = Callable[[], SuiteRun | None]
"""Waits for the run; returns None without a run or if it has a fault: then the caller has to measure."""


@contextmanager
def _full_run_ahead(wb: Workbench, tree: Path, wanted: bool) -> Iterator[_WaitForRun]:
    """Start a measurement in `tree` without progress reports; it ends with the `with` block.

    npm's frameworks are excluded: their runs are compared by installed packages (`package_check.py`).
    """
    if not wanted or wb.target.uses_programs or not are_runs_isolated(wb.target):
        yield lambda: None
        return
    restore_test_side(wb, tree)
    cancelled = threading.Event()

    def one(target: TargetProject, stage: Stage, tests: list[TestId] | None) -> SuiteRun:
        timeout = suite_timeout(wb)
        return run_suite(target, tree, tests=tests, timeout=timeout, stage=stage, cancel=cancelled.is_set)

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(measure_with_limits, wb.target, one)

        def ended() -> SuiteRun | None:
            run = running.result()
            return run if run.fault is None else None

        try:
            yield ended
        finally:
            cancelled.set()
