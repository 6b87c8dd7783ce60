"""Functions that objects keep in a field, and that nothing calls: converters, checks, callbacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names
from testfix_pipeline.repair.edits.traces import loose_ends
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

ASKED, CONVERTED, TOLD = 0.5, 0.4, 0.45
"""Estimates for `x.guard` made a call, for a value put through `x.type`, and for a callback that is told."""
MOST = 4


def asked(target: Target) -> Iterator[Edit]:
    """`x.guard` called, where it is only asked whether there is one: with what the function has at hand."""
    if target.function is None:
        return
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        parent = target.source.parents[node]
        whole = isinstance(parent, (ast.BoolOp, ast.UnaryOp, ast.If, ast.IfExp, ast.Return))
        if not whole or isinstance(node.ctx, ast.Store) or node.attr in _called_attributes(target.source):
            continue
        loose = loose_ends(target.source, target.function).unread
        names = [name for name in local_names(target) if name != last_name(node.value)]
        ranked = sorted(names, key=lambda name: -loose.get(name, 0.0))[:MOST]
        for rank, given in enumerate([*ranked, ", ".join(ranked[:2])]):
            share = 1.0 if loose.get(given) else 0.4
            text = f"{target.text(node)}({given})"
            yield target.replace(node, text, "called", ASKED * share / (1 + 0.3 * rank), text)


@remembered(256)
def _called_attributes(source: SourceFile) -> frozenset[str]:
    calls = (node.func for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    return frozenset(func.attr for func in calls if isinstance(func, ast.Attribute))
