"""The lines of failing tests that other frameworks than pytest run, counted for the analysis and the search.

They are counted once for a commit, unless that fails, and stored beside its recorded coverage. The first search goes on
with the process that counted them.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap, load_or_none
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.search.framework_coverage import count_lines
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes
from testfix_pipeline.steps.measurement.warm_processes import warm_processes
from testfix_pipeline.steps.session.coverage_records import drop_oldest
from testfix_pipeline.steps.session.progress_list import report_detail
from testfix_pipeline.steps.session.spending import search_seconds, seconds_left
from testfix_pipeline.steps.session.workbench import Workbench


def counted_lines(wb: Workbench, commit: str, tree: Path, failing: Sequence[TestId]) -> CoverageMap:
    """Return the lines of failing tests, and of other tests beside them: failing ones may have the same cause.

    tree: a checkout of the commit; if it has changes, no test is counted that was not counted before.
    """
    whole = wb.coverage_file(commit)
    place = whole.with_name(f"{whole.stem}-counted.json")
    known = load_or_none(place) or CoverageMap({}, {})
    missing = [test for test in failing if test not in known.tests and wb.target.suite_of(test.file) is not None]
    if not missing or wb.mirror.changed_paths(tree):
        return known
    report_detail(wb, "counting the lines that the failing tests run")
    of_suites = [[test for test in missing if wb.target.suite_of(test.file) is suite] for suite in wb.target.suites]
    clock = Clock(search_seconds(0, seconds_left(wb), 1), lambda: wb.target.deadline.left <= 0)  # as a first search
    with warm_processes(wb, commit, lambda: tree, of_frameworks=True) as started:
        assert started is not None
        # the first test's suite comes last: the first search goes on with its process
        for ours in sorted(filter(None, of_suites), key=lambda some: missing[0] in some):
            found = count_lines(started, clock, _expected(wb, ours))
            if found is not None:
                known = CoverageMap({**known.tests, **{test: {} for test in ours}, **found.tests}, {})
    if not clock.cancelled():
        known.save(place)
        drop_oldest(place.parent)
    return known


def _expected(wb: Workbench, wanted: Sequence[TestId]) -> ExpectedOutcomes:
    """The outcomes of the suite of some failing tests, these first."""
    results, suite = wb.results(), wb.target.suite_of(wanted[0].file)
    others = [one.test for one in results.failures if wb.target.suite_of(one.test.file) is suite]
    failing = list(dict.fromkeys((*wanted, *others)))
    passing = [test for test, outcome in results.outcomes.items() if outcome.status == "passed"]
    return ExpectedOutcomes.of(failing, passing, results.failures)
