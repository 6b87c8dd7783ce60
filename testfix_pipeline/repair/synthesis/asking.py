"""Which expressions of a statement are asked for their truth, and which comprehensions take everything."""

from __future__ import annotations

import ast
import re

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.source import SourceFile

ASKING = {"isinstance", "issubclass", "hasattr", "callable", "any", "all", "bool"}
ASKING_METHODS = re.compile(
    r"(start|end)swith|is_[a-z_]+|has_[a-z_]+|is(alnum|alpha|digit|lower|upper|space|subset|superset|disjoint)"
)
KEEPING = (
    ast.Return, ast.Assign, ast.AnnAssign, ast.Call, ast.keyword, ast.ListComp, ast.SetComp, ast.GeneratorExp,
    ast.DictComp, ast.Tuple, ast.Dict,
)  # fmt: skip
"""Where a value of any kind may stand."""


def is_condition(source: SourceFile, node: ast.expr) -> bool:
    """Whether an expression is asked for its truth: by where it stands, or by what it is where it may be any value."""
    parent = source.parents[node]
    if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
        return parent.test is node
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    if isinstance(parent, ast.BoolOp):
        return is_condition(source, parent)
    return isinstance(parent, KEEPING) and asks(node)


def asks(node: ast.expr) -> bool:
    """Whether an expression is a condition by itself: True or False is what comes out."""
    if isinstance(node, ast.BoolOp):
        return any(asks(value) for value in node.values)
    if isinstance(node, ast.Call):
        named = isinstance(node.func, ast.Name)
        return called(node) in ASKING if named else bool(ASKING_METHODS.fullmatch(called(node)))
    return isinstance(node, ast.Compare) or (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not))


def unfiltered(source: SourceFile, node: ast.expr) -> ast.comprehension | None:
    """The innermost loop of the comprehension that the node is the element of, where it takes everything."""
    parent = source.parents[node]
    if isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        first = parent.elt
    elif isinstance(parent, ast.DictComp):
        first = parent.key
    else:
        return None
    loop = parent.generators[-1]
    return loop if node is first and not loop.ifs else None
