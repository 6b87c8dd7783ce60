"""Edits of branches: exchange `if`, `elif`, `else` and `while`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.blocks import is_elif, siblings_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.source import SourceFile

KIND = "branch"


def chain_head(source: SourceFile, stmt: ast.stmt) -> ast.stmt:
    """The first `if` of the chain that a statement belongs to."""
    while isinstance(stmt, ast.If) and is_elif(source, stmt):
        parent = source.parents[stmt]
        assert isinstance(parent, ast.stmt)
        stmt = parent
    return stmt


def exchange_keywords(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `while` for `if` and the reverse, `if` for `elif` and the reverse, `else` for `elif`."""
    source, stmt = target.source, target.stmt
    start = source.span(stmt)[0]
    if isinstance(stmt, ast.While):
        yield target.splice(start, start + len("while"), "if", KIND, 0.2, "while -> if")
    if not isinstance(stmt, ast.If):
        return
    # A branch that no failing test reaches is suspicious through the branch above it alone.
    for branch in (stmt, *stmt.orelse[:1]):
        if is_elif(source, branch):
            at = source.span(branch)[0]
            yield target.splice(at, at + len("elif"), "if", KIND, 0.4, "elif -> if")
    if is_elif(source, stmt):
        if not stmt.orelse:
            yield target.splice(start, source.span(stmt.test)[1], "else", KIND, 0.3, "elif -> else")
        return
    block, position = siblings_of(source, stmt)
    if position > 0 and isinstance(block[position - 1], ast.If):
        yield target.splice(start, start + len("if"), "elif", KIND, 0.4, "if -> elif")
    if not stmt.orelse:
        yield target.splice(start, start + len("if"), "while", KIND, 0.3, "if -> while")
