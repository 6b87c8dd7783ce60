"""Names that are not defined: a missing import, or one that names the wrong thing."""

from __future__ import annotations

import ast
import functools
import importlib
import re
import sys
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, by_similarity, stored_names
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import remembered

MODULES = (
    "collections", "functools", "itertools", "typing", "dataclasses", "pathlib", "datetime", "zoneinfo",
    "decimal", "fractions", "enum", "abc", "contextlib", "copy", "math", "statistics", "random", "operator",
    "bisect", "heapq", "string", "threading", "queue", "time", "io", "textwrap", "types", "uuid", "hashlib",
    "urllib.parse", "difflib", "collections.abc",
)  # fmt: skip
"""Modules of the standard library from which names are imported, the likeliest first."""


@functools.cache
def homes_of(name: str) -> tuple[str, ...]:
    """The modules of the standard library that offer a name."""
    offered = ((module, importlib.import_module(module)) for module in MODULES)
    return tuple(home for home, module in offered if name in getattr(module, "__all__", vars(module)))


def undefined(target: PythonEditSite) -> list[str]:
    """The names that failures say are not defined."""
    text = "\n".join(target.failure_evidence.messages)
    return sorted(set(re.findall(r"name '(\w+)' is not defined", text)))


def missing(target: PythonEditSite) -> Iterator[Edit]:
    """An import for an undefined name, put behind the file's last top-level import (or its docstring)."""
    for name in undefined(target):
        if any(isinstance(n, ast.Name) and n.id == name for n in target.nodes):
            at = behind_imports(target.source)
            for rank, line in enumerate(_lines(target, name)):
                text = line + target.source.newline
                prior = 0.95 / (1 + 0.2 * rank)
                yield Edit(target.source.path, at, at, text, "import.added", prior, target.stmt.lineno, line)


def behind_imports(source: SourceFile) -> int:
    """Where a further import goes: behind the last one at the top level, else behind the docstring."""
    at = 0
    for stmt in source.tree.body:
        docstring = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
        if isinstance(stmt, (ast.Import, ast.ImportFrom)) or (docstring and at == 0):
            at = source.block(stmt)[1]
    return at


def _lines(target: PythonEditSite, name: str) -> Iterator[str]:
    for source in target.project:
        yield from _seen_imports(source, name)
    if name in sys.stdlib_module_names:
        yield f"import {name}"
    for home in homes_of(name):
        yield f"from {home} import {name}"
    for source in target.project:
        if source is not target.source and name in _defined(source):
            module = source.path.removesuffix(".py").removesuffix("/__init__").removeprefix("src/").replace("/", ".")
            yield f"from {module} import {name}"


def _seen_imports(source: SourceFile, name: str) -> Iterator[str]:
    """How a file of the project imports this name, relative imports left out."""
    for stmt in source.tree.body:
        if not isinstance(stmt, (ast.Import, ast.ImportFrom)) or (isinstance(stmt, ast.ImportFrom) and stmt.level):
            continue
        for alias in stmt.names:
            if (alias.asname or alias.name) == name:
                named = alias.name + (f" as {alias.asname}" if alias.asname else "")
                yield f"from {stmt.module} import {named}" if isinstance(stmt, ast.ImportFrom) else f"import {named}"


def _defined(source: SourceFile) -> set[str]:
    names = {
        stmt.name
        for stmt in source.tree.body
        if isinstance(stmt, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef))
    }
    stored = (stored_names(stmt) for stmt in source.tree.body if isinstance(stmt, (ast.Assign, ast.AnnAssign)))
    return names.union(*stored)


def wrong(target: PythonEditSite) -> Iterator[Edit]:
    """`from m import x` where the project's m has no x but something like it; `as` keeps the name that is used."""
    stmt = target.stmt
    if not isinstance(stmt, ast.ImportFrom) or not stmt.module:
        return
    tail = stmt.module.rsplit(".", 1)[-1]
    homes = [
        s for s in target.project if s.path.rsplit("/", 1)[-1] == f"{tail}.py" or s.path.endswith(f"{tail}/__init__.py")
    ]
    known = {name for home in homes for name in (*bound_names(home.tree), *_beside(target, home))}
    for alias in stmt.names if homes else ():
        if alias.name in known:
            continue
        for home in homes:
            for rank, other in enumerate(by_similarity(alias.name, sorted(_defined(home)))[:4]):
                prior = 0.7 / (1 + 0.5 * rank)
                used = f"{other} as {alias.asname or alias.name}"
                yield target.replace(alias, used, "import.changed", prior, f"{alias.name} -> {other}")
                yield target.replace(alias, other, "import.changed", prior * 0.8, f"{alias.name} -> {other}")


@remembered(64)
def imported(source: SourceFile) -> Mapping[str, str]:
    """The names that the imports at the head of the module bind, with what they stand for: `copy.deepcopy`."""
    found = {}
    for stmt in source.tree.body:
        if isinstance(stmt, (ast.Import, ast.ImportFrom)):
            home = f"{stmt.module}." if isinstance(stmt, ast.ImportFrom) else ""
            for alias in stmt.names:
                name = alias.asname or alias.name.partition(".")[0]  # `import os.path` binds os
                found[name] = home + (alias.name if alias.asname or home else name)
    return found


def _beside(target: PythonEditSite, home: SourceFile) -> set[str]:
    """The modules of a package, by the file that it begins with."""
    folder = home.path.removesuffix("__init__.py") if home.path.endswith("__init__.py") else ""
    below = (one.path.removeprefix(folder) for one in target.project if folder and one.path.startswith(folder))
    return {path.partition("/")[0].removesuffix(".py") for path in below}


def brought(source: SourceFile, module: str, name: str) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """How a name of a module is said in a file, and the spans that import it where nothing does yet."""
    for stmt in source.tree.body:
        if isinstance(stmt, ast.ImportFrom) and stmt.module == module and not stmt.level:
            known = {alias.name: alias.asname or alias.name for alias in stmt.names}
            at = source.span(stmt)[1]
            if name in known:
                return known[name], ()
            if not source.text[:at].endswith(")"):
                return name, ((at, at, f", {name}"),)
        if isinstance(stmt, ast.Import):
            for alias in stmt.names:
                if alias.name == module:
                    return f"{alias.asname or module}.{name}", ()
    at = behind_imports(source)
    return name, ((at, at, f"from {module} import {name}{source.newline}"),)
