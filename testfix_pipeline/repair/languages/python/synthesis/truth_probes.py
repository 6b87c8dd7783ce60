"""Which expressions of a statement are asked for their truth, and which comprehensions take everything."""

from __future__ import annotations

import ast

from testfix_pipeline.repair.languages.python.analysis.operators import asks
from testfix_pipeline.repair.languages.python.source import SourceFile

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
