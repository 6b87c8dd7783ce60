"""Runs the whole suite on one tree beside other work that it does not disturb."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.hanging_tests import measure_with_limits
from testfix_pipeline.execution.parallel_runs import can_run_in_parallel
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.measurement.suite_measurement import restore_test_side, suite_timeout
from testfix_pipeline.steps.session.workbench import Workbench

WaitForRun = Callable[[], SuiteRun | None]
"""Waits for the run; returns None without a run or if it has a fault: then the caller has to measure."""


@contextmanager
def full_run_ahead(wb: Workbench, tree: Path, wanted: bool) -> Iterator[WaitForRun]:
    """Start a measurement in `tree` without progress reports; it ends with the `with` block.

    npm's frameworks are excluded: their runs are compared by installed packages (`package_check.py`).
    """
    if not wanted or wb.target.uses_programs or not can_run_in_parallel(wb.target):
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
