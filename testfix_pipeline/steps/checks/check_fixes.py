"""Fixes findings of the project's own checks by the tools' own safe fixes and the engine; lands what breaks nothing."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.check_records import ENGINE, CheckKind
from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.patch_policy.check_suppressions import adds_suppression
from testfix_pipeline.core.patch_policy.language_registry import is_same_program
from testfix_pipeline.core.patch_policy.patch_rules import PatchRefusal
from testfix_pipeline.core.patch_policy.project_rules import PROJECT_RULES, RULES_OF_PEOPLE
from testfix_pipeline.execution.static_checks.project_checks import (
    ProjectCheck,
    newly_found,
    project_checks,
    run_checks,
)
from testfix_pipeline.execution.static_checks.static_checks import StaticReport
from testfix_pipeline.steps.checks.engine_fixes import EngineFixer
from testfix_pipeline.steps.iteration.judgement import verdict_of
from testfix_pipeline.steps.iteration.land_attempts import measured_results
from testfix_pipeline.steps.iteration.refusals import describe, refusals_of
from testfix_pipeline.steps.measurement.suite_measurement import run_tests
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import ChangedFile

Reports = Mapping[str, StaticReport]
_SUBJECT = re.compile(r"test-cycle: .+ findings: \d+ → \d+\)")


@dataclass(frozen=True)
class CheckFix:
    """A commit on top of the session's branch with the fix of one check, and all reports after it."""

    check: ProjectCheck
    commit: str
    reports: Reports


@dataclass(frozen=True)
class FixedChecks:
    """The reports at the branch's tip after the landed fixes; why others did not land, by `subject_of`.

    protected: by check the files of its findings that the patch policy lets no fix change, with the reason.
    """

    reports: Reports
    refused: Mapping[str, str] = field(default_factory=dict)
    protected: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class _Refused(Exception):
    """A fix can't land; the text says why."""


class _Protected(Exception):
    """The patch policy lets no fix change some files; `reasons` says why, by file relative to the project."""

    def __init__(self, reasons: Mapping[str, str]) -> None:
        super().__init__("; ".join(reasons.values()))
        self.reasons = reasons


def checks_in(wb: Workbench, tree: Path, commit: str, kinds: Collection[CheckKind]) -> list[ProjectCheck]:
    """The project's checks in a worktree of a commit."""
    prefix = wb.in_repository("")
    own = (wb.in_project(path) for path in wb.mirror.files(commit) if path.startswith(prefix))
    files = [path for path in own if (wb.root(tree) / path).is_file()]
    return project_checks(wb.target, tree, files, kinds, wb.mirror.folder / "static")


def fix_checks(wb: Workbench, tree: Path, kinds: Collection[CheckKind], at_baseline: Reports) -> FixedChecks:
    """Land fixes of red checks, a commit for each, and return what is left. tree: a worktree of the branch's tip.

    at_baseline: the reports at the baseline, which hold for the tip if no iteration changed a file.

    All fixes are judged by one run of the suite. If that breaks a test, the first fix that does is left out.
    """
    start, refused, protected = wb.mirror.tip, dict[str, str](), dict[str, dict[str, str]]()
    is_changed = wb.mirror.tree_hash(start) != wb.mirror.tree_hash(wb.baseline)
    reports = run_checks(checks_in(wb, tree, start, kinds)) if is_changed else at_baseline
    if any(_SUBJECT.fullmatch(subject) for _, subject in wb.mirror.log()[-1:]):
        wb.freeze(start)  # an earlier call may have ended between the two steps below
    while True:
        wb.mirror.reset(tree, start, ignored=True)
        wb.prepare(tree)
        made = _make_fixes(wb, tree, start, kinds, reports, refused, protected)
        if not made:
            return FixedChecks(reports, refused, protected)
        breaking = _first_breaking(wb, tree, made)
        if breaking is None:
            wb.mirror.land(made[-1].commit)
            wb.freeze(made[-1].commit)  # from now on tests are restored in their new layout, and with the new locks
            return FixedChecks(made[-1].reports, refused, protected)
        refused[subject_of(breaking[0].check)] = breaking[1]


def _make_fixes(
    wb: Workbench,
    tree: Path,
    start: str,
    kinds: Collection[CheckKind],
    reports: Reports,
    refused: dict[str, str],
    protected: dict[str, dict[str, str]],
) -> list[CheckFix]:
    """Commit the fix of each red check that is not refused yet, one on top of the other, without landing them.

    Adds to `refused` and `protected`: a fix is made again without the files that the patch policy protects. Checks that
    can't be run are not tried again.
    """
    made, head = list[CheckFix](), start
    checks = [one for one in checks_in(wb, tree, start, kinds) if not reports[one.name].notices]
    fixers = [one for check in checks for one in fixers_of(wb, tree, check)]
    fixers.sort(key=lambda one: one.fix_command == ENGINE)  # after all tools
    waiting = [one for one in fixers if subject_of(one) not in refused]
    while waiting:
        check = waiting[0]
        files = [
            path for path in fixable_files(wb, check, reports[check.name]) if path not in protected.get(check.name, {})
        ]
        try:
            fix = _make_fix(wb, tree, check, checks, reports, files) if files else None
        except _Protected as found:
            protected.setdefault(check.name, {}).update(found.reasons)
            wb.mirror.reset(tree, head)
            continue
        except _Refused as why:
            refused[subject_of(check)] = str(why)
            wb.mirror.reset(tree, head)
            fix = None
        waiting.pop(0)
        if fix is not None:
            made.append(fix)
            reports, head = fix.reports, fix.commit
    return made


def fixers_of(wb: Workbench, tree: Path, check: ProjectCheck) -> list[ProjectCheck]:
    """A check as its own tool fixes it in a worktree, if that can, and as the engine does."""
    by_engine = replace(check, fix_command=ENGINE, fix=EngineFixer(check, wb.root(tree)).fix)
    return [*([check] if check.fix_command else []), *([by_engine] if check.fix_scope == "code" else [])]


def subject_of(check: ProjectCheck) -> str:
    """How the subjects of the commits begin that fix a check."""
    return f"test-cycle: {check.fix_command} ({check.name}, {check.kind} "


def fixable_files(wb: Workbench, check: ProjectCheck, report: StaticReport) -> list[str]:
    """The files with findings that a fix may change, relative to the project: those of the tests are out of bounds.

    But for their layout, and for a lock: its manifest, which no fix changes, says what it has to hold.
    """
    files = {one.file for one in report.findings}
    return sorted(one for one in files if check.fix_scope != "code" or not is_test_side(wb, wb.in_repository(one)))


def _make_fix(
    wb: Workbench,
    tree: Path,
    check: ProjectCheck,
    checks: Sequence[ProjectCheck],
    reports: Reports,
    files: Sequence[str],
) -> CheckFix | None:
    """Commit the fix of one check in the worktree; return None if the engine finds none.

    Raises _Refused or _Protected if it may not land.
    """
    problem = check.fix(files)
    if problem:
        raise _Refused(problem)
    _tidy(wb, tree, checks, reports)
    changes = wb.mirror.changes(tree)
    if not changes and check.fix_command == ENGINE:
        return None
    if not changes:
        raise _Refused(f"`{check.fix_command}` has no safe fix for what is left.")
    outside = [one.path for one in changes if wb.in_project(one.path) not in files]
    if outside:
        raise _Refused(f"It changes files in which the check found nothing: {first_names(outside)}.")
    silenced = [one.path for one in changes if adds_suppression(one.before, one.after)]
    if silenced:
        raise _Refused(f"It silences the check by a comment: {first_names(silenced)}.")
    if objections := _objections(wb, tree, check, changes):
        raise _Protected({one.path: describe(one) for one in objections})
    after = {**reports, **run_checks(checks)}
    before_count, after_count = len(reports[check.name].findings), len(after[check.name].findings)
    if new := newly_found(reports, after):
        raise _Refused(f"It adds findings: {'; '.join(new[:3])}")
    if after_count >= before_count:
        raise _Refused("It leaves as many findings as there were.")
    message = f"{subject_of(check)}findings: {before_count} → {after_count})"
    commit = wb.mirror.commit(tree, message, paths=[one.path for one in changes])
    return CheckFix(check, commit, after)


def _objections(
    wb: Workbench, tree: Path, check: ProjectCheck, changes: Sequence[ChangedFile]
) -> Sequence[PatchRefusal]:
    """What the patch policy has against a fix; tests in another layout are the same tests."""
    refused = refusals_of(wb, tree, changes, ())
    if check.fix_scope == "lock":  # its own program wrote it: only the project's rules may say no
        return [one for one in refused if one.rule in (PROJECT_RULES, RULES_OF_PEOPLE)]
    same = {one.path for one in changes if is_same_program(one.path, one.before, one.after)}
    return [one for one in refused if one.rule != "test_side" or wb.in_repository(one.path) not in same]


def _tidy(wb: Workbench, tree: Path, checks: Sequence[ProjectCheck], reports: Reports) -> None:
    """Apply the fixers of checks that find something new in the files that the present change of the worktree edits.

    An import that was added may have to be sorted, and a line that was shortened to be joined with the next.
    """
    changed = {wb.in_project(path) for path in wb.mirror.changed_paths(tree)}
    for one in checks if changed else ():
        new = {finding.file for finding in one.run().new_findings(reports[one.name])} if one.fix_command else set()
        if new & changed:
            one.fix(sorted(new & changed))


def _first_breaking(wb: Workbench, tree: Path, made: Sequence[CheckFix]) -> tuple[CheckFix, str] | None:
    """The first fix after which a test fails that passed before, and which; None if there is none."""
    all_of_them = _broken_tests(wb, tree, made[-1].commit, lands=True)
    if not all_of_them:
        return None
    for fix in made[:-1]:
        if why := _broken_tests(wb, tree, fix.commit):
            return fix, why
    return made[-1], all_of_them


def _broken_tests(wb: Workbench, tree: Path, commit: str, *, lands: bool = False) -> str:
    """Why a commit breaks the suite by a full run, "" if it does not. lands: keep the results of such a run."""
    wb.mirror.reset(tree, commit, ignored=True)
    wb.prepare(tree)
    run = run_tests(wb, tree)
    if run.fault is not None:
        return f"the suite can't be measured with it: {run.fault.message}"
    lost = verdict_of(wb, tree, wb.results().outcomes, run.outcomes).newly_failing
    if lost:
        return f"with it no longer pass: {first_names(lost)}"
    if lands:
        wb.store.save_results(measured_results(wb, tree, run))
    return ""
