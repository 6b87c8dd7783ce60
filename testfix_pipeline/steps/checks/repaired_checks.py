"""Runs the project's own checks at the end of a cycle, lands safe fixes, and says what is left."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.check_records import AUTO, CHECKS_FILE, CheckKind, CheckResult, StoredChecks, kinds_of
from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.records import Outcome, RunOutcome
from testfix_pipeline.execution.static_checks.project_checks import ProjectCheck, run_checks
from testfix_pipeline.execution.static_checks.static_checks import StaticReport
from testfix_pipeline.steps.checks.check_fixes import (
    FixedChecks,
    Reports,
    checks_in,
    fix_checks,
    fixable_files,
    fixers_of,
    subject_of,
)
from testfix_pipeline.steps.checks.engine_fixes import EngineFixer
from testfix_pipeline.steps.measurement.baseline import baseline_run
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.workbench import Workbench

OFFERED = ".process/checks-offered.patch"
_SHOWN = 20
_SNAPSHOT = re.compile(
    r"\[- snapshot\]|toMatch(?:Inline|File)?Snapshot|Snapshot .* mismatched|snapshot .*does(?:n't| not) match"
    r"|snapshot assertion for",
    re.IGNORECASE,
)
"""How syrupy, jest, vitest, pytest-snapshot and insta say that a value differs from a stored one."""
_MOST_DIFF = 2000  # characters of one difference


def repair_checks(wb: Workbench) -> list[CheckResult]:
    """Run the checks that the session's setting asks for, land safe fixes, store and return the results.

    May be repeated: fixes that an earlier call landed, which may have ended then, are read off the branch.
    """
    kinds = kinds_of(wb.config.checks)
    if not kinds:
        return []
    note(wb, "running the project's own checks")
    with wb.worktree("checks-before", wb.baseline) as tree:
        before = run_checks(checks_in(wb, tree, wb.baseline, kinds))
    with wb.worktree("checks") as tree:
        fixed = fix_checks(wb, tree, kinds, before)
        wb.mirror.reset(tree, wb.mirror.tip, ignored=True)
        checks = checks_in(wb, tree, wb.mirror.tip, kinds)
        offered, suggested = _offer_fixes(wb, tree, checks, fixed)
        results = [_result(wb, tree, one, before, fixed, offered, one.name in suggested) for one in checks]
    results += _snapshots(wb) if "snapshots" in kinds else []
    results += _not_configured(wb, kinds, results)
    wb.store.write_sealed(CHECKS_FILE, StoredChecks(checks=results, offered=offered))
    return results


def outcome_with_checks(outcome: RunOutcome, reason: str, found: Sequence[CheckResult]) -> tuple[RunOutcome, str]:
    """Return the outcome and its reason: a red check blocks a session that was asked for it; one that could not be run,
    or that the engine fixed, makes a success a partial one.
    """
    red = [one.name for one in found if one.after and one.kind != "snapshots"]
    unknown = [one.name for one in found if one.after is None]
    unread = [f"Read the change first ({one.name}: {one.doubt})." for one in found if one.doubt]
    reason = " ".join([*unread, reason])
    if red:
        reason = f"{reason} Checks are still red: {', '.join(red)}."
    if unknown:
        reason = f"{reason} Checks could not be run: {', '.join(unknown)}."
    if red and outcome in ("success", "partial"):
        return "blocked", reason
    return ("partial" if (unknown or unread) and outcome == "success" else outcome), reason


def _offer_fixes(wb: Workbench, tree: Path, checks: Sequence[ProjectCheck], fixed: FixedChecks) -> tuple[str, set[str]]:
    """Write a patch, which never lands: fixes in files that no patch may change, and suggestions of the engine.

    Return its path, "" for none, and the checks with suggestions.
    """
    suggested = set()
    for one in checks:
        files = _untouchable_files(wb, one, fixed)
        if files and one.fix_command:
            one.fix(files)
        rest = {finding.file for finding in fixed.reports[one.name].findings}.difference(files)
        if rest and one.fix_scope == "code" and EngineFixer(one, wb.root(tree)).edit(sorted(rest), is_sure=False):
            suggested.add(one.name)
    patch = wb.mirror.diff(tree)
    return str(wb.store.write_text(OFFERED, patch)) if patch else "", suggested


def _untouchable_files(wb: Workbench, check: ProjectCheck, fixed: FixedChecks) -> list[str]:
    """The files with findings of a check that no patch may change: tests, and what the patch policy refuses."""
    report = fixed.reports[check.name]
    fixable = {*fixable_files(wb, check, report)}.difference(fixed.protected.get(check.name, ()))
    return sorted({finding.file for finding in report.findings} - fixable)


def _result(
    wb: Workbench,
    tree: Path,
    check: ProjectCheck,
    before: Reports,
    fixed: FixedChecks,
    offered: str,
    is_suggested: bool,
) -> CheckResult:
    """The record of a check; what landed for it is read off the branch."""
    report, fixers = fixed.reports[check.name], fixers_of(wb, tree, check)
    untouchable = _untouchable_files(wb, check, fixed)
    subjects = [subject for _, subject in wb.mirror.log()]
    landed = [one.fix_command for one in fixers if any(said.startswith(subject_of(one)) for said in subjects)]
    refused = filter(None, (fixed.refused.get(subject_of(one)) for one in fixers))
    steps = []
    if untouchable and check.fix_command and offered:
        steps.append(f"No fix may change {first_names(untouchable)}: `git apply {offered}` does what the tool would.")
    if is_suggested:
        steps.append(f"`git apply {offered}` satisfies the check; no test has judged it: read it first.")
    if not steps or {finding.file for finding in report.findings} - {*untouchable}:
        steps.append(f"Correct the code by hand; `{check.command}` shows the findings.")
    return CheckResult(
        name=check.name,
        kind=check.kind,
        before=_count(before.get(check.name, report)),
        after=_count(report),
        fixed_by=", ".join(landed),
        findings=[finding.describe() for finding in report.findings[:_SHOWN]],
        refused=(" ".join(refused) or "; ".join(fixed.protected.get(check.name, {}).values())) * bool(report.findings),
        notice=" ".join(report.notices or before.get(check.name, report).notices),
        next_step=" ".join(steps if report.findings else ()),
    )


def _count(report: StaticReport) -> int | None:
    """The number of findings, None if the check could not be run."""
    return len(report.findings) if report.ran or not report.notices else None


def _snapshots(wb: Workbench) -> list[CheckResult]:
    """Mismatching snapshots as a question to a person: they are never updated."""
    before = [one for one in baseline_run(wb).outcomes.values() if _is_mismatch(one)]
    now = [one for one in wb.results().outcomes.values() if _is_mismatch(one)]
    if not before and not now:
        return []
    return [
        CheckResult(
            name="snapshots",
            kind="snapshots",
            before=len(before),
            after=len(now),
            findings=[f"{one.id}\n{(one.detail or one.message)[:_MOST_DIFF].rstrip()}" for one in now[:_SHOWN]],
            next_step="Is the new output right? Then update the snapshots yourself; else the program is wrong."
            if now
            else "",
        )
    ]


def _is_mismatch(outcome: Outcome) -> bool:
    return outcome.status == "failed" and _SNAPSHOT.search(f"{outcome.message}\n{outcome.detail}") is not None


def _not_configured(wb: Workbench, kinds: Sequence[CheckKind], results: Sequence[CheckResult]) -> list[CheckResult]:
    """The kinds that were asked for by name and of which the project has no check; snapshots are in its tests."""
    missing = set(kinds) - {one.kind for one in results} - {"snapshots"} if wb.config.checks != AUTO else set()
    return [
        CheckResult(name=kind, kind=kind, notice="The project configures no such check.") for kind in sorted(missing)
    ]
