"""Names that leave import statements, any number of one statement, and the imports that come in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.repair.languages.python.source import SourceFile

Import = ast.Import | ast.ImportFrom
Span = tuple[int, int, str]


class MovedImports:
    """Collects what leaves and what comes in one file."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self._cut: dict[Import, list[ast.alias]] = {}
        self._new: dict[Import, dict[str, list[str]]] = {}
        self._extended: dict[ast.ImportFrom, list[str]] = {}
        self._dropped: set[Import] = set()

    def drop(self, node: ast.ImportFrom, alias: ast.alias) -> bool:
        """Take a name out of a statement with nothing in its place; the import of the module, which may do something,
        stays. False where several statements share the line."""
        self._dropped.add(node)
        return self.take(node, alias, "")

    def take(self, node: Import, alias: ast.alias, statement: str) -> bool:
        """Take a name out of a statement; `statement`, unless it is empty, imports something in its place.

        A name of a module that the file imports from already is added there. False where several statements share the
        line.
        """
        if not self.source.owns_line(node):
            return False
        self._cut.setdefault(node, []).append(alias)
        head, _, name = statement.rpartition(" import ")
        beside = self._import_from(head.removeprefix("from "), node) if head else None
        if beside is not None:
            self._extended.setdefault(beside, []).append(name)
        elif statement:
            self._new.setdefault(node, {}).setdefault(head, []).append(name if head else statement)
        return True

    def _import_from(self, module: str, but: Import) -> ast.ImportFrom | None:
        for node in self.source.tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == module and not node.level and node is not but:
                return node if node.names[-1].name != "*" else None
        return None

    def spans(self) -> Iterator[Span]:
        """What is to be replaced, by what."""
        for node, aliases in self._cut.items():
            last = next((one for one in reversed(node.names) if one not in aliases), None)
            if last is None:
                yield self._replaced(node)
            else:
                yield from self._cuts(node, aliases, node.names.index(last))
                yield from self._behind(node)
        for beside, names in self._extended.items():
            end = self.source.span(beside.names[-1])[1]
            yield end, end, "".join(f", {name}" for name in names)

    def _statements(self, node: Import) -> list[str]:
        new = self._new.get(node, {})
        return [
            line for head, names in new.items() for line in ([f"{head} import {', '.join(names)}"] if head else names)
        ]

    def _replaced(self, node: Import) -> Span:
        """The whole statement gives way."""
        lines = [*self._statements(node), *self._module_import(node)]
        if not lines:
            is_alone = any(body == [node] for body in _bodies(self.source.tree))
            return (*self.source.span(node), "pass") if is_alone else (*self.source.block(node), "")
        return *self.source.span(node), f"{self.source.newline}{self.source.indent(node)}".join(lines)

    def _module_import(self, node: Import) -> list[str]:
        """An import of the module of dropped names, where nothing else in the file imports it."""
        if not isinstance(node, ast.ImportFrom) or not node.module or node.level or node not in self._dropped:
            return []
        inner = f"{node.module}."
        imports = (one for one in self.source.nodes if isinstance(one, Import))
        others = (one for one in imports if one.names != self._cut.get(one))
        modules = [one.module for one in imported_names(others) if not one.level]
        modules += [head.removeprefix("from ") for heads in self._new.values() for head in heads]
        is_imported = any(f"{name}.".startswith(inner) for name in modules)
        return [] if is_imported else [f"import {node.module}"]

    def _cuts(self, node: Import, aliases: list[ast.alias], last: int) -> Iterator[Span]:
        span, names = self.source.span, node.names
        for index, one in enumerate(names):
            if one in aliases:
                before = span(one)[0], span(names[index + 1])[0] if index < last else 0
                yield (*before, "") if index < last else (span(names[index - 1])[1], span(one)[1], "")

    def _behind(self, node: Import) -> Iterator[Span]:
        source, lines = self.source, self._statements(node)
        if lines:
            after = source.block(node)[1]
            missing = "" if source.text[:after].endswith("\n") else source.newline
            yield after, after, missing + "".join(f"{source.indent(node)}{line}{source.newline}" for line in lines)


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and not isinstance(node, ast.Module):
                yield body
