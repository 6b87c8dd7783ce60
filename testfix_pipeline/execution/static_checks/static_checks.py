"""Runs the linters and type checkers that a project configures on some of its files, in the project's sandbox."""

from __future__ import annotations

import functools
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.build_cache import shared_build_cache
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.sandbox import installation_folders
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.execution.static_checks.cargo_tools import CARGO_TOOLS
from testfix_pipeline.execution.static_checks.go_tools import GO_TOOLS
from testfix_pipeline.execution.static_checks.javascript_imports import folders_upwards, unresolved_imports
from testfix_pipeline.execution.static_checks.npm_scripts import CheckCall
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
    is not installed. `call`: how scripts call it; `unread`: scripts that do, and none of which can be read.
    """

    tool: StaticTool
    folder: Path
    file: str
    program: Path | None
    call: CheckCall | None = None
    unread: str = ""

    @property
    def missing(self) -> str:
        """The notice that the tool is not installed or how it is called is unknown, with the next step; else ""."""
        name = self.tool.name
        if self.unread:
            does = f"The npm script {self.unread} calls {name} in a way that is not read: its findings are not checked."
            return f"{does} Give the call a script of its own."
        if self.program is not None:
            return ""
        return (
            f"{name} is configured in {self.file} and not installed: its findings are not checked. "
            f"Install {self.tool.program} in the project's environment."
        )


@dataclass(frozen=True)
class StaticReport:
    """The findings of the configured tools. `ran`: tools that gave a report; `notices`: why others gave none."""

    findings: tuple[StaticFinding, ...] = ()
    ran: tuple[str, ...] = ()
    notices: tuple[str, ...] = field(default=())

    def new_findings(self, before: StaticReport) -> list[StaticFinding]:
        """The findings that `before` lacks; one that only moved to another line is not new."""
        known = Counter(map(_identity, before.findings))
        return [one for one in self.findings if not _take_one(known, _identity(one))]


def _identity(finding: StaticFinding) -> tuple[str, str, str, str]:
    return finding.tool, finding.file, finding.rule, finding.message


def _take_one(known: Counter[tuple[str, str, str, str]], identity: tuple[str, str, str, str]) -> bool:
    known[identity] -= 1
    return known[identity] >= 0


def configured_tools(
    project: TargetProject, tree: Path, tools: Sequence[StaticTool] = ALL_TOOLS, *, called: bool = False
) -> list[ConfiguredTool]:
    """The tools that the project in `tree` configures, in its own folder or above it up to the repository's root.

    Some are configured by each package: those of packages that have tests count, too. called: also those that
    pre-commit or a script calls without a configuration.
    """
    root = project.root(tree)
    packages = [root, *(root / suite.folder for suite in project.suites if suite.folder)]
    found = (
        _nearest_configuration(tool, folder, project, tree, called)
        for tool in tools
        for folder in (packages if tool.by_package else [root])
    )
    return list({(one.tool.name, one.folder): one for one in found if one is not None}.values())


def _nearest_configuration(
    tool: StaticTool, folder: Path, project: TargetProject, tree: Path, called: bool = False
) -> ConfiguredTool | None:
    """The tool by the configuration in the innermost folder up to the tree's root; None if there is none."""
    for place in folders_upwards(folder, tree):
        name = tool.asked_for_in(place) if called else tool.configured_in(place)
        if name:
            program = find_program(tool.program, place, project, tree, tool.in_node_modules)
            call, unread = tool.call_in(place) if called else (None, [])
            return ConfiguredTool(tool, place, name, program, call, "" if call else ", ".join(unread))
    return None


def find_program(
    name: str, folder: Path, project: TargetProject, tree: Path, in_node_modules: bool = False
) -> Path | None:
    """The tool's program: beside the project's interpreter, in its node_modules, or on the PATH; else None.

    Of what is an npm package only the project's own version is used.
    """
    places = [] if in_node_modules else [project.interpreter.parent]
    bases = [*folders_upwards(folder, tree), project.root(tree), project.origin]
    places += [base / "node_modules" / ".bin" for base in bases if base]
    beside = (place / name for place in places)
    found = next((path for path in beside if path.is_file()), None)
    elsewhere = None if found or in_node_modules else shutil.which(name)
    return found.absolute() if found else Path(elsewhere).absolute() if elsewhere else None


def check_files(project: TargetProject, tree: Path, files: Iterable[str], cache: Path) -> StaticReport:
    """Run the project's own tools on `files`, relative to its root; missing files are left out.

    In `tree` (a checkout) nothing is written; `cache` is a folder that the tools may write to, to be quick the next
    time. A tool that is missing, breaks or takes longer than three minutes gives a notice and no findings.
    """
    root = project.root(tree)
    present = sorted({path for path in files if (root / path).is_file()})
    reports = [
        run_tool(one, project, tree, wanted, cache) for one, wanted in tools_of_files(project, tree, present).items()
    ]
    return StaticReport(
        tuple(finding for report in reports for finding in report.findings)
        + tuple(unresolved_imports(tree, root, present)),
        tuple(name for report in reports for name in report.ran),
        tuple(notice for report in reports for notice in report.notices),
    )


def tools_of_files(
    project: TargetProject,
    tree: Path,
    files: Sequence[str],
    tools: Sequence[StaticTool] = ALL_TOOLS,
    *,
    called: bool = False,
) -> dict[ConfiguredTool, list[str]]:
    """The files that each tool checks, by the nearest configuration; none for a tool without files."""
    root = project.root(tree)
    found: dict[ConfiguredTool, list[str]] = {one: [] for one in configured_tools(project, tree, tools, called=called)}
    for tool in tools:
        nearest = functools.cache(
            functools.partial(_nearest_configuration, tool, project=project, tree=tree, called=called)
        )
        for path in files:
            folder = (root / path).parent if tool.by_package else root
            one = nearest(folder) if path.endswith(tool.suffixes) else None
            if one is not None:
                found.setdefault(one, []).append(path)
    return found


def run_tool(
    tool: ConfiguredTool, project: TargetProject, tree: Path, wanted: Sequence[str], cache: Path, *, whole: bool = False
) -> StaticReport:
    """The tool's findings in the wanted files, which are all files of the project if it is asked as a `whole`.

    Then it has at most the time that the session has left: raises BudgetSpent where that is none.
    """
    if tool.missing:
        return StaticReport(notices=(tool.missing,))
    if not wanted:
        return StaticReport()
    root = project.root(tree)
    seen = ["."] if whole and tool.tool.by_folder else _seen_by_tool(tool, root, wanted)
    asked = tool.call.paths if tool.call and tool.call.paths else seen
    arguments = tool.tool.arguments(tool.folder, asked, project, cache)
    seconds = project.deadline.bound(_SECONDS) if whole else _SECONDS
    try:
        done = _start(tool, project, tree, arguments, cache, seconds)
    except MeasurementError as error:
        return StaticReport(notices=(f"{tool.tool.name} could not be run: {error.what}",))
    return _read_report(tool, done, root, set(wanted))


def fix_by_tool(tool: ConfiguredTool, project: TargetProject, tree: Path, files: Sequence[str], cache: Path) -> str:
    """Let the tool apply its safe fixes to files in `tree`; return why that was not possible, "" if it was.

    Raises BudgetSpent where the session has no time left.
    """
    arguments = [*tool.tool.fix, *_seen_by_tool(tool, project.root(tree), files)]
    seconds = project.deadline.bound(_SECONDS)
    try:
        done = _start(tool, project, tree, arguments, cache, seconds, writable=[tree])
    except MeasurementError as error:
        return f"{tool.tool.name} could not be run: {error.what}"
    return f"{tool.tool.name} did not end in {_SECONDS:g} s." if done.timed_out else ""


def _seen_by_tool(tool: ConfiguredTool, root: Path, files: Sequence[str]) -> list[str]:
    """Files of the project by their paths from the folder in which the tool runs."""
    return [(root / path).relative_to(tool.folder).as_posix() for path in files]


def _start(
    tool: ConfiguredTool,
    project: TargetProject,
    tree: Path,
    arguments: Sequence[str],
    cache: Path,
    seconds: float,
    writable: Sequence[Path] = (),
) -> ProcessResult:
    """Run the installed tool, with its scripts' options, in the project's sandbox. Raises MeasurementError."""
    assert tool.program is not None
    if tool.tool.build_cache:
        cache = shared_build_cache(tool.tool.build_cache, target_policy(project)) or cache
    cache.mkdir(parents=True, exist_ok=True)
    program = tool.program.resolve() if tool.tool.in_node_modules else tool.program
    return run(
        [str(program), *(tool.call.arguments(list(arguments)) if tool.call else arguments)],
        cwd=tool.folder,
        env=clean_environment((), tool.tool.environment(cache)),
        limits=ProcessLimits(seconds, output_bytes=_OUTPUT),
        policy=policy_of(project, tree, program, tool.tool.read_folders()),
        writable=[cache, *writable],
    )


def policy_of(project: TargetProject, tree: Path, program: Path, folders: Iterable[Path] = ()) -> SandboxPolicy:
    """The project's sandbox, in which a program also sees the whole tree, its own interpreter, and `folders`."""
    policy, interpreter = target_policy(project), _script_interpreter(program)
    needed = set(installation_folders(interpreter)) if interpreter is not None else set()
    needed |= {tree, *folders}
    needed |= {folder for folder in program.parents if folder.name == "node_modules"}  # a linked one lies elsewhere
    return replace(policy, read=(*policy.read, *sorted(map(str, needed))))


def _script_interpreter(program: Path) -> Path | None:
    """The program in a script's first line; None if it has none."""
    with program.open("rb") as file:
        words = file.readline(_LONGEST_LINE).decode(errors="replace").removeprefix("#!").split()
    if not words or not words[0].startswith("/"):
        return None
    found = shutil.which(words[-1]) if Path(words[0]).name == "env" else words[0]
    return Path(found) if found else None


def _read_report(one: ConfiguredTool, done: ProcessResult, root: Path, wanted: set[str]) -> StaticReport:
    """The findings in the wanted files, or a notice if the tool gave no report."""
    name, report = one.tool.name, done.log if one.tool.reads_log else done.stdout
    try:
        found = list(
            _relative_findings(one.tool.findings(report.decode(errors="replace"), one.folder), one.folder, root)
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        found = []
        said = "its report can't be read"
    else:
        said = "" if found or done.returncode == 0 else "it ended without a report"
    if said or done.timed_out:
        last = done.log.decode(errors="replace").replace(f"{one.folder}/", "").strip().splitlines()[-1:] or [""]
        why = f"it did not end in {_SECONDS:g} s" if done.timed_out else said
        return StaticReport(notices=(f"{name} could not check the code: {why}. {last[0][:200]}".strip(),))
    names = {os.fsencode(path).decode(errors="replace"): path for path in wanted}  # as tools print them
    return StaticReport(tuple(replace(one, file=names[one.file]) for one in found if one.file in names), (name,))


def _relative_findings(findings: Iterable[StaticFinding], folder: Path, root: Path) -> Iterator[StaticFinding]:
    """The findings by paths relative to the project, for a tool that ran in another folder."""
    for finding in findings:
        place = Path(os.path.normpath(folder / finding.file))
        yield replace(finding, file=place.relative_to(root).as_posix()) if place.is_relative_to(root) else finding
