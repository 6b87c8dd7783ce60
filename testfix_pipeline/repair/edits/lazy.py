"""Iterators that are kept and then gone through more than once, or asked for their length: made lists."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.calls import callee
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import is_generator

LAZY = {"map", "filter", "zip", "enumerate", "reversed", "iter"}
FROM_MODULES = frozenset({"chain", "from_iterable", "islice", "product", "combinations", "permutations", "groupby",
                          "zip_longest", "accumulate", "pairwise", "starmap", "takewhile", "dropwhile", "finditer",
                          "glob", "rglob", "iterdir", "scandir"})  # fmt: skip
"""What gives iterators, of `itertools` mostly."""
KEEPING = (ast.Assign, ast.AnnAssign, ast.Return, ast.NamedExpr, ast.IfExp, ast.Tuple, ast.Dict, ast.keyword)
READ_AGAIN, READ_ONCE = 0.75, 0.3
"""How likely an iterator should have been a list: bound to a name that is read twice or more, and otherwise."""


def made_lists(target: Target) -> Iterator[Edit]:
    """`(f(x) for x in xs)` as `[f(x) for x in xs]`; `map(f, xs)` and calls of the project's generators in `list()`."""
    for node in target.expressions(ast.GeneratorExp, ast.Call):
        parent = target.source.parents[node]
        put = isinstance(parent, ast.Call) and called(parent) == "append"
        if not put and (
            not isinstance(parent, KEEPING) or not isinstance(getattr(parent, "ctx", None), (ast.Load, type(None)))
        ):
            continue
        prior = READ_AGAIN if _is_read_again(target, parent) else READ_ONCE
        text = target.text(node)
        if isinstance(node, ast.GeneratorExp) and not put:
            yield target.replace(node, f"[{text[1:-1]}]", "made-a-list", prior, "a list")
        elif isinstance(node, ast.Call) and _is_lazy(target, node):
            yield target.replace(node, f"list({text})", "made-a-list", prior, "list()")


def _is_lazy(target: Target, node: ast.Call) -> bool:
    if isinstance(node.func, ast.Name) and node.func.id in LAZY:
        return True
    if called(node) in FROM_MODULES:
        return True
    function = callee(target, node)
    plain = function is not None and isinstance(function.node, ast.FunctionDef) and not function.node.decorator_list
    return plain and function is not None and is_generator(function)


def _is_read_again(target: Target, parent: ast.AST) -> bool:
    """Whether what is bound here is a name that the function, or the file, reads at two places or more."""
    bound = parent.targets[0] if isinstance(parent, ast.Assign) else getattr(parent, "target", None)
    if not isinstance(bound, ast.Name):
        return False
    scope = target.function.node if target.function else target.source.tree
    reads = (node for node in ast.walk(scope) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    return sum(node.id == bound.id for node in reads) > 1
