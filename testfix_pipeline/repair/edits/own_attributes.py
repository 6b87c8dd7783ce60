"""An attribute of the object where a variable stands: the sum that was kept, not the amount that came."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.names import VALUED
from testfix_pipeline.repair.edits.scope import likeness, own_attribute, self_attributes
from testfix_pipeline.repair.edits.traces import attributes

PRIOR, MOST = 0.35, 6
PLACES = (*VALUED, ast.keyword, ast.FormattedValue, ast.Dict, ast.List, ast.AnnAssign)
DEFAULTS = frozenset({"default", "fallback", "otherwise", "missing", "fill", "initial"})


def instead(target: Target) -> Iterator[Edit]:
    """`self.x` for each variable that is read as a value: what the function itself speaks of first, then like names."""
    function = target.function
    if function is None or function.owner is None or not function.arguments or function.arguments[0].arg != "self":
        return
    spoken = set(map(own_attribute, ast.walk(function.node)))
    data = self_attributes(target)[0]
    for node in target.expressions(ast.Name):
        assert isinstance(node, ast.Name)
        read = isinstance(node.ctx, ast.Load) and isinstance(target.source.parents[node], PLACES)
        if not read or node.id in ("self", *data) or target.source.is_called(node):
            continue
        own = sorted(data, key=lambda name: (name not in spoken, -likeness(name, node.id)))
        here = target.text(target.stmt)
        for rank, name in enumerate(one for one in own[:MOST] if f"{node.id} = self.{one}" not in here):
            prior = PRIOR / (1 + 0.3 * rank)
            yield target.replace(node, f"self.{name}", "variable.instead", prior, f"`{node.id}` -> `self.{name}`")


def defaults(target: Target) -> Iterator[Edit]:
    """`return self.default` for a plain answer, where the object has a field that is called so and nothing reads it."""
    function = target.function
    value = target.stmt.value if isinstance(target.stmt, ast.Return) else None
    empty = isinstance(value, ast.Constant) or value is None
    if function is None or function.owner is None or not isinstance(target.stmt, ast.Return) or not empty:
        return
    known = attributes(target.project or (target.source,))
    given = {argument.arg for argument in function.arguments}
    data = [f"self.{name}" for name in self_attributes(target)[0] if name in known and not known[name].reads]
    for rank, text in enumerate([*data, *sorted(given & DEFAULTS)][:MOST]):
        yield target.replace(target.stmt, f"return {text}", "variable.returned", 0.45 / (1 + 0.3 * rank), text)


def of_the_object(target: Target) -> Iterator[Edit]:
    """`self.x` for `other.x`, where the function asks both for fields of the class."""
    function = target.function
    if function is None or function.owner is None or not function.arguments or function.arguments[0].arg != "self":
        return
    data = self_attributes(target)[0]
    given = {argument.arg for argument in function.arguments[1:]}
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        root = node.value
        if isinstance(root, ast.Name) and root.id in given and node.attr in data and isinstance(node.ctx, ast.Load):
            yield target.replace(root, "self", "variable", 0.5, f"`{root.id}.{node.attr}` -> `self.{node.attr}`")
