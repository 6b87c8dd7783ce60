"""Proves which failures of the baseline are real, and records coverage at the same time."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from testfix_pipeline.core.configuration.tool_names import BUILTIN
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.related_tests import is_large
from testfix_pipeline.execution.flaky_tests import LAST_SEED, ConcurrentSuiteRun, FlakeVerdict
from testfix_pipeline.execution.hanging_tests import was_ended_by_limit
from testfix_pipeline.execution.parallel_runs import can_run_in_parallel
from testfix_pipeline.steps.measurement.suite_measurement import prove_flakes, record_coverage
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.tools.model_tools import tools_of


def prove_baseline(wb: Workbench, commit: str, tree: Path, run: SuiteRun) -> dict[TestId, FlakeVerdict]:
    """Return the verdicts of `prove_flakes` on the failures of `run`, the baseline's, in its worktree `tree`.

    The built-in engine needs a run of the whole suite that records the lines of each test. In a short suite that run is
    made at the same time, under another hash seed, and counts as one of the re-runs.
    """
    if not _needs_recording(wb, commit, run):
        return prove_flakes(wb, tree, run.failing, run.outcomes)
    cancelled = threading.Event()
    record = partial(record_coverage, wb, commit, wb.coverage_file(commit), hash_seed=LAST_SEED, aside=cancelled)
    with ThreadPoolExecutor(1) as pool:
        try:
            return prove_flakes(wb, tree, run.failing, run.outcomes, ConcurrentSuiteRun(pool.submit(record), LAST_SEED))
        except BaseException:
            cancelled.set()
            raise


def _needs_recording(wb: Workbench, commit: str, run: SuiteRun) -> bool:
    """Whether the built-in engine will search for a fix and needs a recording of the whole suite first."""
    searching = bool(run.failing) and tools_of(wb, 1)[:1] == [BUILTIN]
    quick = not any(map(was_ended_by_limit, run.outcomes.values())) and not is_large(run.outcomes)
    return (
        wb.target.uses_interpreter
        and searching
        and quick
        and can_run_in_parallel(wb.target)
        and wb.coverage(commit) is None
    )
