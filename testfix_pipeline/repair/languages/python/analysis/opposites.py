"""Negation of conditions."""

from __future__ import annotations

import ast

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.model.source_cache import cached_per_search

NEGATED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.Is: ast.IsNot,
    ast.In: ast.NotIn,
    ast.Lt: ast.GtE,
    ast.Gt: ast.LtE,
}
NEGATED |= {other: one for one, other in NEGATED.items()}


@cached_per_search(1 << 14)
def negate_condition(text: str) -> str:
    """The condition's negation in its usual form."""
    node = python_code.expression(f"({text.strip()})")
    text = ast.unparse(node) if "\n" in text else text
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return ast.unparse(node.operand)
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return ast.unparse(ast.Compare(node.left, [NEGATED[type(node.ops[0])]()], node.comparators))
    is_operation = isinstance(node, (ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda, ast.NamedExpr))
    return f"not ({text})" if is_operation else f"not {text}"
