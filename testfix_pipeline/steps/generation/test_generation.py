"""IMPL-001, IMPL-001.3 and IMPL-001.5: generates tests, checks them by the gates, freezes them on the branch.

Each step is journalled in its report and the status of its task, so that it is not repeated. A session without these
tasks (a `fix`) skips them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from testfix_pipeline.core.cycle_rules.task_queue import OPEN
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.core.patch_policy.project_rules import project_refusals
from testfix_pipeline.core.plan_records import CODE_REPORT, QUALITY_REPORT, Analysis, GateReport, Generation
from testfix_pipeline.core.task_records import TaskStatus
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.code_readers import is_javascript
from testfix_pipeline.planning.gates.gate_reports import render_report
from testfix_pipeline.planning.gates.validation_gate import source_failures, validate_code
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline.planning.generation.javascript.js_characterisation import (
    characterise_javascript,
    without_javascript_tests,
)
from testfix_pipeline.planning.generation.withdrawal import node_id, withdraw
from testfix_pipeline.steps.generation import model_generation
from testfix_pipeline.steps.generation.quality_review import review_once
from testfix_pipeline.steps.generation.requirements_of_tasks import with_requirements_of_tasks
from testfix_pipeline.steps.measurement.counted_coverage import lines_run_by
from testfix_pipeline.steps.measurement.suite_measurement import ensure_coverage
from testfix_pipeline.steps.planning import planning_phases
from testfix_pipeline.steps.planning.layer_zero import GateTools
from testfix_pipeline.steps.session.acceptance_commands import with_acceptance_results
from testfix_pipeline.steps.session.generated_tests import (
    generation_of,
    generation_summary,
    keep_generation,
    write_files,
)
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.spending import seconds_left
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.unmet_dependencies import unmet
from testfix_pipeline.steps.session.workbench import Workbench, prepare_again

GENERATE, VALIDATE, REVIEW = "IMPL-001", "IMPL-001.3", "IMPL-001.5"
# The time to search for tests: at most this, and a quarter of the session's remaining time; half of it for the repair
# that a gate requests.
MOST_SECONDS = 240.0
QUALITY_ROUNDS, REPAIR_ROUNDS = 2, 2
# For the acceptance commands of all generation tasks together: a plan of 60 files has 60 of them.
ACCEPTANCE_SECONDS = 60.0


def is_due(wb: Workbench, task_id: str) -> bool:
    """Whether the session has this task, its dependencies have ended, and it is neither completed nor skipped."""
    tasks = {task.id: task for task in wb.store.tasks()}
    return task_id in tasks and tasks[task_id].status in OPEN and not unmet(wb, task_id)


def generate_tests(wb: Workbench, feedback: Iterable[str] = (), task: str = GENERATE) -> Generation:
    """Carry out IMPL-001; return the generated, admitted and dropped tests. Nothing is committed yet.

    A session that was stopped before its plan was complete is planned first. `task`: the task that wrote `feedback`.
    """
    wb = prepare_again(wb)
    if wb.session.kind == "run" and wb.session.status != "completed" and not planning_phases.is_planned(wb):
        planning_phases.plan_session(wb)
    if not is_due(wb, GENERATE) and not feedback:
        return generation_of(wb)
    analysis = with_requirements_of_tasks(wb, planning_phases.analyse_tests(wb))
    generation = Generation() if analysis.no_gap else _allowed(wb, _generate(wb, analysis, list(feedback), task))
    keep_generation(wb, generation)
    for one in wb.store.tasks():
        if one.meta.type == "test-gen":
            wb.store.write_text(f".summaries/{one.id}-summary.md", generation_summary(one, generation))
    if analysis.no_gap:
        _set_task(wb, GENERATE, "skipped")
    else:
        _check_acceptance(wb, generation)
    return generation


def _allowed(wb: Workbench, generation: Generation) -> Generation:
    """Return the generation without the files that a rule of the project forbids, which is quoted as the reason."""
    files = {wb.in_repository(file): file for file in generation.files}
    reasons = {one.path: one.reason for one in project_refusals(wb.project_rules, files)}
    left = {file: text for file, text in generation.files.items() if file not in reasons}
    gone: dict[str, str] = {node_id(test): reasons[test.file] for test in generation.tests if test.file in reasons}
    return withdraw(generation.model_copy(update={"files": left}), gone)


def _check_acceptance(wb: Workbench, generation: Generation) -> None:
    """Run the acceptance commands of the generation tasks; the end of the session runs them again."""
    with wb.worktree("accept", wb.baseline) as tree:
        write_files(wb, tree, generation.files)
        until = time.monotonic() + ACCEPTANCE_SECONDS
        for task in wb.store.tasks():
            if task.meta.type == "test-gen":
                wb.store.save_task(with_acceptance_results(wb, tree, task, until, at_end=False))


def _generate(wb: Workbench, analysis: Analysis, feedback: list[str], task: str) -> Generation:
    """Return the tests that the wanted tools wrote; if none is admitted, those generated without a model."""
    with wb.worktree("generate", wb.baseline) as tree:
        coverage, failing = _baseline_coverage(wb), _failing_tests(wb)
        made = model_generation.model_written_tests(
            wb, model_generation.GenerationBasis(tree, analysis, coverage, failing), feedback, task
        )
        if made.files:
            return made
        seconds = min(MOST_SECONDS, seconds_left(wb) / 4) / (2 if feedback else 1)
        own = Generation()
        if any(one.file.endswith(".py") for one in analysis.requirements):
            own = characterise_functions(
                wb.target, tree, analysis, coverage=coverage, failing=failing, seconds=seconds, feedback=feedback,
                on_progress=progress_reporter(wb),
            )  # fmt: skip
        if any(is_javascript(one.file) for one in analysis.requirements):
            own = model_generation.merge_generations(own, _generate_javascript(wb, tree, analysis, failing, seconds))
    return model_generation.fall_back_to(made, own)


def _generate_javascript(
    wb: Workbench, tree: Path, analysis: Analysis, failing: Sequence[TestId], seconds: float
) -> Generation:
    """Generate tests of code that no failing test runs; none if that code is not known."""
    known = wb.store.results()
    files = {TestId(test).file for test in known.outcomes} if known is not None else set()
    try:
        running = lines_run_by(wb, wb.baseline, [test for test in failing if is_javascript(TestId(test).file)])
    except MeasurementError as error:
        return without_javascript_tests(analysis, error.what)
    return characterise_javascript(
        wb.target, tree, analysis, test_files=files, running=running, seconds=seconds, on_progress=progress_reporter(wb)
    )


def _baseline_coverage(wb: Workbench) -> CoverageMap | None:
    if not wb.measured:
        return None
    ensure_coverage(wb, wb.baseline)
    return wb.coverage(wb.baseline)


def _failing_tests(wb: Workbench) -> list[TestId]:
    known = wb.store.results()
    return [failure.test for failure in known.failures] if known else []


def validate_generated(wb: Workbench) -> GateReport:
    """Carry out IMPL-001.3, the code validation gate; remove the tests that it withdraws."""
    if not is_due(wb, VALIDATE):
        return read_stored(wb, f"{CODE_REPORT}.json", GateReport) or GateReport(gate="IMPL-001.3", reason="not wanted")
    report, left, sources = _validate(wb)
    for _ in range(REPAIR_ROUNDS):
        before = generation_of(wb)
        if not (report.withdrawn and model_generation.is_model_written(wb)):
            break
        if generate_tests(wb, report.requirements, VALIDATE).files == before.files:
            break
        report, left, sources = _validate(wb)
    critical = list(source_failures(report, sources))
    wb.store.save_session(wb.store.session().model_copy(update={"l0_failures": critical}))
    keep_generation(wb, left)
    _write_report(wb, CODE_REPORT, report)
    _set_task(wb, VALIDATE, _status_of(report))
    return report


def _validate(wb: Workbench) -> tuple[GateReport, Generation, list[str]]:
    """The gate's report, the tests that are left, and the files of the source session."""
    generation = generation_of(wb)
    with wb.worktree("validate", wb.baseline) as tree:
        write_files(wb, tree, generation.files)
        sources = _session_sources(wb, tree)
        changed = planning_phases.changed_lines(wb)
        report, left = validate_code(
            wb.target, tree, generation, source_files=sources, changed_lines=changed,
            project_tools=GateTools(wb, tree, changed),
        )  # fmt: skip
    return report, left, sources


def _session_sources(wb: Workbench, tree: Path) -> list[str]:
    """Return the source files that the source session changed, by its tasks, their summaries and git."""
    changed = set(planning_phases.gather_context(wb).source_context.get("changed_files", []))
    return [path for path in planning_phases.source_files(wb, wb.root(tree)) if path in changed]


def review_generated(wb: Workbench) -> GateReport:
    """Carry out IMPL-001.5, the quality gate; a failure sends its requirements back to IMPL-001, at most twice."""
    if not is_due(wb, REVIEW):
        return read_stored(wb, f"{QUALITY_REPORT}.json", GateReport) or GateReport(
            gate="IMPL-001.5", reason="not wanted"
        )
    report = review_once(wb, 0)
    for repeats in range(1, QUALITY_ROUNDS + 1):
        if report.verdict == "PASS":
            break
        _set_task(wb, VALIDATE, "pending")
        before = generation_of(wb).files
        generate_tests(wb, report.requirements, REVIEW)
        validate_generated(wb)
        if generation_of(wb).files == before:  # unchanged, as another round would be
            report = review_once(wb, QUALITY_ROUNDS).model_copy(update={"rounds": repeats})
            break
        report = review_once(wb, repeats).model_copy(update={"rounds": repeats})
    if report.verdict != "PASS":
        # withdraw the tests that still fail after the last round, and mark the session for review
        keep_generation(wb, withdraw(generation_of(wb), dict.fromkeys(report.withdrawn, "failed the quality gate")))
        stops = (report.failed_by or report.reason).rstrip(".") if wb.config.gate == "block" else ""
        wb.store.save_session(wb.store.session().model_copy(update={"review": True, "gate_stopped": stops}))
    _write_report(wb, QUALITY_REPORT, report)
    _set_task(wb, REVIEW, _status_of(report))
    return report


def _status_of(report: GateReport) -> TaskStatus:
    """The status of a gate's task: blocked if the gate failed, else completed."""
    return "blocked" if report.verdict == "HARD_FAIL" else "completed"


def _write_report(wb: Workbench, name: str, report: GateReport) -> None:
    wb.store.write_sealed(f"{name}.json", report)
    wb.store.write_text(f"{name}.md", render_report(report))
    wb.store.write_text(f".summaries/{report.gate}-summary.md", render_report(report))


def _set_task(wb: Workbench, task_id: str, status: TaskStatus) -> None:
    """Set the status of a task; for IMPL-001 also the status of the generation tasks of its modules."""
    for task in wb.store.tasks():
        if task.id == task_id or (task_id == GENERATE and task.meta.type == "test-gen"):
            wb.store.save_task(task.model_copy(update={"status": status}))
