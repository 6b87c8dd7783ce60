"""Freezes the generated tests on the session's branch, and measures the start of the cycle with them."""

from __future__ import annotations

from collections.abc import Mapping

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.run_faults import NEXT_STEPS, step_after
from testfix_pipeline.steps.measurement.baseline import measure_baseline
from testfix_pipeline.steps.measurement.suite_measurement import build_failures, prove_flakes, results_of, run_tests
from testfix_pipeline.steps.session.generated_tests import generation_of, write_files
from testfix_pipeline.steps.session.workbench import Workbench


def freeze_tests(wb: Workbench) -> str:
    """Commit the admitted tests on the session's branch; from then on they are frozen like the baseline's.

    Returns the commit that test-side files are restored from; the baseline if nothing was generated.
    """
    generation = generation_of(wb)
    if wb.frozen != wb.baseline or not generation.files:
        return wb.frozen
    frozen = wb.mirror.tip
    if not _contains(wb, frozen, generation.files):  # else the run was killed after this commit
        with wb.worktree("freeze", frozen) as tree:
            write_files(wb, tree, generation.files)
            kept = sum(test.kept for test in generation.tests)
            frozen = wb.mirror.commit(tree, f"test-cycle: {kept} generated tests in {len(generation.files)} files")
        wb.mirror.land(frozen)
    wb.freeze(frozen)
    return frozen


def _contains(wb: Workbench, commit: str, files: Mapping[str, str]) -> bool:
    return all(wb.mirror.read(commit, wb.in_repository(path)) == text.encode() for path, text in files.items())


def measure_with_generated(wb: Workbench) -> None:
    """Measure the start of the cycle: the baseline's results with those of the generated tests added.

    The measured set stays the baseline's. A project without tests of its own is measured by the generated ones. Once
    iterations have begun, the journal's results are newer than this.
    """
    frozen = freeze_tests(wb)
    if not wb.measured:
        _measure_late_baseline(wb, frozen)
        return
    begun = any(not one.carried_over for one in wb.state().iterations)
    if frozen == wb.baseline or begun or wb.results().with_generated:
        return
    before = wb.results()
    with wb.worktree("with-generated", frozen) as tree:
        run = run_tests(wb, tree)
        if run.fault is not None:
            message = f"The suite can't be measured with the generated tests: {run.fault.message}"
            raise MeasurementError(message, step_after(run.fault), run.fault.log_tail.strip())
        fresh = run.failing - {failure.test for failure in before.failures}
        verdicts = prove_flakes(wb, tree, fresh, run.outcomes)
        failures = build_failures(wb, tree, run.outcomes, (), verdicts)
    results = results_of(wb, run, failures, measured=before.outcomes)
    wb.store.save_results(results.model_copy(update={"with_generated": frozen}))


def _measure_late_baseline(wb: Workbench, commit: str) -> None:
    """Measure the baseline, with the generated tests, of a project that could not be measured for the plan."""
    try:
        measure_baseline(wb, commit)
    except MeasurementError as error:
        if error.next_step != NEXT_STEPS["no_tests"] or wb.session.kind != "run":
            raise
        why = ", ".join(f"{reason} ({number})" for reason, number in sorted(generation_of(wb).dropped.items()))
        raise MeasurementError(
            f"The project has no tests, and none could be generated: {why or 'no code that calls for any'}.",
            "Write a first test by hand, or point --test-command at the tests.",
        ) from error
