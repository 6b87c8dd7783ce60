"""What a class keeps, taken as it is where a method of its own gives it in order, only what counts, or all together."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.scope import (
    own_attribute,
    walk_scope,
    without_defaults,
)
from testfix_pipeline.repair.languages.python.source import FunctionNode
from testfix_pipeline.repair.remembered import remembered

KIND = "own-view"
PRIOR, FURTHER = 0.5, 0.8


def instead(target: Target) -> Iterator[Edit]:
    """`self.ordered()` for `self.entries.values()` where something is gone over or made a list."""
    function = target.function
    if function is None or function.owner is None:
        return
    views = _views(function.owner)
    for node in target.expressions(ast.Attribute, ast.Call) if views else ():
        parent = target.source.parents[node]
        gone_over = isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node
        if not gone_over and not (isinstance(parent, ast.Call) and parent.args[:1] == [node]):
            continue
        kept = _kept(node)
        fitting = [name for name, told in views.items() if kept in told and name != function.name]
        for rank, name in enumerate(fitting):
            yield target.replace(node, f"self.{name}()", KIND, PRIOR * FURTHER**rank, f"self.{name}()")


def _kept(node: ast.expr) -> str:
    """The attribute of `self` that is gone over, by itself or by a view of a mapping; "" for anything else."""
    if isinstance(node, ast.Call) and not node.args and isinstance(node.func, ast.Attribute):
        return _kept(node.func.value) if node.func.attr in ("values", "keys", "items", "copy") else ""
    return own_attribute(node)


@remembered(64)
def _views(owner: ast.ClassDef) -> dict[str, set[str]]:
    """Methods that need no arguments and answer something, with the attributes of the object that they read."""
    found: dict[str, set[str]] = {}
    for method in (one for one in owner.body if isinstance(one, FunctionNode) and not one.decorator_list):
        nodes = list(walk_scope(method))
        answers = any((isinstance(n, ast.Return) and n.value is not None) or isinstance(n, ast.Yield) for n in nodes)
        if answers and len(without_defaults(method.args)) == 1 and not method.name.startswith("__"):
            found[method.name] = set(filter(None, map(own_attribute, nodes)))
    return found
