"""Code outside of functions that a Go statement reads: variables, constants and tables of its package.

No test's coverage distinguishes these lines. They are found by name, and once more from what is found.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator, Mapping
from typing import cast

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.repair.language.language import Dependency
from testfix_pipeline.repair.languages.go.source import FUNCTIONS, GoSource
from testfix_pipeline.repair.languages.tree_sitter.source import TreeStatement
from testfix_pipeline.repair.model.sources import Sources, files_below
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement

_NAMES = ("identifier", "field_identifier", "type_identifier")


class GoDefinitions:
    """Finds what statements read; what a package declares is found once."""

    def __init__(self, sources: Sources) -> None:
        self._sources = sources
        self._declared: dict[str, Mapping[str, list[tuple[GoSource, TreeStatement]]]] = {}

    def of(self, place: SuspiciousStatement) -> Iterator[Dependency]:
        """Yields the definitions, those that the statement itself reads first."""
        first = list(self._read(cast("GoSource", place.source), cast("TreeStatement", place.stmt), "read"))
        yield from first
        for one in first:
            yield from self._read(cast("GoSource", one.source), cast("TreeStatement", one.stmt), "read by a definition")
        source, stmt = cast("GoSource", place.source), cast("TreeStatement", place.stmt)
        holder = source.holder(stmt)
        if holder is not None and holder.node != stmt and holder.node.node.type == "method_declaration":
            yield Dependency(source, holder.node, "own class")

    def _read(self, source: GoSource, stmt: TreeStatement, relation: str) -> Iterator[Dependency]:
        declared = self._package(posixpath.dirname(source.path))
        for name in dict.fromkeys(text(one) for one in source.own_nodes(stmt) if one.type in _NAMES):
            yield from (Dependency(own, one, relation) for own, one in declared.get(name, ()) if one != stmt)

    def _package(self, folder: str) -> Mapping[str, list[tuple[GoSource, TreeStatement]]]:
        """The declarations of a package's variables and constants, by name."""
        if folder not in self._declared:
            found: dict[str, list[tuple[GoSource, TreeStatement]]] = {}
            for path in files_below(self._sources.root, (".go",)):
                source = self._sources.source(path) if posixpath.dirname(path) == folder else None
                if isinstance(source, GoSource) and not path.endswith("_test.go"):
                    for name, stmt in _declared(source):
                        found.setdefault(name, []).append((source, stmt))
            self._declared[folder] = found
        return self._declared[folder]


def _declared(source: GoSource) -> Iterator[tuple[str, TreeStatement]]:
    for node in source.syntax.of_type("var_spec", "const_spec"):
        if any(one.type in FUNCTIONS for one in source.syntax.above(node)):
            continue
        stmt = source.statements.get(int(node.start_point[0]) + 1)
        for name in node.children_by_field_name("name") if stmt is not None else ():
            if stmt is not None:
                yield text(name), stmt
