"""A variable that nothing reads, as an operand of what is calculated, answered or handed over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import bound_names, with_defaults
from testfix_pipeline.repair.edits.traces import loose_ends

SOUGHT = 0.3
"""How rarely a name must be left unread in sound code to be taken for a loose end here."""


def given_instead(target: Target) -> Iterator[Edit]:
    """`name or ...`: an unread parameter that may be left out, in the place of what the function makes of its own."""
    function = target.function
    usual = {one.arg: value for one, value in with_defaults(function.node.args)} if function is not None else {}
    for name, strength in _unread(target, least=0.1):
        default = usual.get(name)
        if not isinstance(default, ast.Constant) or default.value is not None:
            continue
        keys = [node.slice for node in target.nodes if isinstance(node, ast.Subscript)]
        for node in [*target.assigned_or_passed(), *keys]:
            if isinstance(node, (ast.Attribute, ast.Call, ast.Subscript, ast.Name)):
                for form, share in (("{0} or {1}", 1.0), ("{1} if {0} is None else {0}", 0.8)):
                    text = form.format(name, wrapped(target, node))
                    yield target.replace(node, text, "loose-end.passed", 0.6 * max(strength, 0.5) * share, text[:50])


def _unread(target: Target, least: float = SOUGHT) -> list[tuple[str, float]]:
    """(name, strength) of what the function has bound by now and does not read."""
    if target.function is None:
        return []
    bound = bound_names(target.function.node)
    loose = loose_ends(target.source, target.function).unread.items()
    return [(name, s) for name, s in loose if bound.get(name, 0) <= target.stmt.lineno and s >= least]
