"""Conditions that ask for None instead of anything false, and those that lack their lower end."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.languages.python.edits.operators import own_conditions

PLAIN = (ast.Name, ast.Attribute, ast.Subscript)


def nones(target: Target) -> Iterator[Edit]:
    """`if x` where 0 and "" count as something: `if x is not None`; the same for `not x` and `x or other`."""
    for node in _asked(target):
        negated = isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        inner = node.operand if isinstance(node, ast.UnaryOp) and negated else node
        if isinstance(inner, (*PLAIN, ast.Call, ast.NamedExpr)) and target.source.is_real(node):
            text = f"{wrapped(target, inner)} is {'' if negated else 'not '}None"
            yield target.replace(node, text, "none-asked-for", 0.3 if isinstance(inner, ast.Call) else 0.5, text)
            text = f"{wrapped(target, inner)} is {not negated}"
            yield target.replace(node, text, "truth-asked-for", 0.3 if negated else 0.15, text)
    for node in target.expressions(ast.BoolOp):
        assert isinstance(node, ast.BoolOp)
        asked = node.values[0]
        got = isinstance(asked, ast.Call) and isinstance(asked.func, ast.Attribute) and asked.func.attr == "get"
        if isinstance(node.op, ast.Or) and len(node.values) == 2 and got and len(asked.args) == 1:  # type: ignore[attr-defined]
            text = f"{target.text(asked)[:-1]}, {target.text(node.values[1])})"
            yield target.replace(node, text, "none-asked-for", 0.4, text[:50])
        if isinstance(node.op, ast.Or) and len(node.values) == 2 and isinstance(asked, PLAIN):
            one, other = target.text(node.values[0]), wrapped(target, node.values[1])
            text = f"{one} if {one} is not None else {other}"
            alone = isinstance(
                target.source.parents[node], (ast.Assign, ast.AnnAssign, ast.Return, ast.Call, ast.keyword)
            )
            yield target.replace(node, text if alone else f"({text})", "none-asked-for", 0.4, text[:50])


def _asked(target: Target) -> Iterator[ast.expr]:
    for test in own_conditions(target.stmt):
        if isinstance(target.source.parents[test], ast.Return):
            continue
        yield test
        if isinstance(test, ast.BoolOp):
            yield from test.values
        elif isinstance(test, ast.UnaryOp) and isinstance(test.operand, ast.BoolOp):
            yield from test.operand.values


def bounded(target: Target) -> Iterator[Edit]:
    """`i < n` with the lower end forgotten: `0 <= i < n`; in a condition of several, all of them at once too."""
    for node in target.expressions(ast.Compare, ast.BoolOp):
        parts = node.values if isinstance(node, ast.BoolOp) else [node]
        open_ = [one for one in parts if isinstance(one, ast.Compare) and _is_open(one)]
        if not open_ or (isinstance(node, ast.BoolOp) and len(open_) < 2):
            continue
        first, *rest = [target.source.span(one)[0] for one in open_]
        more = tuple((at, at, "0 <= ") for at in rest)
        yield replace(target.splice(first, first, "0 <= ", "lower-end", 0.4, "0 <= ..."), more=more)


def _is_open(node: ast.Compare, ways: tuple[type[ast.cmpop], ...] = (ast.Lt, ast.LtE)) -> bool:
    return len(node.ops) == 1 and isinstance(node.ops[0], ways) and isinstance(node.left, PLAIN)
