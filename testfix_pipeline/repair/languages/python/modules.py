"""The names that a project's modules bind, and the modules that an import statement reads."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import PurePosixPath

from testfix_pipeline.core.python_code import FunctionNode, stored_names
from testfix_pipeline.core.python_imports import ImportedName, imported_names
from testfix_pipeline.repair.languages.python.source import SourceFile, is_docstring, own_nodes
from testfix_pipeline.repair.model.sources import Sources


class Modules:
    """The Python modules among the sources of a tree."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._bindings: dict[str, dict[str, list[ast.stmt]]] = {}

    def file(self, path: str) -> SourceFile | None:
        """The Python file; None if it cannot be read or is in another language."""
        source = self._sources.source(path)
        return source if isinstance(source, SourceFile) else None

    def loaded(self) -> Iterator[SourceFile]:
        """The Python files that have been read."""
        return (source for source in self._sources.loaded() if isinstance(source, SourceFile))

    def neighbours(self) -> tuple[SourceFile, ...]:
        """The Python files among `Sources.neighbours`."""
        return tuple(source for source in self._sources.neighbours() if isinstance(source, SourceFile))

    def bindings(self, source: SourceFile) -> dict[str, list[ast.stmt]]:
        """The module-level statements (also under `if` and `try`) that bind or change each name."""
        if source.path not in self._bindings:
            found: dict[str, list[ast.stmt]] = {}
            for stmt in _module_level(source.tree):
                for name in _changed_names(stmt):
                    found.setdefault(name, []).append(stmt)
            self._bindings[source.path] = found
        return self._bindings[source.path]

    def imported(self, source: SourceFile, stmt: ast.ImportFrom) -> SourceFile | None:
        """The project's module that `from ... import` reads; None for modules of others."""
        return self._find(source, stmt.level, (stmt.module or "").replace(".", "/"))

    def module(self, source: SourceFile, imported: ImportedName) -> SourceFile | None:
        """The project's module that is imported; None for other things."""
        return self._find(source, imported.level, imported.whole.replace(".", "/"))

    def _find(self, source: SourceFile, level: int, relative: str) -> SourceFile | None:
        folder = PurePosixPath(source.path).parent
        parents = [folder, *folder.parents]
        places = [PurePosixPath("."), PurePosixPath("src"), folder]
        if level:
            places = [parents[min(level - 1, len(parents) - 1)]]
        names = (f"{relative}.py", f"{relative}/__init__.py") if relative else ("__init__.py",)
        found = (self.file(str(place / name)) for place in places for name in names)
        return next((source for source in found if source is not None), None)


def _module_level(node: ast.AST) -> Iterator[ast.stmt]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, (FunctionNode, ast.ClassDef)):
            continue
        if isinstance(child, ast.stmt):
            yield child
        yield from _module_level(child)


def _changed_names(stmt: ast.stmt) -> Iterator[str]:
    if isinstance(stmt, (ast.Import, ast.ImportFrom)):
        yield from (one.name for one in imported_names([stmt]))
    elif isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
        yield from _assigned_names(stmt)
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        receiver = stmt.value.func.value
        if isinstance(receiver, ast.Name):
            yield receiver.id


def _assigned_names(stmt: ast.stmt) -> Iterator[str]:
    for node in own_nodes(stmt):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name):
            yield node.value.id


def is_data(stmt: ast.stmt) -> bool:
    """Whether a statement at module or class level binds or changes a value."""
    return isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)) and not is_docstring(stmt)


def assigned_variables(stmt: ast.stmt) -> set[str]:
    """The names that a statement binds."""
    return stored_names(own_nodes(stmt))
