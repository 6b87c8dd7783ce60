"""Runs the linters and type checkers that a project configures on some of its files, contained like its tests."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.sandbox import installation_folders
from testfix_pipeline.execution.processes.supervisor import Completed, ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.execution.static_checks.cargo_tools import CARGO_TOOLS
from testfix_pipeline.execution.static_checks.go_tools import GO_TOOLS
from testfix_pipeline.execution.static_checks.javascript_imports import unresolved_imports
from testfix_pipeline.execution.static_checks.npm_tools import NPM_TOOLS
from testfix_pipeline.execution.static_checks.static_tools import TOOLS, StaticFinding, StaticTool

ALL_TOOLS: tuple[StaticTool, ...] = (*TOOLS, *NPM_TOOLS, *GO_TOOLS, *CARGO_TOOLS)

_SECONDS = 180.0
"""Of one tool's run. mypy without a cache needs 34 s of processor time for the 90,000 lines of this project."""
_OUTPUT = 64 << 20
_LONGEST_LINE = 256
"""Bytes of a script's first line, as in Linux."""


@dataclass(frozen=True)
class ConfiguredTool:
    """A tool that a project configures. `folder`: where, in the tree; `file`: by which file; `program`: None where it
    is not installed.
    """

    tool: StaticTool
    folder: Path
    file: str
    program: Path | None

    @property
    def missing(self) -> str:
        """Why the tool can't be used, as a notice with the next step; "" where it is installed."""
        if self.program is not None:
            return ""
        name = self.tool.name
        return (
            f"{name} is configured in {self.file} and not installed: its findings are not checked. "
            f"Install {name} in the project's environment."
        )


@dataclass(frozen=True)
class StaticReport:
    """What the configured tools say. `ran` names those that gave a report, `notices` say why the others gave none."""

    findings: tuple[StaticFinding, ...] = ()
    ran: tuple[str, ...] = ()
    notices: tuple[str, ...] = field(default=())

    def new_against(self, before: StaticReport) -> list[StaticFinding]:
        """The findings that `before` lacks. A finding that only moved to another line is not new."""
        known = Counter(map(_identity, before.findings))
        return [one for one in self.findings if not _taken(known, _identity(one))]


def _identity(finding: StaticFinding) -> tuple[str, str, str, str]:
    return finding.tool, finding.file, finding.rule, finding.message


def _taken(known: Counter[tuple[str, str, str, str]], identity: tuple[str, str, str, str]) -> bool:
    known[identity] -= 1
    return known[identity] >= 0


def configured_tools(project: TargetProject, tree: Path) -> list[ConfiguredTool]:
    """The tools that the project in `tree` configures, in its own folder or above it up to the repository's root.

    Some are configured by each package: those of packages that have tests count, too.
    """
    root = project.root(tree)
    packages = [root, *(root / suite.folder for suite in project.suites if suite.folder)]
    found = (
        _nearest(tool, folder, project, tree)
        for tool in ALL_TOOLS
        for folder in (packages if tool.by_package else [root])
    )
    return list({(one.tool.name, one.folder): one for one in found if one is not None}.values())


def _nearest(tool: StaticTool, folder: Path, project: TargetProject, tree: Path) -> ConfiguredTool | None:
    """A tool by the first configuration in a folder or above it; None where there is none up to the tree's root."""
    for place in _upwards(folder, tree):
        name = tool.configured_in(place)
        if name:
            program = _program(tool.program, place, project, tree, tool.in_node_modules)
            return ConfiguredTool(tool, place, name, program)
    return None


def _upwards(folder: Path, tree: Path) -> list[Path]:
    """A folder, then those above it up to the tree's root."""
    return [folder, *(above for above in folder.parents if above == tree or tree in above.parents)]


def _program(name: str, folder: Path, project: TargetProject, tree: Path, in_node_modules: bool = False) -> Path | None:
    """Where a tool is installed: beside the project's interpreter, in its node_modules, else on the PATH.

    Of what is an npm package only the project's own version is used.
    """
    places = [] if in_node_modules else [project.interpreter.parent]
    bases = [*_upwards(folder, tree), project.root(tree), project.origin]
    places += [base / "node_modules" / ".bin" for base in bases if base]
    beside = (place / name for place in places)
    found = next((path for path in beside if path.is_file()), None)
    elsewhere = None if found or in_node_modules else shutil.which(name)
    return found.absolute() if found else Path(elsewhere).absolute() if elsewhere else None


def check_files(project: TargetProject, tree: Path, files: Iterable[str], cache: Path) -> StaticReport:
    """What the project's own tools say of `files`, relative to its root; files that are not there are left out.

    In `tree` (a checkout) nothing is written; `cache` is a folder that the tools may write to, to be quick the next
    time. A tool that is missing, breaks or takes longer than three minutes gives a notice and no findings.
    """
    root = project.root(tree)
    present = sorted({path for path in files if (root / path).is_file()})
    reports = [
        _checked(one, project, tree, wanted, cache) for one, wanted in _tools_of_files(project, tree, present).items()
    ]
    return StaticReport(
        tuple(finding for report in reports for finding in report.findings)
        + tuple(unresolved_imports(tree, root, present)),
        tuple(name for report in reports for name in report.ran),
        tuple(notice for report in reports for notice in report.notices),
    )


def _tools_of_files(project: TargetProject, tree: Path, files: Sequence[str]) -> dict[ConfiguredTool, list[str]]:
    """The files that each tool reads, by the configuration that counts for them; tools that read none have none."""
    root = project.root(tree)
    found: dict[ConfiguredTool, list[str]] = {one: [] for one in configured_tools(project, tree)}
    for tool in ALL_TOOLS:
        for path in files:
            folder = (root / path).parent if tool.by_package else root
            one = _nearest(tool, folder, project, tree) if path.endswith(tool.suffixes) else None
            if one is not None:
                found.setdefault(one, []).append(path)
    return found


def _checked(
    one: ConfiguredTool, project: TargetProject, tree: Path, wanted: Sequence[str], cache: Path
) -> StaticReport:
    if one.program is None:
        return StaticReport(notices=(one.missing,))
    if not wanted:
        return StaticReport()
    cache.mkdir(parents=True, exist_ok=True)
    root = project.root(tree)
    seen = [(root / path).relative_to(one.folder).as_posix() for path in wanted]
    program = one.program.resolve() if one.tool.in_node_modules else one.program
    argv = [str(program), *one.tool.arguments(one.folder, seen, project, cache)]
    try:
        done = run(
            argv,
            cwd=one.folder,
            env=clean_environment((), one.tool.environment(cache)),
            limits=ProcessLimits(_SECONDS, output_bytes=_OUTPUT),
            policy=_policy(project, tree, one.tool, program),
            writable=[cache],
        )
    except MeasurementError as error:
        return StaticReport(notices=(f"{one.tool.name} could not be run: {error.what}",))
    return _read(one, done, root, set(wanted))


def _policy(project: TargetProject, tree: Path, tool: StaticTool, program: Path) -> SandboxPolicy:
    """The project's sandbox, in which a tool also sees the whole tree, what it needs, and its own interpreter."""
    policy, interpreter = target_policy(project), _interpreter(program)
    needed = set(installation_folders(interpreter)) if interpreter is not None else set()
    needed |= {tree, *tool.read_folders()}
    needed |= {folder for folder in program.parents if folder.name == "node_modules"}  # a linked one lies elsewhere
    return replace(policy, read=(*policy.read, *sorted(map(str, needed))))


def _interpreter(program: Path) -> Path | None:
    """The program that runs a script, by its first line; None where there is none, as for a program of its own."""
    with program.open("rb") as file:
        words = file.readline(_LONGEST_LINE).decode(errors="replace").removeprefix("#!").split()
    if not words or not words[0].startswith("/"):
        return None
    found = shutil.which(words[-1]) if Path(words[0]).name == "env" else words[0]
    return Path(found) if found else None


def _read(one: ConfiguredTool, done: Completed, root: Path, wanted: set[str]) -> StaticReport:
    """The findings in the wanted files, or a notice where the tool gave no report."""
    name, report = one.tool.name, done.log if one.tool.reads_log else done.stdout
    try:
        found = list(_in_project(one.tool.findings(report.decode(errors="replace"), one.folder), one.folder, root))
    except (ValueError, KeyError, TypeError, AttributeError):
        found = []
        said = "its report can't be read"
    else:
        said = "" if found or done.returncode == 0 else "it ended without a report"
    if said or done.timed_out:
        last = done.log.decode(errors="replace").strip().splitlines()[-1:] or [""]
        why = f"it did not end in {_SECONDS:g} s" if done.timed_out else said
        return StaticReport(notices=(f"{name} could not check the code: {why}. {last[0][:200]}".strip(),))
    return StaticReport(tuple(each for each in found if each.file in wanted), (name,))


def _in_project(findings: Iterable[StaticFinding], folder: Path, root: Path) -> Iterator[StaticFinding]:
    """The findings by paths relative to the project, where the tool was run in a folder above or below it."""
    for finding in findings:
        place = Path(os.path.normpath(folder / finding.file))
        yield replace(finding, file=place.relative_to(root).as_posix()) if place.is_relative_to(root) else finding
