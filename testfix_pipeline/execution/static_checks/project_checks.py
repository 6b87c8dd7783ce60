"""The checks that a project runs besides its tests, all in one form: linters, types, formats, locks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.check_records import CheckKind, FixScope
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks import static_checks
from testfix_pipeline.execution.static_checks.cargo_tools import Clippy
from testfix_pipeline.execution.static_checks.formatters import FORMATTERS
from testfix_pipeline.execution.static_checks.generated_files import generated_files
from testfix_pipeline.execution.static_checks.lock_files import lock_checks
from testfix_pipeline.execution.static_checks.static_tools import StaticTool

CHECKING_TOOLS: tuple[StaticTool, ...] = (*static_checks.ALL_TOOLS, Clippy(), *FORMATTERS)


@dataclass(frozen=True)
class ProjectCheck:
    """One check in one checkout. command: what shows its findings. fix_command: what fixes them, "" if nothing does.

    run: returns the findings for which it is red; a notice and no tool in `ran` if it could not be run. fix: applies
    safe fixes to files with findings; returns why that was not possible, "" if it was.
    """

    name: str
    kind: CheckKind
    fix_scope: FixScope
    command: str
    fix_command: str
    run: Callable[[], static_checks.StaticReport]
    fix: Callable[[Sequence[str]], str]


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
    found = static_checks.tools_of_files(project, tree, files, tools, called=True)
    checks: list[ProjectCheck] = []
    if "lock" in kinds:
        locks = lock_checks(project, tree, files, cache)
        checks += [ProjectCheck(x.name, "lock", "lock", x.command, x.command, x.run, x.fix) for x in locks]
        for one in generated_files(project, tree, files, {tool.program for tool in CHECKING_TOOLS}):
            name, made = f"npm run {one.checking}", f"npm run {one.making}"
            checks.append(ProjectCheck(name, "lock", "generated", name, made, one.run, one.fix))
    root = project.root(tree)
    for configured, wanted in found.items():
        names = {(root / path).relative_to(configured.folder).as_posix(): path for path in wanted}
        asked = tuple(names[name] for name in configured.tool.files_of_hooks(configured.folder, names))
        checks += [_tool_check(configured, asked, project, tree, cache)] if asked else []
    return sorted(checks, key=lambda one: one.kind == "format")


def _tool_check(
    one: static_checks.ConfiguredTool, files: Sequence[str], project: TargetProject, tree: Path, cache: Path
) -> ProjectCheck:
    tool, folder, call = one.tool, one.folder.relative_to(tree).as_posix(), one.call
    is_own = one.folder == project.root(tree) or folder == "."
    strict = tool.fails_by_warnings or (call is not None and call.allows_no_warning)
    fixing = " ".join((tool.program, *(word for word in tool.fix if word in _SHOWN))) if tool.fix else ""
    showing = f"npm run {call.script}" if call else "ruff check" if tool.name == "ruff" else tool.name

    def run() -> static_checks.StaticReport:
        found = static_checks.run_tool(one, project, tree, files, cache, whole=True)
        failing = tuple(finding for finding in found.findings if strict or finding.is_error)
        return static_checks.StaticReport(failing, found.ran, found.notices)

    def fix(files: Sequence[str]) -> str:
        return static_checks.fix_by_tool(one, project, tree, files, cache)

    name = tool.name if is_own else f"{tool.name} in {folder}"
    return ProjectCheck(name, tool.check, tool.fix_scope, showing, fixing, run, fix)


def run_checks(checks: Sequence[ProjectCheck]) -> dict[str, static_checks.StaticReport]:
    """The report of each check, by its name."""
    return {one.name: one.run() for one in checks}


def newly_found(
    before: Mapping[str, static_checks.StaticReport], after: Mapping[str, static_checks.StaticReport]
) -> list[str]:
    """What reports say that the earlier ones do not: findings, and checks that can no longer be run."""
    found = []
    for name, report in after.items():
        known = before.get(name, static_checks.StaticReport())
        found += [one.describe() for one in report.new_findings(known)]
        found += [f"{name} no longer runs: {notice}" for notice in report.notices if known.ran]
    return found
