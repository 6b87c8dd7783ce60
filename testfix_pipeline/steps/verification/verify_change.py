"""Verifies a change that a person or another tool made, by the judge of the cycle itself."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from testfix_pipeline.core.cycle_rules.session_grade import grade_of_change
from testfix_pipeline.core.records import IterationState, SessionRecord, SuiteResults, SuiteRun
from testfix_pipeline.core.task_records import FailureContext, Task, TaskContext, TaskMeta
from testfix_pipeline.core.verification import RefusedPlace, Verification, statuses
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.steps.iteration.judgement import Judgement, judge
from testfix_pipeline.steps.iteration.refusals import refusals_of
from testfix_pipeline.steps.measurement.baseline import keep_baseline
from testfix_pipeline.steps.measurement.package_check import are_packages_of
from testfix_pipeline.steps.measurement.suite_measurement import (
    build_failures,
    flaky_of,
    prove_flakes,
    results_of,
    run_tests,
)
from testfix_pipeline.steps.session.coverage_records import drop_oldest, record_name
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench, detect_target, resolve_config
from testfix_pipeline.steps.verification.compared_commits import Compared, Wanted, compared_commits, working_tree_alone
from testfix_pipeline.steps.verification.test_edits import test_edits
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.changes import ChangedFile
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.sessions.store import SessionStore

TASK = "IMPL-verify"


def verify(launch: Mapping[str, Any], wanted: Wanted) -> Verification:
    """Judge a change of a project. launch: `project` and settings, as for a fix.

    Raises UsageError, InvalidConfig, ProjectError, MeasurementError (no interpreter that has pytest).
    """
    began = time.monotonic()
    with _workbench(launch, wanted) as (wb, compared):
        found = _verified(wb, compared)
    return found.model_copy(update={"seconds": round(time.monotonic() - began, 3)})


def measure_tree(launch: Mapping[str, Any]) -> SuiteResults:
    """Measure the working tree as it is; failing tests run again to find what is flaky.

    Raises what `verify` raises, and MeasurementError where the suite can't be measured.
    """
    with _workbench(launch, None) as (wb, _):
        require_measurement(_measure_base(wb))
        return wb.results()


@contextmanager
def _workbench(launch: Mapping[str, Any], wanted: Wanted | None) -> Iterator[tuple[Workbench, Compared]]:
    """A session of which nothing stays: its files are in a temporary folder, its branch is never published.

    wanted: what to compare; None for the working tree alone, which is then both sides.
    """
    project, config = resolve_config(dict(launch))
    target = detect_target(project, config)
    session_id = f"WFS-verify-{secrets.token_hex(4)}"
    mirror = Mirror.open(project, session_id)
    folder = Path(tempfile.mkdtemp(prefix="testfix-verify-"))
    try:
        compared = compared_commits(project, mirror, wanted) if wanted else working_tree_alone(project, mirror)
        record = SessionRecord(
            session_id=session_id,
            project=str(project.root),
            branch=mirror.branch,
            config=config.model_dump(mode="json"),
            kind="fix",
            status="active",
            interpreter=str(target.interpreter),
            interpreter_source=target.interpreter_source,
            base_commit=compared.before,
            baseline_commit=compared.before,
        )
        store = SessionStore(folder, session_id)
        store.create(record)
        yield Workbench(project, store, mirror, config, record), compared
    finally:
        mirror.close()
        shutil.rmtree(folder, ignore_errors=True)


def _verified(wb: Workbench, compared: Compared) -> Verification:
    found = Verification(base=compared.base, head=compared.head)
    before = _measure_base(wb)
    if before.fault is not None:
        return found.model_copy(update={"fault": f"before the change ({compared.base}): {before.fault.message}"})
    failing = sorted(before.failing)
    with wb.worktree(TASK, compared.before) as tree:
        paths = _differing(wb, compared)
        own = [path for path in paths if not is_test_side(wb, path)]
        wb.mirror.restore(tree, compared.after, own)
        changes = wb.mirror.changes(tree)
        found = found.model_copy(
            update={
                "files": [wb.in_project(path) for path in paths],
                "test_files": [wb.in_project(path) for path in paths if path not in own],
                "before": statuses(before.outcomes),
                "flaky": sorted(failure.test for failure in wb.results().failures if failure.flaky),
                "suite_seconds": round(before.duration, 3),
                "grade": grade_of_change(before.grade, map(wb.in_project, own)),
                "refused": _refused(wb, tree, changes, failing),
            }
        )
        judged = _judged(wb, tree, compared.before, changes, failing) if changes else None
    found = _with_judgement(found, judged, before)
    return _with_own_tests(wb, compared, found) if found.test_files and not found.fault else found


def _measure_base(wb: Workbench) -> SuiteRun:
    """The run before the change: the one of an earlier look at the same content, where there is one."""
    kept = wb.mirror.folder.parent / "verified" / _record(wb)
    known = _kept_base(kept)
    if known is None or not are_packages_of(wb, known[0]):
        run, results = _run_base(wb)
        if results is None:
            return run
        known = run.model_copy(update={"log": ""}), results
        kept.parent.mkdir(parents=True, exist_ok=True)
        write_atomic(kept, "\n".join(one.model_dump_json() for one in known).encode())
        drop_oldest(kept.parent)
    keep_baseline(wb, known[0])
    wb.store.save_results(known[1])
    wb.store.save_state(IterationState(session_id=wb.session_id))
    return known[0]


def _kept_base(kept: Path) -> tuple[SuiteRun, SuiteResults] | None:
    try:
        run, results = kept.read_text(encoding="utf-8").splitlines()
        return SuiteRun.model_validate_json(run), SuiteResults.model_validate_json(results)
    except (OSError, ValueError):
        return None


def _record(wb: Workbench) -> str:
    return record_name(wb.target, wb.mirror.tree_hash(wb.baseline), wb.config.setup_command or "")


def _run_base(wb: Workbench) -> tuple[SuiteRun, SuiteResults | None]:
    with wb.worktree("baseline", wb.baseline) as tree:
        run = run_tests(wb, tree)
        if run.fault is not None:
            return run, None
        flaky = flaky_of(prove_flakes(wb, tree, run.failing, run.outcomes))
        return run, results_of(wb, run, build_failures(wb, tree, run.outcomes, (), flaky))


def _differing(wb: Workbench, compared: Compared) -> list[str]:
    trees = (wb.mirror.tree_hash(commit) for commit in (compared.before, compared.after))
    return wb.mirror.git.names("diff-tree", "-r", "-z", "--name-only", "--no-renames", *trees)


def _refused(wb: Workbench, tree: Path, changes: list[ChangedFile], failing: list[str]) -> list[RefusedPlace]:
    return [
        RefusedPlace(rule=one.rule, path=one.path, lines=list(one.lines), reason=one.reason)
        for one in refusals_of(wb, tree, changes, failing)
    ]


def _judged(wb: Workbench, tree: Path, commit: str, changes: list[ChangedFile], failing: list[str]) -> Judgement:
    """The cycle's own judgement, on a clean checkout of what the change makes of the code."""
    kept = wb.mirror.commit(tree, "test-cycle: a change to verify")
    wb.mirror.reset(tree, kept, ignored=True)
    wb.prepare(tree)
    context = TaskContext(failure_context=FailureContext(failed_tests=failing))
    return judge(wb, Task(id=TASK, meta=TaskMeta(strategy="conservative"), context=context), tree, commit, changes)


def _with_judgement(found: Verification, judged: Judgement | None, before: SuiteRun) -> Verification:
    if judged is None:
        return found.model_copy(update={"after": statuses(before.outcomes)})
    after = dict(found.before) if judged.run is None else statuses(judged.run.outcomes)
    return found.model_copy(
        update={
            "after": {**after, **dict.fromkeys(judged.verdict.newly_passing, "passed")},
            "newly_passing": list(judged.verdict.newly_passing),
            "lost": list(judged.verdict.newly_failing),
            "objection": judged.refused,
            "fault": judged.fault and f"after the change ({found.head}): {judged.fault}",
        }
    )


def _with_own_tests(wb: Workbench, compared: Compared, found: Verification) -> Verification:
    """The change's own tests, on its code: which fail, and which ask for less than those that there were."""
    wb.freeze(compared.after)
    with wb.worktree("changed-tests", compared.after) as tree:
        run = run_tests(wb, tree)
        if run.fault is not None:
            return found.model_copy(update={"fault": f"with the change's own tests: {run.fault.message}"})
        fresh = {test for test in run.failing if test not in found.before}
        unsteady = flaky_of(prove_flakes(wb, tree, fresh, run.outcomes))
    changed = found.model_copy(update={"own_tests": statuses(run.outcomes), "flaky": sorted({*found.flaky, *unsteady})})
    texts = {
        path: tuple(wb.mirror.read(commit, wb.in_repository(path)) for commit in (compared.before, compared.after))
        for path in found.test_files
    }
    return changed.model_copy(update={"test_edits": test_edits(changed, texts)})
