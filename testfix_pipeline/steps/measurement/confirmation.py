"""Confirms a green suite by another full run in a fresh worktree: the final validation.

For a short suite this run was made together with the judge's own run (`concurrent_runs.py`).
"""

from __future__ import annotations

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.steps.measurement.baseline import baseline_run
from testfix_pipeline.steps.measurement.concurrent_runs import stored_confirming_run
from testfix_pipeline.steps.measurement.suite_measurement import (
    LOG,
    build_failures,
    prove_flakes,
    results_of,
    run_tests,
)
from testfix_pipeline.steps.session.workbench import Workbench


def confirm_green(wb: Workbench) -> None:
    """Measure the tip again, unless it was confirmed already, and store the results as the session's.

    Raises MeasurementError if the tests can't be measured any more.
    """
    tip = wb.mirror.tip
    if wb.results().confirmed == tip:
        return
    known = stored_confirming_run(wb, tip)
    run, failures = (known, list[Failure]()) if known is not None else _run_again(wb, tip)
    wb.store.write_text(LOG, run.log)
    results = results_of(wb, run, failures, measured=baseline_run(wb).outcomes)
    wb.store.save_results(results.model_copy(update={"confirmed": tip}))


def _run_again(wb: Workbench, tip: str) -> tuple[SuiteRun, list[Failure]]:
    before = wb.results()
    with wb.worktree("confirm", tip) as tree:
        run = run_tests(wb, tree)
        if run.fault is not None:
            raise MeasurementError(f"The confirming run failed: {run.fault.message}", "Run `testfix resume`.")
        passed_before = before.passed_tests
        verdicts = prove_flakes(wb, tree, run.failing, run.outcomes)
        return run, build_failures(wb, tree, run.outcomes, passed_before, verdicts)
