"""The coverage that a search uses: of all tests, or in a large suite of the related ones.

The latter is stored in a file of its own, since it shows neither which tests a change affects nor how much of the
project is covered.
"""

from __future__ import annotations

from dataclasses import dataclass

from testfix_pipeline.core.cycle_rules.results import is_collection_id
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.related_tests import is_large, related_tests
from testfix_pipeline.execution.coverage_map import CoverageMap, load_or_none
from testfix_pipeline.steps.measurement.suite_measurement import ensure_coverage, record_coverage
from testfix_pipeline.steps.session.workbench import Workbench


@dataclass(frozen=True)
class SearchCoverage:
    """The lines that each test of a search executes. scope: the tests that the search uses, None for all."""

    coverage: CoverageMap
    scope: list[TestId] | None = None


def search_coverage(wb: Workbench, commit: str) -> SearchCoverage:
    """Return the coverage for a search in a measured commit; record it now if it is missing."""
    if not wb.target.uses_interpreter:
        return SearchCoverage(CoverageMap({}, {}))
    results = wb.store.results()
    outcomes = results.outcomes if results is not None else {}
    if not is_large(outcomes):
        ensure_coverage(wb, commit)
        return SearchCoverage(wb.coverage(commit) or CoverageMap({}, {}))
    failing = [test for test, outcome in outcomes.items() if outcome.status in ("failed", "error")]
    scope = related_tests(wb.root(wb.project.repo_root), outcomes, failing)
    known = wb.coverage(commit)
    return SearchCoverage(known or _coverage_of_scope(wb, commit, scope), scope)


def _coverage_of_scope(wb: Workbench, commit: str, scope: list[TestId]) -> CoverageMap:
    whole = wb.coverage_file(commit)
    place = whole.with_name(f"{whole.stem}-search.json")
    known = load_or_none(place)
    if known is None or not known.tests.keys() >= {test for test in scope if not is_collection_id(test)}:
        record_coverage(wb, commit, place, scope)
        known = load_or_none(place)
    return known or CoverageMap({}, {})
