"""`coverage` in test-results.json: what the session's tests cover, as far as it was recorded on the way.

Nothing is run for it: a suite can take hours. What was not recorded is said to be so, with the reason.
"""

from __future__ import annotations

import json
from typing import Any

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.plan_records import Analysis, CoverageStats
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.context.coverage import measured_stats
from testfix_pipeline.planning.python_code.outline import outline
from testfix_pipeline.steps.generation.quality_review import COVERAGE_REPORT
from testfix_pipeline.steps.planning.planning_phases import ANALYSIS
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

# Parsing takes 3 to 8 ms a file (measured on this project's own 672), and a fix waits for it.
MOST_FILES = 200
UNRECORDED = "No run of this session recorded the lines of each test of the whole suite."
TOO_MANY = "Its {n} source files are too many to count at the end of a fix; `testfix plan` measures the coverage."


def keep_coverage(wb: Workbench) -> None:
    """Put what is known of the coverage into the session's results."""
    wb.store.save_results(wb.results().model_copy(update={"coverage": coverage_of(wb)}))


def coverage_of(wb: Workbench) -> dict[str, Any]:
    """`source, of, commit, line_rate, branch_rate, function_rate (percent), files`, the newest that was recorded.

    of: the `tip` of the session's branch, the `baseline`, or the baseline `with generated tests`. Where nothing was
    recorded, `source` is none and `reason` says why.
    """
    for of, commit in (("tip", wb.mirror.tip), ("baseline", wb.baseline)):
        recorded = wb.coverage(commit)
        planned = _planned(wb) if of == "baseline" else None
        if planned is not None:
            return _described(*planned, commit)
        if recorded is not None and recorded.tests and recorded.whole:
            return _counted(wb, of, commit, recorded)
    return {"source": "none", "reason": UNRECORDED}


def _planned(wb: Workbench) -> tuple[CoverageStats, str] | None:
    """What the phases before the cycle measured: with the generated tests, else of the project's own."""
    try:
        after = json.loads(wb.store.path(COVERAGE_REPORT).read_bytes())["after"]
        stats = CoverageStats.model_validate(after) if after else None
    except (OSError, ValueError, KeyError, TypeError):
        stats = None
    if stats is not None and stats.source == "measured":
        return stats, "with generated tests"
    analysis = read_stored(wb, ANALYSIS, Analysis)
    measured = analysis is not None and analysis.coverage.source == "measured"
    return (analysis.coverage, "baseline") if analysis is not None and measured else None


def _counted(wb: Workbench, of: str, commit: str, recorded: CoverageMap) -> dict[str, Any]:
    """Of every Python source of a commit, also those that no test imports."""
    tracked = [path for path in wb.mirror.files(commit) if path.endswith(".py")]
    sources = sorted(path for path in tracked if not is_test_side(wb.in_project(path)))
    if len(sources) > MOST_FILES:
        return {"source": "none", "reason": TOO_MANY.format(n=len(sources))}
    texts = {wb.in_project(path): wb.mirror.read(commit, path) for path in sources}
    outlines = {path: outline(text.decode("utf-8", "replace")) for path, text in texts.items() if text}
    return _described(measured_stats(outlines, recorded, None), of, commit)


def _described(stats: CoverageStats, of: str, commit: str) -> dict[str, Any]:
    rates = stats.model_dump(include={"source", "line_rate", "branch_rate", "function_rate"})
    files = {
        path: {"line_rate": one.line_rate, "branch_rate": one.branch_rate, "missing_lines": one.missing_lines}
        for path, one in stats.files.items()
    }
    return {**rates, "of": of, "commit": commit, "files": files}
