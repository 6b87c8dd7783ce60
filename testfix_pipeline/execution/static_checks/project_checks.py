"""The checks that a project runs besides its tests, all behind one interface: linters, types, formats, locks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from testfix_pipeline.core.check_records import CheckKind, FixScope
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks.cargo_tools import Clippy
from testfix_pipeline.execution.static_checks.formatters import FORMATTERS
from testfix_pipeline.execution.static_checks.lock_files import lock_checks
from testfix_pipeline.execution.static_checks.static_checks import (
    ALL_TOOLS,
    ConfiguredTool,
    StaticReport,
    fix_by_tool,
    run_tool,
    tools_of_files,
)
from testfix_pipeline.execution.static_checks.static_tools import StaticTool

CHECKING_TOOLS: tuple[StaticTool, ...] = (*ALL_TOOLS, Clippy(), *FORMATTERS)


class ProjectCheck(Protocol):
    """One check in one checkout. command: what shows its findings. fix_command: what fixes them, "" if nothing does."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> CheckKind: ...
    @property
    def fix_command(self) -> str: ...
    @property
    def fix_scope(self) -> FixScope: ...
    @property
    def command(self) -> str: ...

    def run(self) -> StaticReport:
        """The findings for which the check is red; a notice and no tool in `ran` if it could not be run."""

    def fix(self, files: Sequence[str]) -> str:
        """Apply safe fixes to files with findings; return why that was not possible, "" if it was."""


@dataclass(frozen=True)
class _ToolCheck:
    tool: ConfiguredTool
    files: tuple[str, ...]
    project: TargetProject
    tree: Path
    cache: Path

    @property
    def name(self) -> str:
        folder = self.tool.folder.relative_to(self.tree).as_posix()
        is_own = self.tool.folder == self.project.root(self.tree) or folder == "."
        return self.tool.tool.name if is_own else f"{self.tool.tool.name} in {folder}"

    @property
    def kind(self) -> CheckKind:
        return self.tool.tool.check

    @property
    def fix_command(self) -> str:
        words = (self.tool.tool.program, *(word for word in self.tool.tool.fix if word in _SHOWN))
        return " ".join(words) if self.tool.tool.fix else ""

    @property
    def fix_scope(self) -> FixScope:
        return self.tool.tool.fix_scope

    @property
    def command(self) -> str:
        if self.tool.call:
            return f"npm run {self.tool.call.script}"
        return "ruff check" if self.tool.tool.name == "ruff" else self.tool.tool.name

    def run(self) -> StaticReport:
        found = run_tool(self.tool, self.project, self.tree, self.files, self.cache, whole=True)
        strict = self.tool.tool.fails_by_warnings or (self.tool.call is not None and self.tool.call.allows_no_warning)
        failing = (one for one in found.findings if strict or one.is_error)
        return StaticReport(tuple(failing), found.ran, found.notices)

    def fix(self, files: Sequence[str]) -> str:
        return fix_by_tool(self.tool, self.project, self.tree, files, self.cache)


_SHOWN = frozenset({"check", "format", "fmt", "lint", "--fix", "--write", "-w"})
"""The words of a fixer's arguments that a person types, too."""


def project_checks(
    project: TargetProject, tree: Path, files: Sequence[str], kinds: Collection[CheckKind], cache: Path
) -> list[ProjectCheck]:
    """The checks of these kinds that the project in `tree` configures or calls itself.

    files: all files of the project, relative to its root. cache: a folder that tools may write to. Formats come last,
    so that all other fixes are formatted.
    """
    tools = [tool for tool in CHECKING_TOOLS if tool.check in kinds]
    found = tools_of_files(project, tree, files, tools, called=True)
    checks: list[ProjectCheck] = []
    if "lock" in kinds:
        checks += lock_checks(project, tree, files, cache)
    root = project.root(tree)
    for one, wanted in found.items():
        names = {(root / path).relative_to(one.folder).as_posix(): path for path in wanted}
        asked = tuple(names[name] for name in one.tool.files_of_hooks(one.folder, names))
        checks += [_ToolCheck(one, asked, project, tree, cache)] if asked else []
    return sorted(checks, key=lambda one: one.kind == "format")


def run_checks(checks: Sequence[ProjectCheck]) -> dict[str, StaticReport]:
    """The report of each check, by its name."""
    return {one.name: one.run() for one in checks}


def newly_found(before: Mapping[str, StaticReport], after: Mapping[str, StaticReport]) -> list[str]:
    """What reports say that the earlier ones do not: findings, and checks that can no longer be run."""
    found = []
    for name, report in after.items():
        known = before.get(name, StaticReport())
        found += [one.describe() for one in report.new_findings(known)]
        found += [f"{name} no longer runs: {notice}" for notice in report.notices if known.ran]
    return found
