"""Which expressions of a statement are conditions, and which comprehensions have no filter."""

from __future__ import annotations

import ast

from testfix_pipeline.repair.languages.python.analysis.operators import is_test
from testfix_pipeline.repair.languages.python.source import SourceFile

VALUE_HOLDERS = (
    ast.Return, ast.Assign, ast.AnnAssign, ast.Call, ast.keyword, ast.ListComp, ast.SetComp, ast.GeneratorExp,
    ast.DictComp, ast.Tuple, ast.Dict,
)  # fmt: skip
"""Nodes that accept a value of any type."""


def is_condition(source: SourceFile, node: ast.expr) -> bool:
    """Whether an expression's truth value is used: by its position, or by its form where any value is accepted."""
    parent = source.parents[node]
    if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
        return parent.test is node
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    if isinstance(parent, ast.BoolOp):
        return is_condition(source, parent)
    return isinstance(parent, VALUE_HOLDERS) and is_test(node)


def unfiltered_loop(source: SourceFile, node: ast.expr) -> ast.comprehension | None:
    """The innermost loop of the comprehension whose element the node is; None if the comprehension has a filter."""
    parent = source.parents[node]
    if isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        first = parent.elt
    elif isinstance(parent, ast.DictComp):
        first = parent.key
    else:
        return None
    loop = parent.generators[-1]
    return loop if node is first and not loop.ifs else None
