"""Ends a session's run: status, reports, final commit, and the result for the caller."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from testfix_pipeline.core.check_records import CheckResult
from testfix_pipeline.core.cycle_rules.confidence import open_leads, outcome_with_unsure_fixes, read_first
from testfix_pipeline.core.cycle_rules.results import first_rate, format_rate, is_collection_id
from testfix_pipeline.core.cycle_rules.session_grade import session_grade
from testfix_pipeline.core.errors import BudgetSpent, PipelineError
from testfix_pipeline.core.iteration_records import IterationState
from testfix_pipeline.core.records import Attempt, RunOutcome, SessionStatus, SuiteResults
from testfix_pipeline.core.session_parts import CycleEnd, Shortfall
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.steps.checks.repaired_checks import outcome_with_checks, repair_checks
from testfix_pipeline.steps.iteration.land_attempts import RESULTS, STATE
from testfix_pipeline.steps.measurement.baseline import baseline_run
from testfix_pipeline.steps.measurement.left_out_tests import outcome_with_left_out
from testfix_pipeline.steps.reports.coverage_report import keep_coverage
from testfix_pipeline.steps.reports.shortfalls import outcome_with_shortfalls, shortfalls, stored_criteria
from testfix_pipeline.steps.reports.summaries import (
    REPORT,
    advice_of,
    notices,
    session_summary,
    unjudged_patches,
    write_failure_report,
)
from testfix_pipeline.steps.reports.update_report import updates_result
from testfix_pipeline.steps.reports.who_answered import session_answers
from testfix_pipeline.steps.session import session_clock
from testfix_pipeline.steps.session.acceptance_commands import check_acceptance
from testfix_pipeline.steps.session.progress_list import announce, noted
from testfix_pipeline.steps.session.spending import touch_clock, usage
from testfix_pipeline.steps.session.step_journal import name_damage
from testfix_pipeline.steps.session.stored_checks import stored_checks
from testfix_pipeline.steps.session.workbench import FIX_TASK, Workbench
from testfix_pipeline.workspace.sessions.archive import archive_session
from testfix_pipeline.workspace.sessions.reported_defects import reported_defects
from testfix_pipeline.workspace.sessions.session_lookup import append_sync
from testfix_pipeline.workspace.sessions.store import RESULT, SessionStore

OUTCOMES: dict[str, tuple[RunOutcome, SessionStatus]] = {
    "success": ("success", "completed"),
    "partial": ("partial", "completed"),
    "stop_not_code": ("blocked", "blocked"),
    "failure": ("blocked", "blocked"),
    "paused": ("paused", "paused"),
}
SUMMARY = f".summaries/{FIX_TASK}-summary.md"


def complete_message(rate: str) -> str:
    """The message in sync.jsonl for a cycle that has ended."""
    return f"Test-fix cycle complete: {rate}% pass rate"


def complete(wb: Workbench) -> dict[str, Any]:
    """End the run of the session and return its result, which is also stored in the session's folder."""
    state = touch_clock(wb)
    decision = state.decision or CycleEnd(kind="paused", reason="The run was stopped.")
    outcome, status = OUTCOMES[decision.kind]
    if wb.store.session().status == "active":
        checks = repair_checks(wb) if outcome != "paused" else []
        keep_coverage(wb)
        lacking = _find_shortfalls(wb, outcome)
        reason = decision.reason
        if outcome == "blocked" and checks and not wb.results().failures:
            outcome, status, reason = "partial", "completed", "The fix of a check makes all tests pass."
        outcome, reason = outcome_with_shortfalls(outcome, reason, lacking)
        outcome, reason = outcome_with_left_out(outcome, reason, wb.results().left_out)
        outcome, reason = outcome_with_unsure_fixes(outcome, reason, wb.store.history().attempts)
        outcome, reason = outcome_with_checks(outcome, reason, checks)
        status = "blocked" if outcome == "blocked" else status
        wb.store.save_state(wb.state().model_copy(update={"status": status}))
        _write_reports(wb, outcome, reason, lacking)
        _final_commit(wb, outcome)
        rate = format_rate(wb.results().pass_rate)
        append_sync(wb.project.root, wb.session_id, complete_message(rate), wb.mirror.tip)
        # last: after a kill before this line, the steps above are repeated; a gate may have asked for a review
        review = outcome == "partial" or wb.store.session().review or _is_doubtful(wb, checks)
        wb.set_status(status, review=review, outcome=outcome, outcome_reason=reason, shortfalls=lacking)
    announce(wb, wb.store.session().outcome_reason or decision.reason)
    name_damage(wb)
    found = session_result(wb)
    wb.store.write_text(RESULT, json.dumps(found, indent=1))
    wb.mirror.close()
    return found


def archive_completed(wb: Workbench, found: dict[str, Any], owner: str) -> dict[str, Any]:
    """Return the result of a session that the run `owner` has ended; archive a completed session first.

    A session that can't be archived (a folder that can't be written) gets a warning: the next session tries again.
    """
    if wb.store.session().status != "completed":
        return found
    try:
        folder = archive_session(wb.project.root, wb.session_id, owner)
    except PipelineError as error:
        return {**found, "warning": str(error)}
    found = {**found, "folder": str(folder), "report": str(folder / SUMMARY)}
    SessionStore(wb.project.root, wb.session_id).write_text(RESULT, json.dumps(found, indent=1))
    return found


def pause(wb: Workbench, reason: str) -> dict[str, Any]:
    """Record that the run was stopped half way, and return its result.

    The journal is unchanged: resume finds which steps are done.
    """
    if wb.store.session().status == "active":
        wb.set_status("paused", outcome="paused", outcome_reason=reason)
    if wb.measured:
        write_failure_report(wb, reason)
    announce(wb, reason)
    name_damage(wb)
    # A session in planning keeps its status `planning`.
    found = {**session_result(wb), "outcome": "paused", "reason": reason}
    wb.store.write_text(RESULT, json.dumps(found, indent=1))
    wb.mirror.close()
    return found


def budget_spent_text(wb: Workbench, spent: BudgetSpent) -> str:
    """Return a sentence that says that the budget is spent and what the run was working on."""
    what = spent.what.rstrip(".")
    detail = str(noted(wb.project, wb.session_id).get("detail", "")).partition(";")[0]
    green = wb.measured and not wb.results().failures
    unconfirmed = " All tests pass on the session's branch, but the confirming run is missing." if green else ""
    return f"{what}, while {detail}.{unconfirmed}" if detail and " while " not in what else f"{spent.what}{unconfirmed}"


def _find_shortfalls(wb: Workbench, outcome: RunOutcome) -> list[Shortfall]:
    """Return the shortfalls of the plan at the end; empty for a paused session."""
    if outcome == "paused":
        return []
    check_acceptance(wb)
    return shortfalls(wb)


def _write_reports(wb: Workbench, outcome: RunOutcome, reason: str, lacking: list[Shortfall]) -> None:
    wb.store.write_text(SUMMARY, session_summary(wb, outcome, reason, lacking))
    done = outcome in ("success", "partial")
    task = wb.store.task(FIX_TASK)
    if outcome != "paused":
        wb.store.save_task(task.model_copy(update={"status": "completed" if done else "blocked"}))
    if not done:
        write_failure_report(wb, reason, lacking)


def _is_doubtful(wb: Workbench, checks: Sequence[CheckResult]) -> bool:
    """Whether a landed fix adds findings of the project's own checks, or the engine changed code for one of these."""
    return any(x.stands and x.static_findings for x in wb.store.history().attempts) or any(x.doubt for x in checks)


def _final_commit(wb: Workbench, outcome: RunOutcome) -> None:
    """Commit the summary on the branch; do nothing if no iteration ran and no check was fixed."""
    if outcome == "paused" or not (wb.state().iterations or any(one.fixed_by for one in stored_checks(wb).checks)):
        return
    summary = wb.store.path(SUMMARY).read_bytes()
    extra = {wb.session_path(name): wb.store.path(name).read_bytes() for name in (RESULTS, STATE)}
    if wb.mirror.read(wb.mirror.tip, wb.session_path(SUMMARY)) == summary:
        return  # the run was killed after this commit
    rate = format_rate(wb.results().pass_rate)
    message = f"test-cycle: complete - {outcome} (pass: {rate}%)\n\n{summary.decode()}"
    extra[wb.session_path(SUMMARY)] = summary
    wb.mirror.land(wb.mirror.commit_content(wb.mirror.tip, wb.mirror.tip, message, extra))


def session_result(wb: Workbench) -> dict[str, Any]:
    """Return the session's result in the form of `--json`, read from its files alone."""
    record = wb.store.session()
    common = {
        "session_id": record.session_id,
        "outcome": record.outcome or ("error" if record.status == "failed" else record.status),
        "reason": record.outcome_reason or record.error,
        "branch": record.branch,
        "base_commit": record.base_commit,
        "project": record.project,
        "folder": str(wb.store.folder),
        "asks": record.asks,
        "review": record.review,
        "shortfalls": [each.model_dump() for each in record.shortfalls or ()],
        "criteria": stored_criteria(wb),
        "recovered": record.recovered,
        "reported_defects": [one.model_dump() for one in reported_defects(wb.store)],
    }
    return {**common, **(_measured_result(wb) if wb.measured else {})}


def stored_result(store: SessionStore) -> dict[str, Any]:
    """Return the result that the last run of a session stored."""
    found: dict[str, Any] = json.loads(store.path(RESULT).read_text(encoding="utf-8"))
    return found


def _measured_result(wb: Workbench) -> dict[str, Any]:
    state, results = wb.state(), wb.results()
    attempts = wb.store.history().attempts
    outcome = wb.store.session().outcome
    report = SUMMARY if outcome in ("success", "partial") else REPORT
    checks = stored_checks(wb)
    # the tools' own safe fixes, after which every test and check is as it was, are not doubtful
    unread = [one for one in checks.checks if one.doubt]
    by_tools = any(one.fixed_by for one in checks.checks) and not unread
    common = {"confidence": 0.0, "commit": ""}
    return {
        "pass_rate_before": round(first_rate(state, results), 4),
        "pass_rate": round(results.pass_rate, 4),
        "total": results.total,
        "iterations": len(state.iterations),
        "fixed_tests": fixed_tests(wb, results),
        "confidence": round(min((one.confidence for one in attempts if one.stands), default=float(by_tools)), 3),
        "read_first": [
            *read_first(attempts),
            *({"task_id": x.name, "change": x.fixed_by, "doubts": [x.doubt], **common} for x in unread),
        ],
        "leads": open_leads(attempts, (failure.test for failure in results.failures)),
        "unjudged": unjudged_patches(wb),
        "unparsed": [one.describe() for one in results.unparsed],
        "left_out": [one.describe() for one in results.left_out],
        "notices": notices(wb),
        "remaining_failures": [failure.test for failure in results.failures],
        "advice": "".join(advice_of(state)),
        "failure_reasons": {failure.test: failure.why for failure in results.failures},
        "head_commit": wb.mirror.tip,
        "commits": [commit for commit, _subject in wb.mirror.log()],
        "diff": wb.mirror.source_diff(wb.baseline, wb.mirror.tip),
        "first_seconds": _first_seconds(attempts),
        "candidates_tried": sum(one.candidates_tried for one in attempts),
        "usage": _usage(wb, state),
        "checks": [one.model_dump() for one in checks.checks],
        "checks_offered_patch": checks.offered,
        "answers": session_answers(wb.store),
        "cpu_s": _cpu_seconds(wb),
        "duration_s": round(state.clock.spent if state.clock else 0.0, 3),
        "report": str(wb.store.path(report)),
        "containment": results.containment,
        **updates_result(wb),
        **session_grade(results, attempts)._asdict(),
    }


def _first_seconds(attempts: Sequence[Attempt]) -> float | None:
    """Return the seconds until the first plausible patch of the first successful search, or None."""
    known = (one.details.get("first_seconds") for one in attempts)
    return next((seconds for seconds in known if seconds is not None), None)


def _usage(wb: Workbench, state: IterationState) -> dict[str, Any]:
    """The calls, tokens and money that the session used."""
    spent = usage(wb, state)
    return {"calls": spent.calls, "tokens": spent.tokens, "money": round(spent.money, 6)}


def _cpu_seconds(wb: Workbench) -> float:
    """The processor seconds that the session used, by its clock."""
    clock = session_clock.read(wb.store)
    return round(clock.cpu, 1) if clock is not None else 0.0


def fixed_tests(wb: Workbench, results: SuiteResults) -> list[str]:
    """Return the tests that failed in the baseline and pass now; uncollected files are matched by file.

    A test that passes by chance is none of them, unless the program is what makes it flaky.
    """
    before = baseline_run(wb).outcomes
    findings = results.flaky_findings
    chancy = {one.test for one in findings.tests if one.cause != "program"} if findings is not None else set()
    broken_files = {test for test, outcome in before.items() if outcome.status == "error" and is_collection_id(test)}
    return sorted(
        test
        for test, outcome in results.outcomes.items()
        if outcome.status == "passed"
        and test not in chancy
        and ((test in before and before[test].status in ("failed", "error")) or TestId(test).file in broken_files)
    )
