"""Measures a project's working tree in a temporary session, without the imports that judging a change needs."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import SessionRecord, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.steps.measurement.explained_results import with_explanations
from testfix_pipeline.steps.measurement.first_run import first_run, keep_baseline, note_other_frameworks
from testfix_pipeline.steps.measurement.left_out_tests import with_left_out
from testfix_pipeline.steps.measurement.package_check import are_packages_of
from testfix_pipeline.steps.measurement.stored_measurements import keep_measurement, stored_measurement
from testfix_pipeline.steps.measurement.suite_measurement import build_failures, prove_flakes, results_of
from testfix_pipeline.steps.session.started_processes import end_processes
from testfix_pipeline.steps.session.workbench import Workbench, detect_target, remember_target, resolve_config
from testfix_pipeline.steps.verification.compared_commits import (
    ChangeToVerify,
    CommitPair,
    compared_commits,
    working_tree_alone,
)
from testfix_pipeline.workspace.files.process_identity import Identity
from testfix_pipeline.workspace.git.mirror import Mirror, mirror_folder
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.git.worktrees import remove_folder
from testfix_pipeline.workspace.sessions.store import SessionStore

_NAME = "WFS-verify-"


def measure_tree(launch: Mapping[str, Any]) -> SuiteResults:
    """Measure the working tree; re-run failing tests to find flaky ones.

    Raises what `verify` raises, and MeasurementError if the suite can't be measured.
    """
    with temporary_workbench(launch, None) as (wb, _):
        run = measure_base(wb)
        require_measurement(run)
        _explain(wb, run)
        return wb.results().model_copy(update={"notices": note_other_frameworks(wb)})


def _explain(wb: Workbench, run: SuiteRun) -> None:
    """Add to the results what makes tests depend on their order or flaky, if that is not known yet."""
    results = wb.results()
    if not results.failures or any((results.order_findings, results.flaky_findings, results.obsolete_tests)):
        return
    try:
        wb.store.save_results(with_explanations(wb, wb.baseline, run, results))
    finally:
        end_processes(str(wb.store.folder))
    keep_measurement(wb, wb.baseline, run, wb.results())


@contextmanager
def temporary_workbench(
    launch: Mapping[str, Any], wanted: ChangeToVerify | None
) -> Iterator[tuple[Workbench, CommitPair]]:
    """Open a temporary session that leaves nothing behind: no files, no published branch.

    wanted: what to compare; None for the working tree alone, which is then both sides.
    """
    project, config = resolve_config(dict(launch))
    target = detect_target(project, config)
    _remove_abandoned(project)
    session_id = SessionId(f"{_NAME}{secrets.token_hex(4)}")
    mirror = Mirror.open(project, session_id)
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
        store = SessionStore(mirror.folder / "sessions", session_id)
        store.create(record)
        remember_target(project, session_id, config, target)
        yield Workbench(project, store, mirror, config, record), compared
    finally:
        mirror.close()


def _remove_abandoned(project: Project) -> None:
    """Remove the folders of verifications that were killed on this machine."""
    for lock in mirror_folder(project, SessionId(_NAME)).parent.glob(f"{_NAME}*/lock"):
        with contextlib.suppress(OSError, ValueError, ProjectError):  # one may be making its folder, or removing it
            holder = Identity.model_validate_json(f"{{{lock.read_text().partition('{')[2]}")
            if holder.here() and not holder.alive():
                remove_folder(lock.parent)


def measure_base(wb: Workbench) -> SuiteRun:
    """Return the run before the change: that of an earlier verification or session of the content, if any."""
    known = stored_measurement(wb, wb.baseline)
    if known is None or not are_packages_of(wb, known[0]):
        run, results = _run_base(wb)
        if results is None:
            return run
        known = run, results
        keep_measurement(wb, wb.baseline, run, results)
    keep_baseline(wb, known[0])
    wb.store.save_results(known[1])
    wb.remember_ids(known[0].outcomes)
    wb.store.save_state(IterationState(session_id=wb.session_id))
    return known[0]


def _run_base(wb: Workbench) -> tuple[SuiteRun, SuiteResults | None]:
    with wb.worktree("baseline", wb.baseline) as tree:
        run = first_run(wb, tree)
        if run.fault is not None:
            return run, None
        verdicts = prove_flakes(wb, tree, run.failing, run.outcomes)
        results = results_of(wb, run, build_failures(wb, tree, run.outcomes, (), verdicts))
        return run, with_left_out(wb, tree, run, results)
