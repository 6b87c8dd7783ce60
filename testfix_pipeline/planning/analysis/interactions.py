"""Finds integration and end-to-end cases: modules and services that work together, and user journeys."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.plan_records import Case, CoverageStats
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.planning.analysis.routine_cases import known_result
from testfix_pipeline.planning.project.declared_commands import declared_commands
from testfix_pipeline.planning.python_code.calls import (
    CallSite,
    FailureMode,
    call_sites,
    failure_modes,
    local_spellings,
    who_handles,
)
from testfix_pipeline.planning.python_code.imported_names import needed_imports
from testfix_pipeline.planning.python_code.module_source import module_name
from testfix_pipeline.planning.python_code.project_modules import ProjectModules
from testfix_pipeline.planning.python_code.public_surface import Routine, public_surface
from testfix_pipeline.planning.python_code.source_file import Source, read_sources

_SERVICES = {
    **dict.fromkeys(("requests", "httpx", "aiohttp", "urllib3", "http"), "an HTTP service"),
    **dict.fromkeys(("sqlite3", "psycopg2", "psycopg", "pymysql", "sqlalchemy", "pymongo", "redis"), "a database"),
    **dict.fromkeys(("smtplib", "imaplib", "ftplib", "paramiko", "socket"), "a server in the network"),
    **dict.fromkeys(("boto3", "botocore"), "a cloud service"),
    "subprocess": "another program",
}
_MOST_CASES = 8
_ROUTES = {"route", "get", "post", "put", "delete", "patch", "command", "task"}


@dataclass(frozen=True)
class Interaction:
    """`user` works with `used`: another file of the project, or a service outside. `covered`: tests run those lines.

    cases: the places where it does, and what may go wrong there.
    """

    user: str
    used: str
    names: tuple[str, ...]
    external: bool
    covered: bool
    cases: tuple[Case, ...] = ()


def interactions(root: Path, sources: Sequence[Source], coverage: CoverageStats) -> list[Interaction]:
    """The interactions of each of `sources` with other modules of the project and with services."""
    project = ProjectModules(root)
    found: dict[tuple[str, str, bool], set[str]] = defaultdict(set)
    for source in sources:
        raised = _names_only_raised(source)
        for item in needed_imports(source):
            file = None if item.used else project.file_of(item)
            name = item.name or item.module.rpartition(".")[2]
            # No work is done together.
            only_raised = name in raised or name.endswith(("Error", "Exception", "Warning"))
            if file and file != source.path and not file.endswith("__init__.py") and not only_raised:
                found[source.path, file, False].add(name)
            elif not item.level and item.top in _SERVICES and project.status(item) in ("foreign", "somewhere"):
                found[source.path, _SERVICES[item.top], True].add(item.top)
    by_path = {source.path: source for source in sources}
    return [
        _interaction(root, by_path[user], used, names, external, coverage)
        for (user, used, external), names in sorted(found.items())
    ]


def _names_only_raised(source: Source) -> set[str]:
    """The imported names that a file only raises or catches, as the module that defines them spells them."""
    raised = {id(name) for node in source.nodes for name in _raised_names(node)}
    elsewhere = {node.id for node in source.nodes if isinstance(node, ast.Name) and id(node) not in raised}
    used = {node.id for node in source.nodes if isinstance(node, ast.Name)}
    return {name for name, spellings in local_spellings(source).items() if spellings <= used - elsewhere}


def _raised_names(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the names of the exceptions that a statement raises or a handler catches."""
    if isinstance(node, ast.Raise):
        error: ast.AST | None = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        while isinstance(error, ast.Attribute):
            error = error.value
        if isinstance(error, ast.Name):
            yield error
    elif isinstance(node, ast.ExceptHandler) and node.type is not None:
        yield from (each for each in ast.walk(node.type) if isinstance(each, ast.Name))


def _interaction(
    root: Path, source: Source, used: str, names: set[str], external: bool, coverage: CoverageStats
) -> Interaction:
    spellings = local_spellings(source)
    spelt = {spelling: name for name in names for spelling in spellings.get(name, {name})}
    covered = _is_covered(source, spelt, coverage)
    sites = [] if covered else [site for site in call_sites(source) if _calls_any(site, spelt)]
    cases = [] if external else _interaction_cases(root, used, sites, spelt)
    return Interaction(source.path, used, tuple(sorted(names)), external, covered, tuple(cases[:_MOST_CASES]))


def _calls_any(site: CallSite, spelt: Collection[str]) -> bool:
    return any(site.name == name or site.name.startswith(f"{name}.") for name in spelt)


def _interaction_cases(root: Path, used: str, sites: Sequence[CallSite], spelt: Mapping[str, str]) -> list[Case]:
    """The cases for each routine of the other file that is called: its result, then the errors that it may raise."""
    other = next(read_sources(root, [used], {}, tests=False), None)
    routines = {routine.name: routine for routine in public_surface(other.path, other.text)} if other else {}
    promised, failing, seen = [], [], set()
    for site in sites:
        name = spelt.get(site.name, site.name).rpartition(".")[2]
        routine = routines.get(name) or routines.get(f"{name}.__init__")
        if name in seen:
            continue
        seen.add(name)
        promised.append(_result_case(site, routine))
        failing += _error_cases(site, routine, used)
    return [*promised, *failing]


def _result_case(site: CallSite, routine: Routine | None) -> Case:
    given = f"`{site.caller or 'the module'}` calls the real `{site.text}` (line {site.line})"
    both = {"caller": site.caller, "callee": site.name}
    if routine is None:
        return Case(given=given, expected="both go on as they do now", source=f"line {site.line}", **both)
    expected, origin, source = known_result(routine)
    return Case(given=given, expected=f"gets: {expected}", origin=origin, source=source, **both)


def _error_cases(site: CallSite, routine: Routine | None, used: str) -> list[Case]:
    """The cases of the errors that the caller handles; another one passes through it, whatever it does."""
    raised = dict.fromkeys(error.kind.rpartition(".")[2] for error in routine.raises) if routine else {}
    kinds = [kind for kind in raised if site.handler_of(kind)]
    return [
        Case(given=f"`{site.name}` raises {kind} in `{site.caller or 'the module'}`", expected=who_handles(site, kind),
             source=f"line {site.line}, {used}", caller=site.caller, callee=site.name, raises=kind)
        for kind in kinds[:2]
    ]  # fmt: skip


def failure_cases(sources: Sequence[Source], coverage: CoverageStats) -> Iterator[tuple[str, bool, list[Case]]]:
    """Yield each file with whether tests run all of it, and the cases of what can fail outside of the program."""
    for source in sources:
        modes = failure_modes(source)
        if modes:
            lines = {mode.site.line for mode in modes}
            measured = coverage.files.get(source.path)
            ran = coverage.source == "measured" and measured is not None and lines.isdisjoint(measured.missing_lines)
            yield source.path, ran and all(mode.site.caught for mode in modes), [_failure_case(mode) for mode in modes]


def _failure_case(mode: FailureMode) -> Case:
    given = f"`{mode.site.text}` in `{mode.site.caller or 'the module'}`: {mode.event}"
    both = {"caller": mode.site.caller, "callee": mode.site.name, "raises": mode.error}
    return Case(given=given, expected=mode.handling, source=f"line {mode.site.line}", **both)


def _is_covered(source: Source, names: Collection[str], coverage: CoverageStats) -> bool:
    """Whether tests run every line that uses one of the names; False if that is not measured."""
    measured = coverage.files.get(source.path)
    if coverage.source != "measured" or measured is None:
        return False
    tops = {name.partition(".")[0] for name in names}
    uses = {node.lineno for node in source.nodes if isinstance(node, ast.Name) and node.id in tops}
    return bool(uses) and uses.isdisjoint(measured.missing_lines)


def journeys(root: Path, sources: Sequence[Source]) -> Iterator[tuple[str, str, Case]]:
    """Yield file, title and case of each entry point for users: scripts, main modules, commands, routes."""
    for one in declared_commands(root):
        yield one.file, f"`{one.name}` from its command line to its output", _critical_path(one.name, one.starts)
    for source in sources:
        for node in source.nodes:
            if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
                module = module_name(root, source.path)
                title = f"`python {source.path}` from its arguments to its output"
                yield source.path, title, _critical_path(module.rpartition(".")[2], module)
            elif isinstance(node, FunctionNode) and (how := _route_of(node)):
                yield source.path, f"{how} from request to answer", _critical_path("", "")


def _critical_path(command: str, starts: str) -> Case:
    return Case(given="the critical path, once", caller=command, callee=starts)


def _route_of(function: FunctionNode) -> str:
    """The decorator and path that make a function a route or a command, "" if it is none."""
    for decorator in function.decorator_list:
        name = dotted(decorator.func) if isinstance(decorator, ast.Call) else ""
        if isinstance(decorator, ast.Call) and "." in name and name.rpartition(".")[2] in _ROUTES:
            first = decorator.args[0] if decorator.args else None
            path = str(first.value) if isinstance(first, ast.Constant) else function.name
            return f"{name} `{path}`"
    return ""
