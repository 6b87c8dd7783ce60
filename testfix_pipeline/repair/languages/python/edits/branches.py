"""Edits of branches: exchange `if`, `elif`, `else` and `while`; leave behind the loop what its first round leaves."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.languages.python.analysis.blocks import is_elif, lines_at, loop_around, siblings_of
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


def leave_behind_the_loop(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to do behind the loop what its last `else` does: what left in the first round asked for one item."""
    source, stmt = target.source, target.stmt
    loop = loop_around(source, stmt)
    if (
        not isinstance(stmt, ast.If)
        or len(stmt.orelse) != 1
        or loop is None
        or siblings_of(source, stmt)[0][-1] is not stmt
    ):
        return
    left = stmt.orelse[0]
    if isinstance(left, ast.Return | ast.Raise):
        start, (_, end), behind = source.block(stmt.body[-1])[1], source.block(left), source.block(loop)[1]
        more = ((behind, behind, lines_at(source, behind, source.indent(loop), [target.text(left)])),)
        yield replace(target.splice(start, end, "", "moved.behind-the-loop", 0.5), more=more)


def exchange_branches(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes two neighbouring branches of a chain in the other order: the narrower condition has to come first."""
    source, stmt = target.source, target.stmt
    other = stmt.orelse[0] if isinstance(stmt, ast.If) and len(stmt.orelse) == 1 else None
    if not isinstance(stmt, ast.If) or not isinstance(other, ast.If) or not is_elif(source, other):
        return
    spans = [source.span(stmt.test), _body(source, stmt), source.span(other.test), _body(source, other)]
    texts = [source.text[start:end] for start, end in spans]
    new = (texts[2], texts[3], texts[0], texts[1])
    first, *rest = [(*span, text) for span, text in zip(spans, new, strict=True)]
    yield replace(target.splice(*first, "branch.order", 0.4, "branches exchanged"), more=tuple(rest))


def _body(source: SourceFile, stmt: ast.If) -> tuple[int, int]:
    return source.span(stmt.body[0])[0], source.span(stmt.body[-1])[1]
