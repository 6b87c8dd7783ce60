"""Operator precedence: which expressions need parentheses in which position."""

from __future__ import annotations

import ast

LOOSEST, TEST, OR, AND, NOT, COMPARISON, BIT_OR, BIT_XOR, BIT_AND, SHIFT, SUM, PRODUCT, SIGN, POWER, AWAIT, ATOM = (
    range(16)
)
OPERATORS: dict[type[ast.operator], int] = {
    ast.BitOr: BIT_OR,
    ast.BitXor: BIT_XOR,
    ast.BitAnd: BIT_AND,
    ast.LShift: SHIFT,
    ast.RShift: SHIFT,
    ast.Add: SUM,
    ast.Sub: SUM,
    ast.Pow: POWER,
}
"""Operators that are not listed bind like a product."""


def precedence_of(node: ast.AST, text: str) -> int:
    """The precedence of an expression written as `text` (a tuple may have parentheses of its own)."""
    match node:
        case ast.Tuple():
            return ATOM if text.startswith("(") else LOOSEST
        case ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Starred():
            return LOOSEST
        case ast.IfExp() | ast.Lambda():
            return TEST
        case ast.BoolOp():
            return OR if isinstance(node.op, ast.Or) else AND
        case ast.UnaryOp():
            return NOT if isinstance(node.op, ast.Not) else SIGN
        case ast.Compare():
            return COMPARISON
        case ast.BinOp():
            return OPERATORS.get(type(node.op), PRODUCT)
        case ast.Await():
            return AWAIT
    return ATOM


def least_precedence(parent: ast.AST | None, node: ast.AST) -> int:
    """The least precedence of an expression that can replace a node without parentheses."""
    match parent:
        case ast.BoolOp() | ast.Compare():
            return precedence_of(parent, "") + 1
        case ast.UnaryOp():
            return precedence_of(parent, "")
        case ast.BinOp(op=ast.Pow()):
            return AWAIT if node is parent.left else SIGN
        case ast.BinOp():
            return precedence_of(parent, "") + (node is parent.right)
        case ast.Attribute() | ast.Await():
            return ATOM
        case ast.Subscript() if node is parent.value:
            return ATOM
        case ast.Call() if node is parent.func:
            return ATOM
        case ast.IfExp():
            return TEST if node is parent.orelse else OR
        case ast.Starred():
            return BIT_OR
        case ast.comprehension():
            return OR
        case ast.FormattedValue():
            return OR
        case None | ast.stmt() | ast.Subscript():
            return LOOSEST
    return TEST
