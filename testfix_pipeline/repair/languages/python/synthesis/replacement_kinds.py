"""The kind of an edit by its effect on an expression: the confidence of a patch depends on its kind."""

from __future__ import annotations

import ast

from testfix_pipeline.core import python_code

KINDS_OF_REPLACEMENT = {ast.Name: "replace.name", ast.Attribute: "replace.attribute", ast.Constant: "replace.constant"}
"""By type of node, the kind of an edit that replaces it by another node of the type."""
KINDS_OF_EXTENSION = {
    ast.BoolOp: "extend.condition",
    ast.BinOp: "extend.operand",
    ast.Call: "wrap",
    ast.IfExp: "extend.branch",
}
"""By type of node, the kind of an edit that puts such a node around an expression."""


def kind_of_replacement(old: ast.expr, text: str, other: str) -> str:
    """The kind of an edit that replaces an expression by `text`; `other` if it is none of these."""
    new = python_code.expression(text)
    if type(old) in KINDS_OF_REPLACEMENT and type(new) is type(old):
        return KINDS_OF_REPLACEMENT[type(old)]
    if _operands(old) and _operands(old) == _operands(new):
        return "compare.operator" if isinstance(old, ast.Compare) else "arithmetic.operator"
    was, becomes = ast.dump(old), ast.dump(new)
    if any(ast.dump(part) == becomes for part in ast.walk(old) if part is not old):
        return "shrink.part"
    if type(new) in KINDS_OF_EXTENSION and any(ast.dump(part) == was for part in ast.walk(new) if part is not new):
        return KINDS_OF_EXTENSION[type(new)]
    return other


def _operands(node: ast.expr) -> list[str]:
    """The operands of a single operator; empty for other nodes."""
    if isinstance(node, ast.BinOp):
        return [ast.dump(node.left), ast.dump(node.right)]
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return [ast.dump(node.left), ast.dump(node.comparators[0])]
    return []
