"""Arithmetic grouped otherwise: `a / b - c` for `(a - c) / b`, `a * b + c` for `a * (b + c)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import BINARY

ADDING, SCALING = ("+", "-"), ("*", "/")
RANK = {"+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "@": 2, "**": 3}
PRIOR = 0.5


def regrouped(target: Target) -> Iterator[Edit]:
    """Three operands and two operators in each other grouping that may give another number."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        for text, symbol in _others(target, node):
            parent = target.source.parents[node]
            inside = isinstance(parent, (ast.BinOp, ast.UnaryOp)) and RANK[symbol] < RANK.get(BINARY[type(node.op)], 3)
            yield target.replace(node, f"({text})" if inside else text, "operands regrouped", PRIOR, text[:50])


def _others(target: Target, node: ast.BinOp) -> Iterator[tuple[str, str]]:
    """(text, its outer operator) of the other groupings."""
    if isinstance(node.left, ast.BinOp):
        a, b, c = (wrapped(target, one) for one in (node.left.left, node.left.right, node.right))
        first, second = BINARY[type(node.left.op)], BINARY[type(node.op)]
        if first in RANK and second in RANK and not _has_text(node):
            if first != second or first not in ("+", "*"):
                yield f"{a} {first} ({b} {second} {c})", first
            if not _commute(first, second):
                yield f"({a} {second} {c}) {first} {b}", first
    if isinstance(node.right, ast.BinOp):
        a, b, c = (wrapped(target, one) for one in (node.left, node.right.left, node.right.right))
        first, second = BINARY[type(node.op)], BINARY[type(node.right.op)]
        if first in RANK and second in RANK and not _has_text(node) and (first != second or first not in ("+", "*")):
            yield f"({a} {first} {b}) {second} {c}", second


def _commute(first: str, second: str) -> bool:
    """Whether it makes no difference which of the two is done first."""
    return {first, second} <= set(ADDING) or {first, second} <= set(SCALING)


def _has_text(node: ast.AST) -> bool:
    texts = (one for one in ast.walk(node) if isinstance(one, (ast.Constant, ast.JoinedStr)))
    return any(isinstance(one, ast.JoinedStr) or isinstance(one.value, (str, bytes)) for one in texts)
