"""Negation of conditions."""

from __future__ import annotations

import ast

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.model.source_cache import cached_per_search

NEGATED = {
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Lt: ">=",
    ast.LtE: ">",
    ast.Gt: "<=",
    ast.GtE: "<",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}


@cached_per_search(1 << 14)
def negate_condition(text: str) -> str:
    """The condition's negation in its usual form."""
    node = python_code.expression(f"({text.strip()})")
    text = ast.unparse(node) if "\n" in text else text
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ast.unparse(node.operand)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        left, right = ast.unparse(node.left), ast.unparse(node.comparators[0])
        return f"{left} {NEGATED[type(node.ops[0])]} {right}"
    is_operation = isinstance(node, (ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda, ast.NamedExpr))
    return f"not ({text})" if is_operation else f"not {text}"
