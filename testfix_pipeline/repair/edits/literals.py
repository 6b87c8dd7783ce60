"""Elements taken out of written tuples, lists and sets; one side of a conditional expression; plain bounds."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import ORDERINGS

MOST = 24
"""Longer ones are data, where taking something out is a guess."""


def elements_dropped(target: Target) -> Iterator[Edit]:
    """A written container without one of its elements."""
    for node in target.expressions(ast.Tuple, ast.List, ast.Set):
        elements = node.elts  # type: ignore[attr-defined]
        if not 2 <= len(elements) <= MOST or isinstance(getattr(node, "ctx", ast.Load()), ast.Store):
            continue
        if isinstance(node, ast.Tuple) and target.text(node)[:1] != "(":
            continue
        for at, element in enumerate(elements):
            start, end = target.source.span(element)
            if at + 1 < len(elements):
                end = target.source.span(elements[at + 1])[0]
            elif len(elements) > 2 or not isinstance(node, ast.Tuple):
                start = target.source.span(elements[at - 1])[1]
            else:
                start = target.source.span(elements[0])[1] + 1  # `(x,)` keeps its comma
            note = f"without {target.text(element)}"[:50]
            yield target.splice(start, end, "", "element dropped", 0.25, note)


def plain_bounds(target: Target) -> Iterator[Edit]:
    """`x < 0` for `x < y`: a comparison with the constants that most are made with."""
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        other = node.comparators[0]
        if len(node.ops) > 1 or not isinstance(other, (ast.Name, ast.Attribute)):
            continue
        for value in ("0", "1") if isinstance(node.ops[0], ORDERINGS) else ("0", "None", '""', "1"):
            same = isinstance(node.ops[0], (ast.Eq, ast.NotEq)) and value == "None"
            if isinstance(node.ops[0], (*ORDERINGS, ast.Eq, ast.NotEq)) and not same:
                yield target.replace(other, value, "compared with a constant", 0.2, value)


def sides(target: Target) -> Iterator[Edit]:
    """`a` and `b` for `a if c else b`."""
    for node in target.expressions(ast.IfExp):
        assert isinstance(node, ast.IfExp)
        for side in (node.body, node.orelse):
            text = target.text(side)
            inside = isinstance(side, (ast.BinOp, ast.BoolOp, ast.Compare, ast.UnaryOp, ast.IfExp, ast.Lambda))
            parent = target.source.parents[node]
            bare = isinstance(parent, (ast.stmt, ast.Call, ast.keyword)) or not inside
            yield target.replace(node, text if bare else f"({text})", "condition dropped", 0.3, text[:50])
