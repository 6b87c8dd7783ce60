"""Arithmetic grouped otherwise: `a / b - c` for `(a - c) / b`; what is done before a call, or a sum, done behind it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import BINARY

ADDING, SCALING = ("+", "-"), ("*", "/")
RANK = {"|": -3, "^": -2, "&": -1, "<<": 0, ">>": 0, "+": 1, "-": 1, "*": 2, "/": 2, "//": 2, "%": 2, "@": 2, "**": 3}
IN_ANY_ORDER = ("+", "*", "&", "|", "^")
SIGNS = {ast.Invert: "~", ast.USub: "-"}
PRIOR = 0.5
OF_NUMBERS = {"max", "min", "round", "abs", "int", "float", "floor", "ceil"}
OUT, IN, EACH = 0.45, 0.4, 0.4
"""How likely it is that an operation should stand behind a call of these, in it, on the other side of a sum."""


def regrouped(target: Target) -> Iterator[Edit]:
    """Three operands and two operators in each other grouping that may give another number."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        for text, symbol in _others(target, node):
            parent = target.source.parents[node]
            inside = isinstance(parent, (ast.BinOp, ast.UnaryOp)) and RANK[symbol] < RANK.get(BINARY[type(node.op)], 3)
            yield target.replace(node, f"({text})" if inside else text, "operands.regrouped", PRIOR, text[:50])


def signed(target: Target) -> Iterator[Edit]:
    """`~(a << b)` for `~a << b`, `-(a // b)` for `-a // b`, and the other way round."""
    for node in target.expressions(ast.BinOp, ast.UnaryOp):
        if isinstance(node, ast.BinOp) and isinstance(node.left, ast.UnaryOp):
            outer, sign, inner = node, node.left.op, target.text_with(node, node.left, target.text(node.left.operand))
            new = f"{SIGNS.get(type(sign), '')}({inner})"
        elif isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.BinOp):
            outer, sign, left = node.operand, node.op, wrapped(target, node.operand.left)
            first = f"{SIGNS.get(type(sign), '')}{left}"
            first = f"({first})" if isinstance(outer.op, ast.Pow) else first
            inner = target.text_with(outer, outer.left, first)
            new = inner if isinstance(target.source.parents[node], ast.stmt) else f"({inner})"
        else:
            continue
        if type(sign) in SIGNS and not _same_signed(sign, outer.op):
            yield target.replace(node, new, "operands.regrouped", PRIOR, new[:50])


def _same_signed(sign: ast.unaryop, operator: ast.operator) -> bool:
    """Whether a sign may stand in front of an operation or of its first operand."""
    return isinstance(sign, ast.USub) and isinstance(operator, (ast.Mult, ast.Div))


def _others(target: Target, node: ast.BinOp) -> Iterator[tuple[str, str]]:
    """(text, its outer operator) of the other groupings."""
    if isinstance(node.left, ast.BinOp):
        a, b, c = (wrapped(target, one) for one in (node.left.left, node.left.right, node.right))
        first, second = BINARY[type(node.left.op)], BINARY[type(node.op)]
        if first in RANK and second in RANK and not _has_text(node):
            if first != second or first not in IN_ANY_ORDER:
                yield f"{a} {first} ({b} {second} {c})", first
            if not _commute(first, second):
                yield f"({a} {second} {c}) {first} {b}", first
    if isinstance(node.right, ast.BinOp):
        a, b, c = (wrapped(target, one) for one in (node.left, node.right.left, node.right.right))
        first, second = BINARY[type(node.op)], BINARY[type(node.right.op)]
        if first in RANK and second in RANK and not _has_text(node) and (first != second or first not in IN_ANY_ORDER):
            yield f"({a} {first} {b}) {second} {c}", second
            if leaf := _first_factor(node.right.left) if first in ADDING else None:
                rest = target.source.text[target.source.span(leaf)[1] : target.source.span(node.right)[1]]
                if rest.count("(") == rest.count(")"):
                    yield f"({a} {first} {wrapped(target, leaf)}){rest}", second


def _first_factor(node: ast.expr) -> ast.expr | None:
    """What a chain of factors without brackets begins with; None for what is no chain."""
    found = None
    while isinstance(node, ast.BinOp) and BINARY[type(node.op)] in (*SCALING, "//", "%"):
        node = found = node.left
    return found if not isinstance(found, ast.BinOp) else None


def _commute(first: str, second: str) -> bool:
    """Whether it makes no difference which of the two is done first."""
    return {first, second} <= set(ADDING) or {first, second} <= set(SCALING)


def _has_text(node: ast.AST) -> bool:
    texts = (one for one in ast.walk(node) if isinstance(one, (ast.Constant, ast.JoinedStr)))
    return any(isinstance(one, ast.JoinedStr) or isinstance(one.value, (str, bytes)) for one in texts)


def moved_out(target: Target) -> Iterator[Edit]:
    """What is done in a call for a bound or a rounding, done to what it gives: `max(0, a - b) - c` for
    `max(0, a - b - c)`."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        for inner in node.args if called(node) in OF_NUMBERS else ():
            if not isinstance(inner, ast.BinOp) or BINARY[type(inner.op)] not in RANK:
                continue
            sign = BINARY[type(inner.op)]
            of_left, of_right = (target.text_with(node, inner, target.text(one)) for one in (inner.left, inner.right))
            for text in (
                f"{of_left} {sign} {wrapped(target, inner.right)}",
                f"{wrapped(target, inner.left)} {sign} {of_right}",
            ):
                yield target.replace(node, _whole(target, node, text), "moved.out-of-a-call", OUT, text[:50])


def moved_in(target: Target) -> Iterator[Edit]:
    """The other way round: `round(a * b)` for `round(a) * b`."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        sign = BINARY[type(node.op)]
        for call, other in ((node.left, node.right), (node.right, node.left)):
            if not isinstance(call, ast.Call) or called(call) not in OF_NUMBERS or sign not in RANK:
                continue
            for inner in call.args if called(call) in ("max", "min") else call.args[:1]:
                parts = (wrapped(target, inner), wrapped(target, other))
                left, right = parts if call is node.left else reversed(parts)
                new = target.text_with(call, inner, f"{left} {sign} {right}")
                yield target.replace(node, new, "moved.into-a-call", IN, new[:50])


def _whole(target: Target, node: ast.expr, text: str) -> str:
    """The operation as it may stand in the place of an expression."""
    parent = target.source.parents[node]
    return f"({text})" if isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Attribute, ast.Subscript)) else text
