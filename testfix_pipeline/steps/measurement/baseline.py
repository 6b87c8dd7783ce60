"""Measures the baseline, and checks that a fresh worktree gives the same verdicts as the user's checkout."""

from __future__ import annotations

import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.cycle_rules.decisions import limit
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.related_tests import is_large
from testfix_pipeline.execution.flaky_tests import LAST_SEED, ConcurrentSuiteRun, FlakeVerdict
from testfix_pipeline.execution.hanging_tests import known_durations, was_ended_by_limit
from testfix_pipeline.execution.parallel_runs import can_run_in_parallel
from testfix_pipeline.execution.project import KnownDurations
from testfix_pipeline.execution.run_faults import require_measurement
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.explained_results import with_explanations
from testfix_pipeline.steps.measurement.first_run import BASELINE, first_run, keep_baseline
from testfix_pipeline.steps.measurement.left_out_tests import with_left_out
from testfix_pipeline.steps.measurement.stored_measurements import keep_measurement
from testfix_pipeline.steps.measurement.suite_measurement import (
    LOG,
    build_failures,
    flaky_tests_in,
    prove_flakes,
    record_coverage,
    restore_test_side,
    results_of,
    run_tests,
    suite_timeout,
)
from testfix_pipeline.steps.measurement.update_findings import keep_installed
from testfix_pipeline.steps.measurement.warm_processes import start_ahead
from testfix_pipeline.steps.session.progress_list import counting_tests
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench
from testfix_pipeline.steps.tools.model_tools import tools_of
from testfix_pipeline.updates.installed_versions import installed_versions
from testfix_pipeline.workspace.git.worktree_parity import copy_checkout, ignored_content


def measure_baseline(wb: Workbench, commit: str = "") -> None:
    """Measure the baseline and start the journal. May be repeated. Raises MeasurementError.

    `commit` replaces the baseline if the project has no tests but the generated ones.
    """
    if wb.measured:
        return
    take_baseline(wb, commit)
    earlier = wb.store.state()  # another tool's journal, whose iterations count
    wb.store.save_state(
        IterationState(
            session_id=wb.session_id,
            max_iterations=limit(wb.config.max_iterations, _planned_iterations(wb)),
            next_action="retest",
            iterations=earlier.iterations if earlier else [],
        )
    )


def take_baseline(wb: Workbench, commit: str = "") -> None:
    """Measure the baseline, or the commit that replaces it, and store its results and the measured set."""
    with wb.worktree("baseline", commit or wb.baseline) as tree:
        run = _run_noting_versions(wb, tree)
        wb.store.write_text(LOG, run.log)
        require_measurement(run)
        verdicts = _prove_baseline(wb, commit or wb.baseline, tree, run)
        # a checkout without tests of its own has no verdicts to compare
        own = commit in ("", wb.baseline)
        parity = check_parity(wb, run, flaky_tests_in(verdicts)) if own else "no tests in the checkout"
        failures = build_failures(wb, tree, run.outcomes, (), verdicts)
        results = with_left_out(wb, tree, run, results_of(wb, run, failures))
    results = with_explanations(wb, commit or wb.baseline, run, results)
    keep_baseline(wb, run)
    if own and wb.frozen == wb.baseline:
        keep_measurement(wb, wb.baseline, run, results)
    wb.store.save_results(results.model_copy(update={"parity": parity}))


def _run_noting_versions(wb: Workbench, tree: Path) -> SuiteRun:
    """The baseline's run; meanwhile the installed versions are stored for comparison by later sessions."""
    target = wb.target  # detected before the thread starts
    with ThreadPoolExecutor(1) as beside:
        interpreter = target.interpreter if target.uses_interpreter else None
        asked = beside.submit(installed_versions, interpreter, wb.project.root) if interpreter else None
        run = first_run(wb, tree)
        if asked is not None:
            keep_installed(wb, asked.result())
    return run


def _planned_iterations(wb: Workbench) -> int | str | None:
    """Return the `max_iterations` of the cycle's task; None if it has none or is not planned yet."""
    return next((task.meta.max_iterations for task in wb.store.tasks() if task.id == FIX_TASK), None)


def baseline_run(wb: Workbench) -> SuiteRun:
    """Return the stored run of the baseline, whose test ids are the measured set; repeat it if it was lost."""
    known = read_stored(wb, BASELINE, SuiteRun)
    if known is not None:
        return known
    with wb.worktree("baseline", wb.baseline) as tree:
        run = run_tests(wb, tree)
    require_measurement(run)
    keep_baseline(wb, run)
    return run


def check_parity(wb: Workbench, run: SuiteRun, flaky: set[TestId]) -> str:
    """Compare the worktree's results with the checkout's; return the evidence in words. Raises MeasurementError.

    They can differ only by files that git ignores or that the snapshot left out. If there are such files, the tests are
    run in a copy of the checkout.
    """
    ignored = [path for path in ignored_content(wb.project) if path not in wb.target.shared]
    left_out = [entry[0] for entry in wb.session.left_out_of_snapshot if entry]
    if not ignored and not left_out:
        return "same content: nothing is ignored or left out"
    folder = wb.mirror.folder / "trees" / "checkout-copy"
    shutil.rmtree(folder, ignore_errors=True)
    try:
        copy_checkout(wb.project.repo_root, wb.project.workflow, folder, wb.target.shared)
        other = run_tests_in_copy(wb, folder, known_durations(run.outcomes))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    _check_same_results(run, other, flaky, [*ignored, *left_out])
    return f"same tests and verdicts as a copy of the checkout ({len(ignored)} ignored, {len(left_out)} left out)"


def run_tests_in_copy(wb: Workbench, folder: Path, known: KnownDurations) -> SuiteRun:
    """Run the tests in a copy of the checkout."""
    on_test = counting_tests(wb, "running the project's tests in a copy of the checkout")
    return run_suite(replace(wb.target, known=known), folder, timeout=suite_timeout(wb), on_test=on_test)


def _check_same_results(run: SuiteRun, other: SuiteRun, flaky: set[TestId], missing: list[str]) -> None:
    if other.fault is not None:
        raise MeasurementError(
            f"The tests run in a worktree but not in the checkout: {other.fault.message}",
            "Make the suite run in your checkout first.",
        )
    differing = sorted(
        test
        for test in set(run.outcomes) | set(other.outcomes)
        if test not in flaky and _status(run, test) != _status(other, test)
    )
    if differing:
        shown = "; ".join(f"{t} ({_status(other, t)} there, {_status(run, t)} here)" for t in differing[:5])
        raise MeasurementError(
            f"{len(differing)} tests differ between your checkout and a fresh worktree of it: {shown}. "
            f"The worktree lacks what git ignores: {', '.join(missing[:8])}.",
            "Name what the tests need in `share`, or a `setup_command` that makes it.",
        )


def _status(run: SuiteRun, test: TestId) -> str:
    outcome = run.outcomes.get(test)
    return outcome.status if outcome else "absent"


__all__ = ["BASELINE", "baseline_run", "check_parity", "measure_baseline", "restore_test_side", "take_baseline"]


def _prove_baseline(wb: Workbench, commit: str, tree: Path, run: SuiteRun) -> dict[TestId, FlakeVerdict]:
    """Return the verdicts of `prove_flakes` on the failures of `run`, the baseline's, in its worktree `tree`.

    Where the built-in engine will search, its process starts meanwhile, whose forks make the first re-runs. It needs a
    run of the whole suite that records the lines of each test: that run is made under another hash seed and counts as
    the last of the re-runs, beside the others where runs are kept apart.
    """
    if not _will_search(wb, run):
        return prove_flakes(wb, tree, run.failing, run.outcomes)
    again = start_ahead(wb, commit, tree).failing_again
    prove = partial(prove_flakes, wb, tree, run.failing, run.outcomes, failing_again=again)
    if wb.coverage(commit) is not None:
        return prove()
    record = partial(record_coverage, wb, commit, wb.coverage_file(commit), hash_seed=LAST_SEED)
    if not can_run_in_parallel(wb.target):
        return prove(ConcurrentSuiteRun(record, LAST_SEED))
    cancelled = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        try:
            begun = pool.submit(record, aside=cancelled)
            return prove(ConcurrentSuiteRun(begun.result, LAST_SEED))
        except BaseException:
            cancelled.set()
            raise


def _will_search(wb: Workbench, run: SuiteRun) -> bool:
    """Whether the built-in engine will search for a fix of failing tests in the project's interpreter, in all tests."""
    searching = bool(run.failing) and tools_of(wb, 1)[:1] == [BUILTIN]
    quick = not any(map(was_ended_by_limit, run.outcomes.values())) and not is_large(run.outcomes)
    return wb.target.uses_interpreter and searching and quick
