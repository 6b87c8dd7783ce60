"""Phases 2 to 4: the context package, the test analysis, and the tasks. Each phase reuses its stored result."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from testfix_pipeline.core.configuration.agent_names import BUILTIN
from testfix_pipeline.core.errors import MeasurementError, PipelineError
from testfix_pipeline.core.patch_policy.protected_paths import is_test_side
from testfix_pipeline.core.plan_records import ANALYSIS, DOCUMENT, Analysis, ContextPackage, Finding
from testfix_pipeline.core.progress import OnProgress, WorkProgress
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.time_limit import run_with_retry
from testfix_pipeline.planning.analysis.document import missing_sections, render
from testfix_pipeline.planning.analysis.requirements import analyse, targets_of
from testfix_pipeline.planning.code_readers import is_javascript, is_read
from testfix_pipeline.planning.context.context_package import gather
from testfix_pipeline.planning.intake import Intake, read_input
from testfix_pipeline.planning.project.files import is_outside_product
from testfix_pipeline.planning.scanner import scan
from testfix_pipeline.planning.scanner.javascript_antipatterns import javascript_anti_patterns
from testfix_pipeline.planning.tasks.generation_tasks import plan_tasks, summary_text, write_plan
from testfix_pipeline.planning.tasks.plan_verification import missing_parts
from testfix_pipeline.steps.measurement.baseline import baseline_run, measure_baseline
from testfix_pipeline.steps.measurement.counted_coverage import javascript_coverage, merge_coverage
from testfix_pipeline.steps.measurement.suite_measurement import RUNNING, ensure_coverage
from testfix_pipeline.steps.planning.layer_zero import GateTools
from testfix_pipeline.steps.planning.planning_questions import ask_for_analysis, ask_for_notes
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.step_journal import read_stored
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.files.redaction import redacted_text
from testfix_pipeline.workspace.git.change_history import added_lines

log = logging.getLogger(__name__)

# Only requested or changed files are scanned: scanning every file of a large project takes minutes.
MOST_SCANNED = 60
# In seconds; gathering the context of 10,000 files takes about 6 s (`make bench-planning`).
CONTEXT_SECONDS = 1800.0
UNMEASURED = ".process/baseline-unmeasured.txt"


def intake_of(wb: Workbench) -> Intake:
    """Return the input that the session was opened with. A requirements file may have changed since then."""
    record, given = wb.session, wb.config.input.strip()
    if record.source_session_id:
        return read_input(wb.project, record.source_session_id)
    is_file = given.lower().endswith(".md") and given != record.description
    return Intake("prompt", record.description, source={"kind": "file", "path": given} if is_file else {"kind": "text"})


def gather_context(wb: Workbench) -> ContextPackage:
    """Phase 2. Runs the project's tests to measure coverage; if they can't run, the package says why.

    Raises ProjectError if it takes longer than CONTEXT_SECONDS and, in a second try, than twice that; the project's own
    test run is not counted.
    """
    on_progress = progress_reporter(wb)
    run = _baseline(wb, on_progress)
    commit = wb.baseline
    if run is not None:
        ensure_coverage(wb, commit)
    coverage = merge_coverage(wb.coverage(commit), javascript_coverage(wb, commit, run)) if run is not None else None
    with wb.worktree("context", commit) as tree:
        work = partial(_gather_package, wb, tree, run=run, commit=commit, coverage=coverage)
        return run_with_retry("gathering the context", work, CONTEXT_SECONDS, on_progress)


def _gather_package(wb: Workbench, tree: Path, on_progress: OnProgress, **measured: Any) -> ContextPackage:
    return gather(wb.store, wb.project, wb.target, tree, intake_of(wb), on_progress=on_progress, **measured)


def _baseline(wb: Workbench, on_progress: OnProgress) -> SuiteRun | None:
    """Return the baseline's run, or None: a project without usable tests can still be planned for.

    A failed measurement is not repeated by every phase: it may have taken until its timeout.
    """
    if not wb.measured and wb.store.path(UNMEASURED).is_file():
        return None
    if not wb.measured:
        on_progress(WorkProgress(RUNNING))
    try:
        measure_baseline(wb)
    except MeasurementError as error:
        wb.store.write_text(UNMEASURED, str(error))
        log.warning("The project's tests can't be measured yet: %s", error.what)
        return None
    return baseline_run(wb)


def analyse_tests(wb: Workbench) -> Analysis:
    """Phase 3: scans, derives the requirements, and writes TEST_ANALYSIS_RESULTS.md and the raw analysis."""
    known = read_stored(wb, ANALYSIS, Analysis)
    if known is not None and wb.store.path(DOCUMENT).exists():
        return known
    context = gather_context(wb)
    with wb.worktree("scan", wb.baseline) as tree:
        root = wb.root(tree)
        new = changed_lines(wb)
        unread = {one.file for one in context.left_out if not one.parses and not is_outside_product(one.file)}
        wanted = {*targets_of(context, root)[:MOST_SCANNED], *new, *unread}
        files = [path for path in source_files(wb, root) if path in wanted]
        findings = scan(
            root,
            files,
            interpreter=wb.target.interpreter,
            changed_lines=new,
            checkout=tree,
            on_progress=progress_reporter(wb),
        )
        tools = GateTools(wb, tree, new)
        findings += [
            *tools.of_sources([path for path in files if path not in unread]),
            *_findings_in_tests(context, tree, root, new),
        ]
        measured = analyse(wb.session_id, context, root, findings=findings, scanned=files, project_tools=tools.said)
        analysis = ask_for_analysis(wb, tree, intake_of(wb).description, context, measured)
    document = redacted_text(render(analysis))
    missing = missing_sections(document)
    if missing:
        raise PipelineError(
            f"The test analysis lacks its sections {', '.join(missing)}.", "Report this: it is a defect."
        )
    if not (wb.session.plan_given and wb.store.path(DOCUMENT).exists()):
        wb.store.write_text(DOCUMENT, document)
    wb.store.write_sealed(ANALYSIS, analysis)
    return analysis


def _findings_in_tests(context: ContextPackage, tree: Path, root: Path, new: Mapping[str, set[int]]) -> list[Finding]:
    """Return the defects in the project's JavaScript and TypeScript tests; only new ones have to be fixed."""
    tests = [path for path in context.test_coverage.existing_tests if is_javascript(path)][:MOST_SCANNED]
    found = scan(root, tests, interpreter=None, changed_lines=new, checkout=tree)
    for path in tests:
        text = (root / path).read_text("utf-8", "replace")
        placed = javascript_anti_patterns(path, text)
        found += [one.model_copy(update={"new": one.line in new.get(path, ())}) for one in placed]
    return found


def changed_lines(wb: Workbench) -> dict[str, set[int]]:
    """Return the project's lines that are new since the base commit: the source session's, if it names one."""
    base = str(intake_of(wb).source.get("base_commit") or wb.session.base_commit)
    found = added_lines(wb.project.git, base, wb.baseline)
    return {wb.in_project(path): lines for path, lines in found.items()}


def source_files(wb: Workbench, root: Path) -> list[str]:
    """Return the project's readable sources at the baseline, without tests; paths relative to the project."""
    names = (wb.in_project(path) for path in wb.mirror.files(wb.baseline) if is_read(path))
    return [name for name in names if not is_test_side(name) and (root / name).is_file()]


def plan_session(wb: Workbench) -> list[Task]:
    """Phase 4: writes and verifies task files and documents; repeats once if one is missing, then raises."""
    if is_planned(wb):
        return sorted(wb.store.tasks(), key=lambda task: task.id)
    context, analysis, intake = gather_context(wb), analyse_tests(wb), intake_of(wb)
    notes = ask_for_notes(wb, intake.description, context, analysis)
    problems: list[str] = []
    for _ in range(2):
        tasks = plan_tasks(wb.session, context, analysis, max_iterations=wb.config.max_iterations)
        write_plan(wb.store, wb.session, intake, context, analysis, tasks, notes)
        problems = missing_parts(wb.store)
        if not problems:
            return tasks
    raise PipelineError(f"The plan is incomplete: {'; '.join(problems)}.", "Run `testfix resume`.")


def is_planned(wb: Workbench) -> bool:
    """Whether the plan is complete or was given with the session; it is then carried out unchanged.

    Edited tasks are carried out as they are.
    """
    return wb.session.plan_given or not missing_parts(wb.store)


def plan_summary(wb: Workbench) -> str:
    """Return the summary of a plan: input, mode, session, tasks, thresholds, limit, what to review, planners."""
    text = summary_text(wb.session, intake_of(wb), sorted(wb.store.tasks(), key=lambda task: task.id))
    analysis = read_stored(wb, ANALYSIS, Analysis)
    if analysis is None or (analysis.tool == BUILTIN and not analysis.refusals):
        return text
    quality = " (degraded)" if analysis.analysis_quality == "degraded" else ""
    refusals = "".join(f"- {redacted_text(reason)}\n" for reason in analysis.refusals)
    return f"{text}\nTest analysis by {analysis.tool}{quality}.\n{refusals}"
