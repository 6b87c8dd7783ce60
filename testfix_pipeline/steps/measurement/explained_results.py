"""Says of a run's failures why the tests fail where no line of the program does it: order, chance, a newer program."""

from __future__ import annotations

from testfix_pipeline.core.records import SuiteResults, SuiteRun
from testfix_pipeline.steps.session.workbench import Workbench


def with_explanations(wb: Workbench, commit: str, run: SuiteRun, results: SuiteResults) -> SuiteResults:
    """Return the results of `run`, the whole suite of a commit, with why tests fail: order, chance, a newer program."""
    if not results.failures:
        return results
    from testfix_pipeline.steps.measurement.flaky_findings import with_flaky_findings  # only failures need it
    from testfix_pipeline.steps.measurement.obsolete_findings import with_obsolete_tests
    from testfix_pipeline.steps.measurement.order_findings import with_order_findings

    results = with_flaky_findings(wb, commit, with_order_findings(wb, commit, run, results))
    return with_obsolete_tests(wb, commit, results)
