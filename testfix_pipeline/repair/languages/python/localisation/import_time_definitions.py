"""Import-time code that suspicious code depends on: constants, tables, patterns, class bodies, registrations, imports.

No test's coverage distinguishes these lines, since they run on import. They are found by the names that suspicious
statements read, through re-exports and one further definition.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_bindings import names_bound_by
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.modules import Modules, assigned_variables, is_data
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.sources import Sources

MOST_HOPS = 5
"""The number of re-exports through which a name is followed."""

CHANGING_METHODS = {"append", "add", "update", "setdefault", "extend", "insert", "register", "__setitem__"}


class Definition(NamedTuple):
    """A statement that runs on import. relation: how it was found, a key of RELATIONS."""

    source: SourceFile
    stmt: ast.stmt
    relation: str


RELATIONS = {
    "read": "binds a name that the statement reads",
    "read by a definition": "binds a name that such a definition reads",
    "imported name": "imports a name that the statement reads",
    "registered": "enters something into a table that the statement reads",
    "entering": "runs at import, for such an entry, inside the function that makes it",
    "field": "belongs to the body of a class that the statement makes an object of",
    "own class": "belongs to the body of the function's class",
    "made by": "runs at import inside a function that such a definition calls",
}


class Definitions:
    """Finds the definitions that a statement depends on; results are cached."""

    def __init__(self, sources: Sources) -> None:
        self.modules = Modules(sources)
        self._registers: dict[str, dict[str, set[str]]] = {}
        self._locals: dict[ast.AST, set[str]] = {}
        self._names: dict[tuple[str, str], list[Definition]] = {}
        self._by_field: dict[str, dict[str, list[ast.stmt]]] = {}

    def of(self, source: SourceFile, stmt: ast.stmt, function: PythonFunction | None) -> Iterator[Definition]:
        """Yields the definitions, nearest relations first; a definition may occur more than once."""
        first = list(self._read(source, stmt, function))
        yield from first
        for definition in first:
            if definition.relation == "read":
                for further in self._read(definition.source, definition.stmt, None):
                    if further.relation in ("read", "made by"):
                        yield further._replace(relation="read by a definition")
        if function is not None and function.owner is not None:
            for place, owner in self._related_classes(source, function.owner):
                yield from self._body(place, owner, "own class")

    def _read(self, source: SourceFile, stmt: ast.stmt, function: PythonFunction | None) -> Iterator[Definition]:
        own = self._local_names(function) if function is not None else set()
        for node in source.own(stmt):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield from self._named(source, node.id) if node.id not in own else ()
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield from self._attribute(source, function, node.value.id, node.attr)
            elif isinstance(node, ast.Call) and function is None:
                yield from self._called_functions(source, node)

    def _local_names(self, function: PythonFunction) -> set[str]:
        """The local names of a function."""
        if function.node not in self._locals:
            self._locals[function.node] = names_bound_by(ast.walk(function.node))
        return self._locals[function.node]

    def _named(self, source: SourceFile, name: str) -> list[Definition]:
        key = (source.path, name)
        if key not in self._names:
            self._names[key] = []  # a cycle adds nothing
            self._names[key] = list(self._find(source, name))
        return self._names[key]

    def _find(self, source: SourceFile, name: str) -> Iterator[Definition]:
        for stmt in self.modules.bindings(source).get(name, ()):
            if isinstance(stmt, (ast.Import, ast.ImportFrom)):
                yield Definition(source, stmt, "imported name")
        for place, original in self.origins(source, name):
            for stmt in self.modules.bindings(place).get(original, ()):
                if is_data(stmt):
                    yield Definition(place, stmt, "read")
            yield from self._registrations(place, original)
            if original in place.classes:
                for owner_place, owner in self._related_classes(place, place.classes[original]):
                    yield from self._body(owner_place, owner, "field")

    def origins(self, source: SourceFile, name: str, hops: int = MOST_HOPS) -> Iterator[tuple[SourceFile, str]]:
        """Yields (module, name in it) for the project's modules that a module-level name comes from, through
        re-exports."""
        yield source, name
        for stmt in self.modules.bindings(source).get(name, ()) if hops else ():
            if isinstance(stmt, ast.ImportFrom):
                original = next((one.member for one in imported_names([stmt]) if one.name == name), name)
                other = self.modules.imported(source, stmt)
                if other is not None and other is not source:
                    yield from self.origins(other, original, hops - 1)
        for stmt in self.modules.bindings(source).get("*", ()) if hops else ():
            other = self.modules.imported(source, stmt) if isinstance(stmt, ast.ImportFrom) else None
            if other is not None and other is not source and name in self.modules.bindings(other):
                yield from self.origins(other, name, hops - 1)

    def _attribute(
        self, source: SourceFile, function: PythonFunction | None, owner: str, attribute: str
    ) -> Iterator[Definition]:
        if function is not None and function.owner is not None and owner in ("self", "cls"):
            classes = list(self._related_classes(source, function.owner))
        else:
            classes = [
                found
                for place, original in self.origins(source, owner)
                if original in place.classes
                for found in self._related_classes(place, place.classes[original])
            ]
        for place, node in classes:
            for stmt in node.body:
                if is_data(stmt) and attribute in assigned_variables(stmt):
                    yield Definition(place, stmt, "read")
        module = self._module(source, owner)
        if module is not None:
            yield from (one for one in self._named(module, attribute) if one.relation != "imported name")
        elif not classes:
            yield from self._only_field(attribute)

    def _only_field(self, name: str) -> Iterator[Definition]:
        """Yields the field of this name, such as one of a dataclass, if a single class of the project has it."""
        fields = ((place, stmt) for place in self.modules.loaded() for stmt in self._fields(place).get(name, ()))
        found = [*islice(fields, 2)]
        yield from (Definition(*one, "read") for one in found if len(found) == 1)

    def _fields(self, source: SourceFile) -> dict[str, list[ast.stmt]]:
        """The statements of class bodies that give a name a value, by the name."""
        if source.path not in self._by_field:
            found: dict[str, list[ast.stmt]] = {}
            for stmt in (each for owner in source.classes.values() for each in owner.body):
                for name in assigned_variables(stmt) if is_data(stmt) and getattr(stmt, "value", None) else ():
                    found.setdefault(name, []).append(stmt)
            self._by_field[source.path] = found
        return self._by_field[source.path]

    def _module(self, source: SourceFile, name: str) -> SourceFile | None:
        """The project's module that a name refers to."""
        imported = imported_names(self.modules.bindings(source).get(name, ()))
        return next((self.modules.module(source, one) for one in imported if one.spelling == name), None)

    def _related_classes(
        self, source: SourceFile, node: ast.ClassDef, hops: int = MOST_HOPS
    ) -> Iterator[tuple[SourceFile, ast.ClassDef]]:
        """Yields a class and the project's classes it inherits from."""
        yield source, node
        for base in node.bases if hops else ():
            name = base.id if isinstance(base, ast.Name) else ""
            for place, original in self.origins(source, name):
                other = place.classes.get(original)
                if other is not None and other is not node:
                    yield from self._related_classes(place, other, hops - 1)
                    break

    def _body(self, source: SourceFile, node: ast.ClassDef, relation: str) -> Iterator[Definition]:
        for stmt in node.body:
            if is_data(stmt):
                yield Definition(source, stmt, relation)

    def _registrations(self, source: SourceFile, table: str) -> Iterator[Definition]:
        """Yields decorated functions and calls that add an entry to a module's table by one of its functions."""
        names = self._registering_functions(source, table)
        for place in self.modules.loaded() if names else ():
            for stmt in _import_level(place.tree):
                called = getattr(stmt, "decorator_list", None) or ([stmt.value] if isinstance(stmt, ast.Expr) else [])
                if any(_last_name(node) in names for node in called):
                    yield Definition(place, stmt, "registered")
        for function in source.functions if names else ():
            if function.outer is function.node and function.name in names:
                yield from _statements_of(source, function, "entering")

    def _registering_functions(self, source: SourceFile, table: str) -> set[str]:
        """The module's functions that change a module-level container."""
        if source.path not in self._registers:
            found: dict[str, set[str]] = {}
            for function in source.functions:
                if function.outer is function.node:
                    for name in _changed_containers(function.node):
                        found.setdefault(name, set()).add(function.name)
            self._registers[source.path] = found
        bound = any(is_data(stmt) for stmt in self.modules.bindings(source).get(table, ()))
        return self._registers[source.path].get(table, set()) if bound else set()

    def _called_functions(self, source: SourceFile, call: ast.Call) -> Iterator[Definition]:
        """Yields the statements of the project's functions that a definition calls."""
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        for place, original in self.origins(source, name):
            for function in place.functions:
                if function.qualname == original:
                    yield from _statements_of(place, function, "made by")


def _statements_of(source: SourceFile, function: PythonFunction, relation: str) -> Iterator[Definition]:
    for stmt in ast.walk(function.node):
        if isinstance(stmt, ast.stmt) and stmt is not function.node:
            yield Definition(source, stmt, relation)


def _import_level(node: ast.AST) -> Iterator[ast.stmt]:
    """Yields the statements outside of function bodies."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, FunctionNode):
            yield from _import_level(child)


def _last_name(node: ast.expr) -> str:
    while isinstance(node, ast.Call):
        node = node.func
    return last_name(node)


def _changed_containers(function: ast.AST) -> Iterator[str]:
    """Yields the names of containers to which a function adds something."""
    for node in ast.walk(function):
        inner = None
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            inner = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING_METHODS:
            inner = node.func.value
        if isinstance(inner, ast.Name):
            yield inner.id
