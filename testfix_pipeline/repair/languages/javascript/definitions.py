"""Code that runs at import and that a statement reads: constants, tables, patterns, fields of its class.

No test's coverage distinguishes these lines. They are found by name: in the file, in the files that it imports names
from, and once more from what is found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.module_imports import imports_of, resolve_import
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.language.language import Dependency
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource, JsStatement
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement

_BINDING = ("lexical_declaration", "variable_declaration", "expression_statement")
_EXPORTING = ("module", "exports")
_FIELDS = ("field_definition", "public_field_definition")


class JsDefinitions:
    """Finds what statements read; what a file binds is found once."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._bound: dict[str, Mapping[str, list[JsStatement]]] = {}
        self._imported: dict[str, list[JsSource]] = {}

    def of(self, place: SuspiciousStatement) -> Iterator[Dependency]:
        """Yields the definitions, those that the statement itself reads first."""
        source, stmt = cast("JsSource", place.source), cast("JsStatement", place.stmt)
        first = list(self._read(source, stmt, "read"))
        yield from first
        for one in first:
            yield from self._read(cast("JsSource", one.source), cast("JsStatement", one.stmt), "read by a definition")
        yield from _fields_around(source, stmt)

    def _read(self, source: JsSource, stmt: JsStatement, relation: str) -> Iterator[Dependency]:
        names = dict.fromkeys(text(one) for one in source.own_nodes(stmt) if one.type.endswith("identifier"))
        for place in (source, *self._imports(source)):
            bound = self._bindings(place)
            for name in names:
                yield from (Dependency(place, one, relation) for one in bound.get(name, ()) if one != stmt)

    def _bindings(self, source: JsSource) -> Mapping[str, list[JsStatement]]:
        """The statements outside of functions, by the names that they bind or assign a part of."""
        if source.path not in self._bound:
            found: dict[str, list[JsStatement]] = {}
            for stmt in dict.fromkeys(source.statements.values()):
                if stmt.node.type in _BINDING and not _is_import(stmt.node) and _runs_at_import(source, stmt):
                    for name in _names_bound(stmt.node):
                        found.setdefault(name, []).append(stmt)
            self._bound[source.path] = found
        return self._bound[source.path]

    def _imports(self, source: JsSource) -> list[JsSource]:
        """The files of the project that a file imports, relative to it."""
        if source.path not in self._imported:
            named = dict.fromkeys(one.module for one in imports_of(source.syntax) if one.is_own)
            found = (self._sources.source(resolve_import(source.path, name, self._sources)) for name in named)
            self._imported[source.path] = [one for one in found if isinstance(one, JsSource)]
        return self._imported[source.path]


def _is_import(node: Node) -> bool:
    return any(one.type == "call_expression" and text(field(one, "function")) == "require" for one in descendants(node))


def _runs_at_import(source: JsSource, stmt: JsStatement) -> bool:
    """Whether a statement is outside of functions, and holds none."""
    around = [one for one in source.syntax.above(stmt.node) if one.type in FUNCTIONS]
    holds_function = any(one.type in FUNCTIONS for one in descendants(stmt.node))
    return not around and not holds_function


def _names_bound(node: Node) -> Iterator[str]:
    for one in node.named_children:
        target = field(one, "name") or field(one, "left")
        for part in descendants(target) if target is not None else ():
            if part.type.endswith("identifier") and text(part) not in _EXPORTING:
                yield text(part)


def _fields_around(source: JsSource, stmt: JsStatement) -> Iterator[Dependency]:
    """The fields of the class around a statement."""
    body = next((one for one in source.syntax.above(stmt.node) if one.type == "class_body"), None)
    for one in body.named_children if body is not None else ():
        known = source.statements.get(int(one.start_point[0]) + 1) if one.type in _FIELDS else None
        if known is not None and known != stmt:
            yield Dependency(source, known, "own class")
