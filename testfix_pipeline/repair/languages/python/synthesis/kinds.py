"""The kind of an edit, by what it does to an expression: the confidence of a patch depends on its kind."""

from __future__ import annotations

import ast

from testfix_pipeline.core import python_code

REPLACED = {ast.Name: "replace.name", ast.Attribute: "replace.attribute", ast.Constant: "replace.constant"}
"""By type of node, the kind of an edit that puts another one of the type in its place."""
EXTENDED = {ast.BoolOp: "extend.condition", ast.BinOp: "extend.operand", ast.Call: "wrap", ast.IfExp: "extend.branch"}
"""By type of node, the kind of an edit that puts one around what stood there."""


def kind_of_replacement(old: ast.expr, text: str, other: str) -> str:
    """The kind of an edit that puts an expression in the place of another; `other` where it is none of these."""
    new = python_code.expression(text)
    if type(old) in REPLACED and type(new) is type(old):
        return REPLACED[type(old)]
    if _operands(old) and _operands(old) == _operands(new):
        return "compare.operator" if isinstance(old, ast.Compare) else "arithmetic.operator"
    was, becomes = ast.dump(old), ast.dump(new)
    if any(ast.dump(part) == becomes for part in ast.walk(old) if part is not old):
        return "shrink.part"
    if type(new) in EXTENDED and any(ast.dump(part) == was for part in ast.walk(new) if part is not new):
        return EXTENDED[type(new)]
    return other


def _operands(node: ast.expr) -> list[str]:
    """What an operator stands between; none where there is not one operator."""
    if isinstance(node, ast.BinOp):
        return [ast.dump(node.left), ast.dump(node.right)]
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return [ast.dump(node.left), ast.dump(node.comparators[0])]
    return []
