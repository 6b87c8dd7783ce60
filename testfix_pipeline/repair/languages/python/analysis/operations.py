"""The operations that a function makes, as expressions: `a + b`, and `x - y` of `x -= y`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.scope import walk_scope
from testfix_pipeline.repair.model.source_cache import remembered


def operation(node: ast.AugAssign) -> ast.expr:
    """What an augmented assignment computes."""
    return ast.BinOp(python_code.expression(ast.unparse(node.target)), node.op, node.value)


@remembered(1024)
def operations(function: ast.AST) -> Mapping[str, frozenset[str]]:
    """Those of two simple operands, with the names in them."""
    found: dict[str, frozenset[str]] = {}
    for node in walk_scope(function):
        made = operation(node) if isinstance(node, ast.AugAssign) else node
        if isinstance(made, ast.BinOp) and _is_simple(made.left) and _is_simple(made.right):
            names = (part.id for part in ast.walk(made) if isinstance(part, ast.Name))
            found[ast.unparse(made)] = frozenset(names)
    return found


def _is_simple(node: ast.expr) -> bool:
    """A constant, a name, or what is reached from one by attributes and simple keys; the size of such a thing."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == "len" and len(node.args) == 1 and _is_simple(node.args[0])
    if isinstance(node, ast.Subscript):
        return _is_simple(node.value) and _is_simple(node.slice)
    return isinstance(node, (ast.Constant, ast.Name)) or (isinstance(node, ast.Attribute) and _is_simple(node.value))
