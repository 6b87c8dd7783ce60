"""The arithmetic operations of a function, as expressions: `a + b`, and `x - y` of `x -= y`."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.scope import walk_scope
from testfix_pipeline.repair.model.source_cache import cached_per_search


def operation(node: ast.AugAssign) -> ast.expr:
    """The expression that an augmented assignment computes."""
    return ast.BinOp(python_code.expression(ast.unparse(node.target)), node.op, node.value)


@cached_per_search(1024)
def operations(function: ast.AST) -> Mapping[str, frozenset[str]]:
    """The operations with two simple operands, each with the names in it."""
    found: dict[str, frozenset[str]] = {}
    for node in walk_scope(function):
        expression = operation(node) if isinstance(node, ast.AugAssign) else node
        if isinstance(expression, ast.BinOp) and _is_simple(expression.left) and _is_simple(expression.right):
            names = (part.id for part in ast.walk(expression) if isinstance(part, ast.Name))
            found[ast.unparse(expression)] = frozenset(names)
    return found


def _is_simple(node: ast.expr) -> bool:
    """Whether an expression is a constant, a name, an attribute or simple element of one, or the length of such."""
    if isinstance(node, ast.Call):
        return getattr(node.func, "id", "") == "len" and len(node.args) == 1 and _is_simple(node.args[0])
    if isinstance(node, ast.Subscript):
        return _is_simple(node.value) and _is_simple(node.slice)
    return isinstance(node, (ast.Constant, ast.Name)) or (isinstance(node, ast.Attribute) and _is_simple(node.value))
