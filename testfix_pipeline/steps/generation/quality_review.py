"""One review of IMPL-001.5: runs the whole suite with the generated tests, for their coverage and side effects."""

from __future__ import annotations

import json
from pathlib import Path

from testfix_pipeline.core.plan_records import COVERAGE_REPORT, Analysis, CoverageStats, GateReport, Generation
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.code_readers import outline_of
from testfix_pipeline.planning.context.coverage import measured_stats
from testfix_pipeline.planning.gates.quality_gate import review_tests
from testfix_pipeline.planning.gates.trial_runs import Trial, try_tests
from testfix_pipeline.planning.generation.withdrawal import node_id, withdraw
from testfix_pipeline.planning.project.files import ProjectFiles
from testfix_pipeline.steps.measurement.counted_coverage import javascript_coverage_in, merge_coverage
from testfix_pipeline.steps.measurement.suite_measurement import flaky_tests_in, prove_flakes, suite_timeout
from testfix_pipeline.steps.planning.planning_phases import analyse_tests
from testfix_pipeline.steps.session.generated_tests import generation_of, keep_generation, write_files
from testfix_pipeline.steps.session.progress_list import counting_tests, progress_reporter
from testfix_pipeline.steps.session.workbench import Workbench

# For other orders, hash seeds and faults: a share of the generation's time.
TRIAL_SECONDS = 60.0


def review_once(wb: Workbench, repeats: int) -> GateReport:
    """Return the report of one review. All generated tests are withdrawn if they change results of other tests."""
    generation, analysis = generation_of(wb), analyse_tests(wb)
    before = analysis.coverage if analysis.coverage.source == "measured" else None
    with wb.worktree("review", wb.baseline) as tree:
        write_files(wb, tree, generation.files)
        trial = Trial()
        after, disturbed, run = (
            _measure_with_tests(wb, tree, analysis) if generation.files else (before, [], SuiteRun())
        )
        if disturbed:
            generation, after = _withdraw_all(wb, generation, disturbed), before
        elif generation.files:
            trial = try_tests(
                wb.target, tree, generation, run, seconds=TRIAL_SECONDS, on_progress=progress_reporter(wb)
            )
        _write_coverage(wb, analysis.coverage, after)
        report = review_tests(
            generation, analysis, coverage_before=before, coverage_after=after, repeats=repeats,
            trial=trial,
        )  # fmt: skip
    effects = [
        f"Leave nothing changed, also not at import: {test} ends otherwise with these tests." for test in disturbed
    ]
    return report.model_copy(update={"requirements": [*effects, *report.requirements]})


def _measure_with_tests(
    wb: Workbench, tree: Path, analysis: Analysis
) -> tuple[CoverageStats | None, list[str], SuiteRun]:
    """Coverage with the generated tests, None if it could not be measured; disturbed tests of the project; the run."""
    on_test = counting_tests(wb, "running the suite with the generated tests")
    recorded = tree.with_name(f"{tree.name}-coverage.json")
    run = run_suite(wb.target, tree, timeout=suite_timeout(wb), record_coverage=recorded, on_test=on_test)
    try:
        if run.fault is not None:
            return None, [], run
        files = ProjectFiles(wb.root(tree), ())  # as for the context package, so that the same lines count
        outlines = {path: outline_of(path, files.text(path)) for path in analysis.coverage.files}
        lines = merge_coverage(CoverageMap.load(recorded), _javascript_coverage(wb, run)) or CoverageMap({}, {})
        return measured_stats(outlines, lines, run) if lines.tests else None, _disturbed_tests(wb, tree, run), run
    finally:
        recorded.unlink(missing_ok=True)


def _javascript_coverage(wb: Workbench, run: SuiteRun) -> CoverageMap | None:
    """The lines that tests of JavaScript and TypeScript run, with the generated ones."""
    if not wb.target.uses_programs:
        return None
    with wb.worktree("review-lines", wb.baseline) as tree:
        write_files(wb, tree, generation_of(wb).files)
        return javascript_coverage_in(wb, tree, run)


def _disturbed_tests(wb: Workbench, tree: Path, run: SuiteRun) -> list[str]:
    """The baseline's tests, flaky ones aside, that passed and fail now, or the reverse."""
    known = wb.store.results()
    if known is None:
        return []
    flaky = known.flaky_tests
    passed = known.passed_tests
    failed = {failure.test for failure in known.failures} - flaky
    broken = passed & run.failing
    return sorted((failed & run.passed) | (broken - flaky_tests_in(prove_flakes(wb, tree, broken, run.outcomes))))


def _withdraw_all(wb: Workbench, generation: Generation, disturbed: list[str]) -> Generation:
    why = f"changes what other tests say: {disturbed[0]}"
    left = withdraw(generation, {node_id(test): why for test in generation.tests})
    keep_generation(wb, left)
    return left


def _write_coverage(wb: Workbench, before: CoverageStats, after: CoverageStats | None) -> None:
    """Write `coverage-report.json`: coverage of the baseline and with the generated tests (null: not measured)."""
    both = {"before": before.model_dump(mode="json"), "after": after.model_dump(mode="json") if after else None}
    wb.store.write_text(COVERAGE_REPORT, json.dumps(both, indent=1))
