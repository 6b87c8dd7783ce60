"""Writes the summaries of iterations and sessions, and the failure report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from testfix_pipeline.agents.gate import usage_text
from testfix_pipeline.core.agent_protocol.planner_answer import PlannerAnswer
from testfix_pipeline.core.code_fence import fence_for
from testfix_pipeline.core.cycle_rules.advice import advice
from testfix_pipeline.core.cycle_rules.budget import Usage
from testfix_pipeline.core.cycle_rules.confidence import ACCEPT, lead_line, open_leads, read_first, read_first_line
from testfix_pipeline.core.cycle_rules.results import first_rate, format_rate
from testfix_pipeline.core.cycle_rules.session_grade import session_grade
from testfix_pipeline.core.cycle_rules.strategy import stuck_tests_at_end
from testfix_pipeline.core.found_patches import found_patches
from testfix_pipeline.core.iteration_records import IterationRecord, IterationState
from testfix_pipeline.core.markdown_tables import markdown_table
from testfix_pipeline.core.records import Attempt, Failure, SuiteResults
from testfix_pipeline.core.session_parts import Shortfall
from testfix_pipeline.steps.measurement.update_findings import findings_of
from testfix_pipeline.steps.reports.attempt_report import attempts_section
from testfix_pipeline.steps.reports.iteration_documents import expectations
from testfix_pipeline.steps.reports.shortfalls import shortfalls_section, traceability_section
from testfix_pipeline.steps.reports.update_report import alternatives, uncollected_line, updates_section
from testfix_pipeline.steps.reports.who_answered import answers_section, iteration_answers
from testfix_pipeline.steps.session.acceptance_commands import acceptance_section
from testfix_pipeline.steps.session.spending import usage, usage_of_iteration
from testfix_pipeline.steps.session.stored_checks import stored_checks
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.sessions.reported_defects import reported_defects

REPORT = ".process/failure-report.md"
SHOWN = 5


def write_iteration_summary(wb: Workbench, record: IterationRecord, attempts: Sequence[Attempt]) -> None:
    """Write `.summaries/iteration-summaries/iteration-N.md`."""
    after = record.pass_rate_after if record.pass_rate_after is not None else record.pass_rate
    lines = [
        f"# Iteration {record.iteration}: {record.strategy}",
        "",
        f"{record.strategy_reason}",
        "",
        f"- pass rate: {format_rate(record.pass_rate)}% → {format_rate(after)}%",
        f"- result: {record.result.replace('_', ' ')}",
        f"- tool: {record.tool}{' (degraded)' if record.analysis_quality == 'degraded' else ''}",
        *(
            f"- taken back: {name}, which fell to {format_rate(record.best_attempt_rate or 0)}%"
            for name in record.regressed
        ),
        *(f"- refused: {one.tool}: {one.reason}" for one in record.refusals),
        *_expectation_lines(record.planner_answer),
        *_usage_lines(usage_of_iteration(wb, record.iteration)),
        *(f"- answered: {said}" for said in iteration_answers(wb.store, record, attempts)),
        "",
        *(part for one in attempts for part in _attempt(one)),
    ]
    wb.store.write_text(f".summaries/iteration-summaries/iteration-{record.iteration}.md", "\n".join(lines) + "\n")
    for one in attempts:
        wb.store.write_text(f".summaries/{one.task_id}-summary.md", "\n".join(_attempt(one)) + "\n")


def _expectation_lines(answer: Mapping[str, Any] | None) -> list[str]:
    """Return what the planner expected of the iteration; empty for records without such answers."""
    summary = PlannerAnswer.model_validate(answer).summary if answer else None
    return [f"- {line[0].lower()}{line[1:]}" for line in expectations(summary)] if summary else []


def _usage_lines(usage: Usage) -> list[str]:
    """Return the usage of model calls; empty if there were none."""
    return [f"- models: {usage_text(usage)}"] if usage.calls else []


def _attempt(one: Attempt) -> list[str]:
    lines = [f"## {one.task_id}: {one.result.replace('_', ' ')}", "", one.reason or one.note, ""]
    lines += [f"- by: {one.tool}"] if one.tool else []
    lines += [f"- derived from: {one.derived_from}"] if one.derived_from else []
    if one.note:
        lines.append(f"- change: {one.note}")
    lines += [f"- confidence: {one.confidence:.2f}", f"- candidates tried: {one.candidates_tried}"]
    lines += [f"- against it: {doubt}" for doubt in one.doubts]
    lines += [f"- now passes: {test}" for test in one.newly_passing]
    lines += [f"- newly fails: {test}" for test in one.newly_failing]
    lines += [f"- the project's own checks newly say: {finding}" for finding in one.static_findings]
    lines += _search_lines(one.details, one.note)
    if one.patch:
        fence = fence_for(one.patch)
        lines += ["", f"{fence}diff", one.patch.rstrip("\n"), fence]
    return [*lines, ""]


def _search_lines(details: Mapping[str, Any], change: str) -> list[str]:
    """Return the search's findings beside its patch: regression, suspicious lines, other patches, notes."""
    lines = [f"- since when: {details['regression']}"] if details.get("regression") else []
    lines += [f"- suspicious: {file}:{line} ({score})" for file, line, score in details.get("suspicious", ())[:SHOWN]]
    found = {f"{one.description} at {one.location}": one.confidence for one in found_patches(details)}
    lines += [f"- also plausible ({trust}): {what}" for what, trust in found.items() if what != change]
    return [*lines, *(f"- note: {note}" for note in details.get("notes", ()) if note != details.get("regression"))]


def session_summary(wb: Workbench, outcome: str, reason: str, lacking: list[Shortfall]) -> str:
    """Return the session in a page: what happened, rate by iteration, commits, remaining failures."""
    state, results = wb.state(), wb.results()
    grade = session_grade(results, wb.store.history().attempts)
    lines = [
        f"# {wb.session_id}: {outcome}",
        "",
        reason,
        "",
        f"- pass rate: {format_rate(first_rate(state, results))}% → {format_rate(results.pass_rate)}%"
        f" of {results.total} tests",
        f"- branch: {wb.session.branch}",
        f"- containment: {results.containment or 'not recorded'}",
        f"- run: {grade.run}",
        *(f"  - {reason}" for reason in grade.grade_reasons),
        *_usage_lines(usage(wb, state)),
        *(f"- {notice}" for notice in [*wb.store.session().tool_notices, *notices(wb)]),
        *(f"- {one.describe()}" for one in results.unparsed),
        *(f"- not measured: {one.describe()}" for one in results.left_out),
        "",
        *_iterations(state),
        *answers_section(wb.store),
        *updates_section(wb),
        *_checks(wb),
        *_defects(wb),
        *shortfalls_section(lacking),
        *_doubts(wb),
        *_leads(wb, results),
        *traceability_section(wb),
        *acceptance_section(wb),
        *_warnings(results, outcome),
    ]
    return "\n".join(lines).rstrip() + "\n"


def notices(wb: Workbench) -> list[str]:
    """Return what is left out and why, such as tests of frameworks not run, and what runs gave notice of."""
    record = wb.store.session()
    left_out = [*record.static_notices, *record.framework_notices]
    return [*left_out, *wb.store.notices(), *findings_of(wb).notices]


def _iterations(state: IterationState) -> list[str]:
    if not state.iterations:
        return []
    rows = []
    for one in state.iterations:
        after = f" → {format_rate(one.pass_rate_after)}%" if one.pass_rate_after is not None else ""
        result = one.result.replace("_", " ") or "not finished"
        rows.append((str(one.iteration), one.strategy, f"{format_rate(one.pass_rate)}%{after}", result))
    return [*markdown_table(("iteration", "strategy", "pass rate", "result"), rows), ""]


def _checks(wb: Workbench) -> list[str]:
    """Return the project's own checks with what remains of their findings; empty if none was asked for."""
    lines = []
    for one in stored_checks(wb).checks:
        first, *below = one.lines(len(one.findings))
        fence = fence_for("\n".join(below))
        lines += [f"- {first}", *(["", fence, *below, fence, ""] if below else [])]
    return ["## Checks", "", *lines, ""] if lines else []


def _defects(wb: Workbench) -> list[str]:
    """Return what agents reported of tests that no program can satisfy."""
    lines = [f"- {one.describe()}" for one in reported_defects(wb.store)]
    return ["Reported defects of tests (an agent's word, which decides nothing):", "", *lines, ""] if lines else []


def _doubts(wb: Workbench) -> list[str]:
    lines = [f"- {read_first_line(fix)}" for fix in read_first(wb.store.history().attempts)]
    return ["Read first:", "", *lines, ""] if lines else []


def _leads(wb: Workbench, results: SuiteResults) -> list[str]:
    """Return the leads, each with the objections to it and its diff."""
    found = open_leads(wb.store.history().attempts, (failure.test for failure in results.failures))
    if not found:
        return []
    lines = [f"Leads: patches that pass the tests and did not land; `{ACCEPT}` lands one.", ""]
    for lead in found:
        fence = fence_for(lead["diff"])
        lines += [f"- {lead_line(lead)}", *(f"  - against it: {said}" for said in lead["against"]), ""]
        lines += [f"{fence}diff", lead["diff"].rstrip("\n"), fence, ""]
    return lines


def _warnings(results: SuiteResults, outcome: str) -> list[str]:
    if outcome != "partial" or not results.failures:
        return []
    return ["Still failing, of low criticality:", "", *(f"- {_line(failure)}" for failure in results.failures)]


def _line(failure: Failure) -> str:
    flaky = ", flaky" if failure.flaky else ""
    return f"{failure.test} ({failure.criticality}, {failure.failure_class}{flaky}): {failure.why}"


def write_failure_report(wb: Workbench, reason: str, lacking: Sequence[Shortfall] = ()) -> None:
    """Write `failure-report.md`: final rate, remaining failures and causes, history, stuck tests, next steps."""
    state, results = wb.state(), wb.results()
    signatures = {failure.test: failure.signature for failure in results.failures}
    stuck_now = stuck_tests_at_end(state.iterations, signatures)
    degraded = [one.iteration for one in state.iterations if one.analysis_quality == "degraded"]
    lines = [
        f"# Failure report: {wb.session_id}",
        "",
        reason,
        "",
        f"- final pass rate: {format_rate(results.pass_rate)}% ({results.passed} of {results.total})",
        *(f"- {said}" for said in [uncollected_line(wb)] if said),
        f"- analysis quality: {f'degraded in iterations {degraded}' if degraded else 'normal'}",
        "",
        "## Remaining failures",
        "",
        *(f"- {one.describe()}" for one in results.unparsed),
        *(f"- not measured: {one.describe()}" for one in results.left_out),
        *(f"- {_line(failure)}" for failure in results.failures),
        "",
        *updates_section(wb),
        *_checks(wb),
        *_defects(wb),
        *shortfalls_section(list(lacking)),
        *_doubts(wb),
        *_leads(wb, results),
        *traceability_section(wb),
        *acceptance_section(wb),
        *_unjudged(wb),
        "## History",
        "",
        *_iterations(state),
        *attempts_section(wb.store.history().attempts),
        "## Stuck tests",
        "",
        *([f"- {test} ({kind})" for test, kind in sorted(stuck_now.items())] or ["none"]),
        "",
        "## Recommendations",
        "",
        *(f"- {line}" for line in [*advice_of(state), *recommendations(wb, results)]),
        *["", *answers_section(wb.store)],
    ]
    wb.store.write_text(REPORT, "\n".join(lines).rstrip() + "\n")


def unjudged_patches(wb: Workbench) -> list[dict[str, Any]]:
    """Return patches that were not judged because the session's time was over: `task`, `patch`, `confidence`..."""
    state = wb.state()
    last = state.iterations[-1] if state.iterations else None
    tasks = last.fix_tasks if last is not None and not last.completed_at else []
    found = {name: wb.store.task(name).context.unjudged_patch for name in tasks}
    return [{"task": name, **one.model_dump()} for name, one in found.items() if one]


def _unjudged(wb: Workbench) -> list[str]:
    lines = []
    for one in unjudged_patches(wb):
        lines += [
            f"{one['task']}: {one['note']}. `testfix resume` judges it.",
            "",
            "```diff",
            one["patch"].rstrip(),
            "```",
            "",
        ]
    return ["## Found, but not judged: the time was over", "", *lines] if lines else []


def advice_of(state: IterationState) -> list[str]:
    """Return the next step, by what ended the cycle; a run that the user stopped has no decision."""
    ended_by = state.decision.ended_by if state.decision else "stopped"
    said = advice(ended_by, state.session_id, state.iterations, state.max_iterations)
    return [said] if said else []


def recommendations(wb: Workbench, results: SuiteResults) -> list[str]:
    """Return what a person could do next, by what remains and what was tried."""
    found = []
    kinds = {failure.failure_class for failure in results.failures}
    if "env_issue" in kinds:
        found.append("Fix the environment first: " + _evidence(results, "env_issue"))
    if "test_defect" in kinds:
        found.append("Correct these tests: " + _evidence(results, "test_defect"))
    found += alternatives([one.update for one in results.failures if one.update is not None])
    attempts = wb.store.history().attempts
    partly = [one.task_id for one in attempts if one.result == "lead" and not one.doubtful]
    if partly:
        found.append(f"These attempts fixed something and broke something, kept for reading: {', '.join(partly)}.")
    held_back = open_leads(attempts, (failure.test for failure in results.failures))
    if held_back:
        names = ", ".join(lead["task_id"] for lead in held_back)
        found.append(f"Read the diffs of the leads above ({names}); `testfix resume {ACCEPT}` lands one that is right.")
    if any(one.exhausted == "budget" for one in attempts):
        found.append("The search ran out of time: give it more with `testfix resume --budget-seconds`.")
    if wb.state().iterations:
        found.append("`.process/iteration-N-analysis.md` lists the most suspicious lines of each iteration.")
    return found


def _evidence(results: SuiteResults, kind: str) -> str:
    return " ".join(dict.fromkeys(f.evidence for f in results.failures if f.failure_class == kind))
