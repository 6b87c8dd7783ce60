"""Renders the documents of a plan: test-planning-notes.md, IMPL_PLAN.md and TODO_LIST.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.markdown_tables import markdown_table
from testfix_pipeline.core.plan_records import Analysis, Case, ContextPackage, CoverageStats, Enrichment, Requirement
from testfix_pipeline.core.progress import ProgressItem, render_todo
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task, texts_in
from testfix_pipeline.planning.analysis.document import quote_markdown
from testfix_pipeline.planning.intake import Intake

# Each document with the headings that it can't do without.
DOCUMENTS = {
    "test-planning-notes.md": ("Intent", "L0", "L1", "L2", "L3", "Constraints"),
    "IMPL_PLAN.md": ("Goal", "Where the project stands", "Tasks", "Order", "Thresholds", "Risks"),
    "TODO_LIST.md": (),
}
_LAYERS = {
    "L0": ("Static analysis", "zero critical issues, zero compile errors"),
    "L1": ("Unit tests", "80% of lines, 70% of branches, 90% of functions"),
    "L2": ("Integration tests", "70% of the interactions found"),
    "L3": ("End to end", "optional, listed"),
}
_PHASES = ("session", "context", "test analysis", "tasks")
_MOST_LISTED = 20


@dataclass(frozen=True)
class Plan:
    """The data that the documents are made from."""

    session: SessionRecord
    intake: Intake
    context: ContextPackage
    analysis: Analysis
    tasks: list[Task]
    enrichment: Enrichment = field(default_factory=Enrichment)


def render_documents(plan: Plan) -> dict[str, str]:
    """The text of each document by its name in the session's folder."""
    return {
        "test-planning-notes.md": _document_text(_notes_lines(plan)),
        "IMPL_PLAN.md": _document_text(_plan_lines(plan)),
        "TODO_LIST.md": render_todo(plan_items(plan.tasks), plan.session.session_id),
    }


def plan_items(tasks: Sequence[Task]) -> list[ProgressItem]:
    """The progress list at the end of phase 4: four completed phases, and phase 5 with its tasks."""
    done = [ProgressItem(f"Phase {number}: {name}", "completed") for number, name in enumerate(_PHASES, 1)]
    ahead = [ProgressItem(f"{task.id}: {task.title}", task.status, 1) for task in tasks]
    return [*done, ProgressItem("Phase 5: test and fix"), *ahead]


def _document_text(lines: Iterator[str]) -> str:
    return "\n".join(lines).rstrip() + "\n"


# --- test-planning-notes.md


def _notes_lines(plan: Plan) -> Iterator[str]:
    yield f"# Test planning notes: {plan.session.session_id}"
    yield from ("", "## Intent", "", *_quoted_lines(plan.intake.description), "")
    yield from ("## Context", "", *_context_lines(plan), "")
    for layer, (name, aim) in _LAYERS.items():
        yield from (f"## {layer}: {name}", "", f"Aim: {aim}.", "")
        yield from _finding_lines(plan.analysis) if layer == "L0" else _layer_lines(plan.analysis, layer)
        yield from ("", *_enrichment_lines(plan.enrichment, layer))
    yield from ("## Constraints", "", *_constraint_lines(plan))


def _enrichment_lines(enrichment: Enrichment, layer: str) -> Iterator[str]:
    """Yield what a model adds to a layer, as a quotation."""
    said = {str(name): text for name, text in enrichment.layers.items()}.get(layer, "")
    if said:
        yield from (f"Notes of {enrichment.tool}:", "", quote_markdown(said), "")


def _context_lines(plan: Plan) -> Iterator[str]:
    framework, conventions = plan.context.test_framework, plan.context.test_framework.conventions
    yield f"- Mode: {plan.intake.mode}" + (
        f" of {plan.intake.source_session_id}" if plan.intake.source_session_id else ""
    )
    yield f"- Complexity: {plan.context.metadata.get('complexity', 'unknown')}"
    sure = f"{plan.analysis.project_type_confidence:.0%} sure"
    yield f"- Project type: {plan.analysis.project_type or 'unknown'} ({sure})"
    yield f"- Test framework: {framework.framework} {framework.version}".rstrip()
    named = {
        "Test files": conventions.file_naming,
        "Tests are": conventions.test_structure,
        "Set-up": conventions.setup_teardown,
    }
    yield from (f"- {name}: {value}" for name, value in named.items() if value)
    yield from (f"- {line}" for line in _coverage_lines(plan.analysis.coverage))


def _coverage_lines(stats: CoverageStats) -> Iterator[str]:
    if stats.source != "measured":
        yield f"Coverage: not measured. {stats.reason}"
        return
    branches = "not measurable" if stats.branch_rate is None else f"{stats.branch_rate:g}% (at least)"
    yield (
        f"Coverage, measured: {stats.line_rate:g}% of lines (aim 80%), branches {branches} (aim 70%), "
        f"{stats.function_rate:g}% of functions (aim 90%)"
    )


def _finding_lines(analysis: Analysis) -> Iterator[str]:
    counts = Counter(finding.severity for finding in analysis.findings)
    if not counts:
        yield "No AI-code issue was found."
        return
    yield (
        "Found: "
        + ", ".join(f"{counts[name]} {name}" for name in ("critical", "error", "warning") if counts[name])
        + "."
    )
    yield ""
    worst = sorted(analysis.findings, key=lambda each: ("critical", "error", "warning").index(each.severity))
    for each in worst[:_MOST_LISTED]:
        old = "" if each.new else " (older than the base commit)"
        yield f"- {each.severity}: {each.file}:{each.line} {each.category}: {each.message}{old}"
    yield from _more_line(len(worst))


def _layer_lines(analysis: Analysis, layer: str) -> Iterator[str]:
    wanted = [each for each in analysis.requirements if each.layer == layer]
    if not wanted:
        yield "Nothing to test was found for this layer."
        return
    open_ones = [each for each in wanted if not each.covered]
    yield f"{len(wanted)} requirements, {len(wanted) - len(open_ones)} of them run by the tests there are."
    yield from ("", *map(_requirement_line, open_ones[:_MOST_LISTED])) if open_ones else ()
    yield from _more_line(len(open_ones))


def _requirement_line(each: Requirement) -> str:
    what = each.title or each.target or each.file
    cases = f": {'; '.join(map(_case_text, each.cases[:3]))}" if each.cases else ""
    expected = f" (expected by: {each.expectation})" if each.expectation else ""
    return f"- {each.id} {each.file}, {each.part}: {what}{cases}{expected}"


def _case_text(case: Case) -> str:
    return f"{case.given} → {case.expected}" if case.expected else case.given


def _more_line(number: int) -> Iterator[str]:
    if number > _MOST_LISTED:
        yield f"- and {number - _MOST_LISTED} more, in .process/"


def _constraint_lines(plan: Plan) -> Iterator[str]:
    yield "- Tests that exist, their configuration and the runner are not changed."
    yield "- Generated tests pin current behaviour where nothing says what is right, and are labelled so."
    yield "- Nothing is written for code that a failing test executes."
    yield "- All work happens on the session's own branch."
    if not plan.enrichment.tool:
        yield from (f"- The notes were not enriched: {reason}" for reason in plan.enrichment.refusals)
    guidelines = plan.context.project_guidelines
    if guidelines:
        yield f"- The project's guidelines hold: {', '.join(map(str, guidelines))}."


# --- IMPL_PLAN.md


def _plan_lines(plan: Plan) -> Iterator[str]:
    yield f"# Test plan: {plan.session.session_id}"
    yield from ("", "## Goal", "", *_quoted_lines(plan.intake.description), "")
    yield from ("## Where the project stands", "", *_context_lines(plan))
    yield f"- Test files now: {len(plan.context.test_coverage.existing_tests)}"
    yield from ("", *_gap_lines(plan.context), "", *_criteria_lines(plan.analysis), "## Tasks", "")
    for task in plan.tasks:
        yield from (*_task_lines(task), "")
    yield from ("## Order", "", *_order_lines(plan.tasks), "", "## Thresholds", "", *_threshold_lines(plan.tasks), "")
    yield from ("## Risks", "", *_risk_lines(plan))


def _criteria_lines(analysis: Analysis) -> Iterator[str]:
    """Yield the criteria of the input with the number of their requirements; nothing where it names none."""
    named = [one for one in analysis.criteria if one.words]
    if not named:
        return
    yield from ("## What is asked for", "")
    for one in named:
        own = [item for item in analysis.requirements if one.id in item.criteria]
        open_ones = sum(not item.covered for item in own)
        met = f"requirements: {len(own) - open_ones} run by the tests there are, {open_ones} open"
        none = "its code is no public function" if one.subjects else "no code was found for it"
        lost = "".join(f"; no code was found for: {part}" for part in one.without_code)
        yield f"- {one.id}: {one.text} ({met if own else none}{lost})"
    yield ""


def _gap_lines(context: ContextPackage) -> Iterator[str]:
    missing = context.test_coverage.missing_tests
    if not missing:
        yield "No file lacks tests."
        return
    rows = (
        (one.implementation_file, one.priority, one.reason, one.suggested_test_file) for one in missing[:_MOST_LISTED]
    )
    yield from markdown_table(("File", "Priority", "Why", "Tests go to"), rows)
    if len(missing) > _MOST_LISTED:
        yield f"\nAnd {len(missing) - _MOST_LISTED} more, in the context package."


def _task_lines(task: Task) -> Iterator[str]:
    yield f"### {task.id}: {task.title}"
    yield ""
    reason = f" ({task.meta.reason})" if task.meta.reason else ""
    yield f"{task.meta.type}, done by {task.meta.agent}, {task.status}{reason}."
    yield ""
    pairs = zip(task.context.requirements, task.context.acceptance, strict=False)
    for requirement, command in pairs:
        yield f"- {requirement}"
        yield f"  - checked by `{command}`"


def _order_lines(tasks: Sequence[Task]) -> Iterator[str]:
    for task in tasks:
        before = task.context.depends_on
        yield f"- {task.id} " + (f"after {', '.join(before)}" if before else "can start at once")


def _threshold_lines(tasks: Sequence[Task]) -> Iterator[str]:
    yield "- Code validation (IMPL-001.3): no critical issue, no compile error, at most 3 errors and 10 warnings"
    yield "- Test quality (IMPL-001.5): 80% of lines, or raised where it started below; no critical anti-pattern"
    yield "- Branches 70% and functions 90% are aimed at and reported"
    limits = [task.meta.max_iterations for task in tasks if task.id == "IMPL-002"]
    yield "- Fix cycle (IMPL-002): every test passes, or 95% with only low failures left"
    yield f"- At most {limits[0] if limits else 10} iterations"


def _risk_lines(plan: Plan) -> Iterator[str]:
    found = plan.context.conflict_detection
    if found:
        yield f"- Risk of conflicts: {found.get('risk_level')}"
        yield from (f"  - {factor}" for factor in texts_in(found.get("risk_factors")))
        yield f"- {found.get('mitigation_strategy')}"
    if plan.analysis.coverage.source != "measured":
        yield "- Coverage is not measured yet, so gaps may be larger or smaller than shown."
    if plan.analysis.left_out:
        yield f"- {len(plan.analysis.left_out)} files or folders are left out or need care: see the analysis."
    yield from (f"- Earlier: {lesson}" for lesson in plan.context.lessons[:5])
    if plan.analysis.analysis_quality == "degraded":
        yield "- The analysis is degraded: a tool that was wanted did not answer."
    yield "- Tests that pin current behaviour also pin its mistakes; they yield where a fix contradicts them."


def _quoted_lines(text: str) -> list[str]:
    """The description as a quotation, so that its headings are not the document's."""
    lines = quote_markdown(text.strip() or "(none)").splitlines()
    return lines[:60] + (["> ..."] if len(lines) > 60 else [])
