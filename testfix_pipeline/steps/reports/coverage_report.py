"""`coverage` in test-results.json: the coverage of the session's tests, if one of its runs recorded it.

No run is made for it, since a suite can take hours. If nothing was recorded, the report says why.
"""

from __future__ import annotations

import json
from typing import Any

from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.plan_records import ANALYSIS, COVERAGE_REPORT, Analysis, CoverageStats
from testfix_pipeline.planning.context.coverage import measured_stats
from testfix_pipeline.planning.python_code.outline import outline
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench

# Parsing takes 3 to 8 ms a file (measured on this project's own 672) and delays the end of a fix.
MOST_FILES = 200
UNRECORDED = "No run of this session recorded the lines of each test of the whole suite."
TOO_MANY = "Its {n} source files are too many to count at the end of a fix; `testfix plan` measures the coverage."


def keep_coverage(wb: Workbench) -> None:
    """Add the recorded coverage to the session's results."""
    wb.store.save_results(wb.results().model_copy(update={"coverage": coverage_of(wb)}))


def coverage_of(wb: Workbench) -> dict[str, Any]:
    """Return the latest coverage: `source, of, commit, line_rate, branch_rate, function_rate (percent), files`.

    of: the `tip` of the session's branch, the `baseline`, or the baseline `with generated tests`. If nothing was
    recorded, `source` is none and `reason` says why.
    """
    for of, commit in (("tip", wb.mirror.tip), ("baseline", wb.baseline)):
        recorded = wb.coverage(commit)
        planned = _coverage_of_plan(wb) if of == "baseline" else None
        if planned is not None:
            return _as_report(*planned, commit)
        if recorded is not None and recorded.tests and recorded.whole:
            # the coverage of all Python sources of a commit, including those that no test imports
            tracked = [path for path in wb.mirror.files(commit) if path.endswith(".py")]
            sources = sorted(path for path in tracked if not is_test_side(wb.in_project(path)))
            if len(sources) > MOST_FILES:
                return {"source": "none", "reason": TOO_MANY.format(n=len(sources))}
            texts = wb.mirror.read_each(commit, sources)
            outlines = {wb.in_project(path): outline(text.decode("utf-8", "replace")) for path, text in texts if text}
            return _as_report(measured_stats(outlines, recorded, None), of, commit)
    return {"source": "none", "reason": UNRECORDED}


def _coverage_of_plan(wb: Workbench) -> tuple[CoverageStats, str] | None:
    """Return the coverage that the planning phases measured: with the generated tests, else without them."""
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


def _as_report(stats: CoverageStats, of: str, commit: str) -> dict[str, Any]:
    rates = stats.model_dump(include={"source", "line_rate", "branch_rate", "function_rate"})
    files = {
        path: {"line_rate": one.line_rate, "branch_rate": one.branch_rate, "missing_lines": one.missing_lines}
        for path, one in stats.files.items()
    }
    return {**rates, "of": of, "commit": commit, "files": files}
