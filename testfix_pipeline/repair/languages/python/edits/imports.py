"""Imports for undefined names, and corrections of imports of names that do not exist."""

from __future__ import annotations

import ast
import functools
import importlib
import re
import sys
from collections.abc import Iterator, Mapping

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names, by_similarity, module_names
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

MODULES = (
    "collections", "functools", "itertools", "typing", "dataclasses", "pathlib", "datetime", "zoneinfo",
    "decimal", "fractions", "enum", "abc", "contextlib", "copy", "math", "statistics", "random", "operator",
    "bisect", "heapq", "string", "threading", "queue", "time", "io", "textwrap", "types", "uuid", "hashlib",
    "urllib.parse", "difflib", "collections.abc",
)  # fmt: skip
"""Modules of the standard library from which names are imported, the likeliest first."""


@functools.cache
def standard_modules_with(name: str) -> tuple[str, ...]:
    """The modules of the standard library that define a name."""
    offered = ((module, importlib.import_module(module)) for module in MODULES)
    return tuple(home for home, module in offered if name in getattr(module, "__all__", vars(module)))


def undefined_names(target: PythonEditSite) -> list[str]:
    """The names that the failure messages say are not defined."""
    text = "\n".join(target.failure_evidence.messages)
    return sorted(set(re.findall(r"name '(\w+)' is not defined", text)))


def propose_missing_imports(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes an import for an undefined name, after the file's last top-level import or its docstring."""
    for name in undefined_names(target):
        if any(isinstance(n, ast.Name) and n.id == name for n in target.nodes):
            at = end_of_imports(target.source)
            lines = (line for line in _import_statements(target, name) if _fits(target.source, name, line))
            for rank, line in enumerate(dict.fromkeys(lines)):
                text = line + target.source.newline
                prior = 0.95 / (1 + 0.2 * rank)
                yield Edit(target.source.path, at, at, text, "import.added", prior, target.stmt.lineno, line)


def end_of_imports(source: SourceFile) -> int:
    """The offset for a further import: after the last top-level import, else after the docstring."""
    at = 0
    for stmt in source.tree.body:
        docstring = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant)
        if isinstance(stmt, (ast.Import, ast.ImportFrom)) or (docstring and at == 0):
            at = source.block(stmt)[1]
    return at


def _import_statements(target: PythonEditSite, name: str) -> Iterator[str]:
    """Yields import statements for a name: as in the project, from the standard library, from the project's modules."""
    for source in target.project:
        yield from _existing_imports(source, name)
    if name in sys.stdlib_module_names:
        yield from (f"import {name}", f"from {name} import {name}")
    for home in standard_modules_with(name):
        yield f"from {home} import {name}"
    for source in target.project:
        if source is not target.source and name in _defined_names(source):
            module = source.path.removesuffix(".py").removesuffix("/__init__").removeprefix("src/").replace("/", ".")
            yield f"from {module} import {name}"


def _fits(source: SourceFile, name: str, line: str) -> bool:
    """Whether a file uses a name as it may what an import statement gives it: of a module only attributes are read."""
    nodes = [*ast.walk(source.tree)]
    owners = {id(one.value): one.attr for one in nodes if isinstance(one, ast.Attribute)}
    uses = {owners.get(id(one)) for one in nodes if isinstance(one, ast.Name) and one.id == name}
    (imported,) = imported_names(python_code.parse(line).body)
    known = importlib.import_module(imported.module) if imported.module in MODULES else None
    if (not imported.member and None in uses) or (imported.member == imported.module and not known and uses != {None}):
        return False
    given = getattr(known, imported.member, None) if imported.member else known
    return given is None or all(hasattr(given, attribute) for attribute in uses if attribute)


def _existing_imports(source: SourceFile, name: str) -> Iterator[str]:
    """Yields the absolute imports of a name in a file of the project."""
    imported = imported_names(source.tree.body)
    return (one.statement for one in imported if one.spelling == name and not one.level)


def _defined_names(source: SourceFile) -> set[str]:
    return {name for names in module_names(source) for name in names}


def propose_import_corrections(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a similar name where `from m import x` names none of the project's module m; `as` keeps the
    used name."""
    stmt = target.stmt
    if not isinstance(stmt, ast.ImportFrom) or not stmt.module:
        return
    tail = stmt.module.rsplit(".", 1)[-1]
    homes = [
        s for s in target.project if s.path.rsplit("/", 1)[-1] == f"{tail}.py" or s.path.endswith(f"{tail}/__init__.py")
    ]
    if not homes:
        yield from _near_modules(target, stmt, tail)
    known = {name for home in homes for name in (*bound_names(home.tree), *_modules_of_package(target, home))}
    for alias in stmt.names if homes else ():
        if alias.name in known:
            continue
        for home in homes:
            for rank, other in enumerate(by_similarity(alias.name, sorted(_defined_names(home)))[:4]):
                prior = 0.7 / (1 + 0.5 * rank)
                import_text = f"{other} as {alias.asname or alias.name}"
                yield target.replace(alias, import_text, "import.changed", prior, f"{alias.name} -> {other}")
                yield target.replace(alias, other, "import.changed", prior * 0.8, f"{alias.name} -> {other}")


def _near_modules(target: PythonEditSite, stmt: ast.ImportFrom, tail: str) -> Iterator[Edit]:
    """Proposes the one module of the project that defines all imported names, if it has a similar name, for one that is
    not there; nothing where several do, as no test tells them apart."""
    wanted, parent = {alias.name for alias in stmt.names}, (stmt.module or "").rpartition(".")[0].replace(".", "/")
    beside = [one for one in target.project if f"/{one.path}".rpartition("/")[0].endswith(parent)]
    stems = {one.path.rpartition("/")[2].removesuffix(".py") for one in beside if wanted <= _defined_names(one)}
    named = re.compile(r"from\s+[\w.]+").match(target.source.text, target.source.span(stmt)[0])
    end = named.end() if named is not None else 0
    for other in by_similarity(tail, sorted(stems)) if end and len(stems) == 1 else ():
        yield target.splice(end - len(tail), end, other, "import.changed", 0.7, f"{tail} -> {other}")


@cached_per_search(64)
def top_level_imports(source: SourceFile) -> Mapping[str, str]:
    """The names that a module's top-level imports bind, with the full names of the imported objects:
    `copy.deepcopy`."""
    return {one.name: one.full for one in imported_names(source.tree.body)}


def _modules_of_package(target: PythonEditSite, home: SourceFile) -> set[str]:
    """The names of the modules in a package, given its `__init__.py`."""
    folder = home.path.removesuffix("__init__.py") if home.path.endswith("__init__.py") else ""
    below = (one.path.removeprefix(folder) for one in target.project if folder and one.path.startswith(folder))
    return {path.partition("/")[0].removesuffix(".py") for path in below}


def reference_and_import(source: SourceFile, module: str, name: str) -> tuple[str, tuple[tuple[int, int, str], ...]]:
    """(the expression for a module's name in a file, the edits that import it if nothing does yet)."""
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
    at = end_of_imports(source)
    return name, ((at, at, f"from {module} import {name}{source.newline}"),)
