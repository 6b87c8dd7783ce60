"""What a mutation is, and where in a file one may be put."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.source import SourceFile


@dataclass(frozen=True)
class Mutation:
    """`text[start:end]` becomes `new`; `line` is the first line of what is changed, in the right text."""

    file: str
    start: int
    end: int
    new: str
    kind: str
    line: int

    @property
    def removes(self) -> bool:
        return self.kind.startswith("removed")

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


@dataclass(frozen=True)
class Place:
    """A node that may be mutated, with what surrounds it."""

    source: SourceFile
    node: ast.AST
    stmt: ast.stmt
    function: FunctionNode | None

    def text(self, node: ast.AST) -> str:
        return self.source.segment(node)

    def replace(self, node: ast.AST, new: str, kind: str) -> Mutation:
        start, end = self.source.span(node)
        return self.cut(start, end, new, kind)

    def cut(self, start: int, end: int, new: str, kind: str) -> Mutation:
        return Mutation(self.source.path, start, end, new, kind, self.source.line_at(start))


def places(source: SourceFile, executed: Collection[int]) -> Iterator[Place]:
    """The nodes of executed statements whose change a caller could notice, in source order.

    Left out: docstrings, annotations, messages of exceptions and assertions, `__all__` and names with dunders, code for
    type checkers, imports.
    """
    for stmt, function in _statements(source.tree, None):
        if isinstance(stmt, (ast.Import, ast.ImportFrom, ast.Assert, ast.Global, ast.Nonlocal)) or _is_note(stmt):
            continue
        if stmt.lineno not in executed and not _header_lines(stmt) & set(executed):
            continue
        for node in _nodes(stmt):
            if not isinstance(node, ast.expr) or source.is_real(node):
                yield Place(source, node, stmt, function)


def _statements(node: ast.AST, function: FunctionNode | None) -> Iterator[tuple[ast.stmt, FunctionNode | None]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and "TYPE_CHECKING" in ast.unparse(child.test):
            continue
        if isinstance(child, ast.stmt):
            yield child, function
        inner = child if isinstance(child, FunctionNode) else function
        yield from _statements(child, inner)


def _header_lines(stmt: ast.stmt) -> set[int]:
    return {line for decorator in getattr(stmt, "decorator_list", ()) for line in [decorator.lineno]}


def _is_note(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Constant):
        return True
    names = stmt.targets if isinstance(stmt, ast.Assign) else [getattr(stmt, "target", None)]
    return any(isinstance(name, ast.Name) and name.id.startswith("__") for name in names)


def _nodes(node: ast.AST) -> Iterator[ast.AST]:
    """A statement's own nodes: not those of the statements in its blocks."""
    yield node
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "msg", "type_params") or isinstance(node, (ast.Raise, ast.JoinedStr)):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.stmt):
                yield from _nodes(child)
