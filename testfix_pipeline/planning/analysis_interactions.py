"""Layers 2 and 3 of the analysis: which modules work together, what they need from outside, and whole journeys."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.plan_records import CoverageStats
from testfix_pipeline.planning.scanner.imported import wanted
from testfix_pipeline.planning.scanner.project_modules import ProjectModules
from testfix_pipeline.planning.scanner.source import FunctionNode, Source, dotted

_SERVICES = {
    **dict.fromkeys(("requests", "httpx", "aiohttp", "urllib3", "http"), "an HTTP service"),
    **dict.fromkeys(("sqlite3", "psycopg2", "psycopg", "pymysql", "sqlalchemy", "pymongo", "redis"), "a database"),
    **dict.fromkeys(("smtplib", "imaplib", "ftplib", "paramiko", "socket"), "a server in the network"),
    **dict.fromkeys(("boto3", "botocore"), "a cloud service"),
    "subprocess": "another program",
}
_ROUTES = {"route", "get", "post", "put", "delete", "patch", "command", "task"}


@dataclass(frozen=True)
class Interaction:
    """`user` works with `used`: another file of the project, or a service outside. `covered`: tests run those lines."""

    user: str
    used: str
    names: tuple[str, ...]
    external: bool
    covered: bool


def interactions(root: Path, sources: Sequence[Source], coverage: CoverageStats) -> list[Interaction]:
    """What each of `sources` uses of other modules of the project, and of services."""
    project = ProjectModules(root)
    found: dict[tuple[str, str, bool], set[str]] = defaultdict(set)
    for source in sources:
        for item in wanted(source):
            file = None if item.used else project.file_of(item)
            if file and file != source.path and not file.endswith("__init__.py"):
                found[source.path, file, False].add(item.name or item.module.rpartition(".")[2])
            elif not item.level and item.top in _SERVICES and project.answer(item) in ("foreign", "somewhere"):
                found[source.path, _SERVICES[item.top], True].add(item.top)
    by_path = {source.path: source for source in sources}
    return [
        Interaction(user, used, tuple(sorted(names)), external, _covered(by_path[user], names, coverage))
        for (user, used, external), names in sorted(found.items())
    ]


def _covered(source: Source, names: set[str], coverage: CoverageStats) -> bool:
    """Whether tests run every line that uses one of the names; unknown counts as not covered."""
    measured = coverage.files.get(source.path)
    if coverage.source != "measured" or measured is None:
        return False
    uses = {node.lineno for node in source.nodes if isinstance(node, ast.Name) and node.id in names}
    return bool(uses) and uses.isdisjoint(measured.missing_lines)


def journeys(root: Path, sources: Sequence[Source]) -> Iterator[tuple[str, str]]:
    """File and description of each way a user comes in: scripts, main modules, commands, routes."""
    for name, target in _scripts(root):
        yield f"{target.partition(':')[0].replace('.', '/')}.py", f"`{name}` from its command line to its output"
    for source in sources:
        for node in source.nodes:
            if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
                yield source.path, f"`python {source.path}` from its arguments to its output"
            elif isinstance(node, FunctionNode) and (how := _entry(node)):
                yield source.path, f"{how} from request to answer"


def _scripts(root: Path) -> list[tuple[str, str]]:
    try:
        project = tomllib.loads((root / "pyproject.toml").read_text(errors="replace")).get("project", {})
    except (OSError, tomllib.TOMLDecodeError):
        return []
    scripts = project.get("scripts", {})
    return [(str(name), str(target)) for name, target in scripts.items()] if isinstance(scripts, dict) else []


def _entry(function: FunctionNode) -> str:
    for decorator in function.decorator_list:
        name = dotted(decorator.func) if isinstance(decorator, ast.Call) else ""
        if isinstance(decorator, ast.Call) and "." in name and name.rpartition(".")[2] in _ROUTES:
            first = decorator.args[0] if decorator.args else None
            path = str(first.value) if isinstance(first, ast.Constant) else function.name
            return f"{name} `{path}`"
    return ""
