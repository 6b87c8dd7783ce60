"""L0 checks by the project's own linters and type checkers: the findings that a change or a generated test adds."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from testfix_pipeline.core.plan_records import Finding, Severity
from testfix_pipeline.execution.static_checks.static_checks import StaticReport, check_files, configured_tools
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding
from testfix_pipeline.planning.code_readers import is_read
from testfix_pipeline.steps.session.generated_tests import write_files
from testfix_pipeline.steps.session.progress_list import note
from testfix_pipeline.steps.session.test_side import is_test_side
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.workspace.git.changes import ChangedFile

_MOST_OWN_TESTS = 50
"""The number of the project's test files that are checked for rules that its own tests break."""


def note_missing_tools(wb: Workbench) -> list[str]:
    """Report, and store in the session, which configured tools are not installed. Returns the notices."""
    missing = [one.missing for one in configured_tools(wb.target, wb.project.repo_root) if one.missing]
    for notice in missing:
        note(wb, notice)
    record = wb.store.session()
    if missing != record.static_notices:
        wb.store.save_session(record.model_copy(update={"static_notices": missing}))
    return missing


def added_findings(wb: Workbench, tree: Path, commit: str, changes: Iterable[ChangedFile]) -> list[StaticFinding]:
    """The findings in the changed files in `tree` that the same files at `commit` do not have.

    Most changes have no findings, and then the tools run once.
    """
    files = [wb.in_project(change.path) for change in changes if change.after is not None]
    after = check_files(wb.target, tree, files, _cache_folder(wb))
    return after.new_findings(_report_at(wb, tree, commit, files)) if after.findings else []


def _report_at(wb: Workbench, tree: Path, commit: str, files: Sequence[str]) -> StaticReport:
    """The report of the tools on the same files at a commit."""
    name = f"static-{tree.name}"
    before = wb.mirror.add_worktree(name, commit, wb.target.shared)
    try:
        return check_files(wb.target, before, files, _cache_folder(wb))
    finally:
        wb.mirror.remove_worktree(name)


def _cache_folder(wb: Workbench) -> Path:
    return wb.mirror.folder / "static"


class GateTools:
    """The findings of the project's tools, in generated tests and in sources.

    said: which of them ran on the sources, and what kept the others from it.
    """

    def __init__(self, wb: Workbench, tree: Path, changed: Mapping[str, set[int]]) -> None:
        self._wb = wb
        self._tree = tree
        self._changed = changed
        self._tolerated: set[tuple[str, str]] | None = None
        self.said: list[str] = []

    def of_generated(self, texts: Mapping[str, str]) -> list[Finding]:
        """Return the findings in generated tests after writing them into the worktree.

        A finding is not new if the project's own tests break the same rule.
        """
        if not configured_tools(self._wb.target, self._tree):
            return []
        write_files(self._wb, self._tree, texts)
        found = self._check(texts).findings
        tolerated = self._rules_broken_by_own_tests(texts) if found else set()
        return [_as_finding(one, new=(one.tool, one.rule) not in tolerated) for one in found]

    def of_sources(self, files: Sequence[str]) -> list[Finding]:
        """Return the findings in files of the project; new if they touch the changed lines."""
        found = self._check(files)
        self.said = [*(f"{name} ran" for name in dict.fromkeys(found.ran)), *found.notices]
        return [_as_finding(one, new=one.line in self._changed.get(one.file, ())) for one in found.findings]

    def _check(self, files: Iterable[str]) -> StaticReport:
        return check_files(self._wb.target, self._tree, files, _cache_folder(self._wb))

    def _rules_broken_by_own_tests(self, generated: Mapping[str, str]) -> set[tuple[str, str]]:
        """The tool and rule of each finding in the project's own test files."""
        if self._tolerated is None:
            files = self._wb.mirror.files(self._wb.baseline)
            own = [self._wb.in_project(path) for path in files if is_read(path) and is_test_side(self._wb, path)]
            report = self._check([path for path in own if path not in generated][:_MOST_OWN_TESTS])
            self._tolerated = {(one.tool, one.rule) for one in report.findings}
        return self._tolerated


def _as_finding(found: StaticFinding, *, new: bool) -> Finding:
    severity: Severity = "error" if found.is_error else "warning"
    return Finding(
        category=found.kind,
        pattern=f"{found.tool}:{found.rule}",
        severity=severity,
        file=found.file,
        line=found.line,
        message=found.message,
        new=new,
    )
