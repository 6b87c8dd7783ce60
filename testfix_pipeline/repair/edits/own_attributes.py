"""An attribute of the object where a variable stands: the sum that was kept, not the amount that came."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.names import VALUED
from testfix_pipeline.repair.edits.scope import likeness, own_attribute, self_attributes

PRIOR, MOST = 0.35, 6
PLACES = (*VALUED, ast.keyword, ast.FormattedValue, ast.Dict, ast.List, ast.AnnAssign)


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
