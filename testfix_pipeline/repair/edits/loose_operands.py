"""A variable that nothing reads, as an operand of what is calculated, answered or handed over."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING, after
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import bound_names
from testfix_pipeline.repair.edits.traces import loose_ends


def operands(target: Target) -> Iterator[Edit]:
    """In what is assigned, added or returned, maybe made a number; in what is handed over, by itself or in a tuple."""
    function, stmt = target.function, target.stmt
    if function is None:
        return
    bound = bound_names(function.node)
    value: ast.expr | None = stmt.value if isinstance(stmt, (ast.Assign, ast.AugAssign, ast.Return)) else None
    for name, strength in loose_ends(target.source, function).unread.items():
        if bound.get(name, 0) > stmt.lineno or strength < 0.3:
            continue
        for operand, share in ((name, 1.0), (f"int({name})", 0.8), (f"float({name})", 0.4)):
            if value is not None:
                yield from _as_operand(target, value, operand, 0.4 * strength * share)
        for node in _handed_over(target):
            yield from _as_operand(target, node, name, 0.4 * strength)


def _as_operand(target: Target, node: ast.expr, operand: str, prior: float) -> Iterator[Edit]:
    for form in ("{1} * {0}", "{0} + {1}", "{0} - {1}", "{0} / {1}", "{1} - {0}"):
        text = form.format(wrapped(target, node), operand)
        yield target.replace(node, text, "loose end passed", prior, text[:50])


def _handed_over(target: Target) -> Iterator[ast.expr]:
    """Variables, attributes and sums that are arguments of calls, or elements of a tuple that is one."""
    for call in target.expressions(ast.Call):
        assert isinstance(call, ast.Call)
        parts = [part for one in call.args for part in (one.elts if isinstance(one, ast.Tuple) else [one])]
        yield from (part for part in parts if isinstance(part, (ast.Name, ast.Attribute, ast.BinOp, ast.Subscript)))


def combined(target: Target) -> Iterator[Edit]:
    """At the end of a function that answers nothing: two variables that nothing reads, or one and what was bound last,
    returned as one number."""
    function = target.function
    if function is None or target.stmt is not function.node.body[-1] or isinstance(target.stmt, LEAVING):
        return
    bound = bound_names(function.node)
    loose = [name for name, strength in loose_ends(target.source, function).unread.items() if strength >= 0.5]
    for name in loose[:2]:
        others = [other for other in sorted(bound, key=lambda one: -bound[one]) if other not in (name, "self", "cls")]
        for rank, other in enumerate([*(one for one in loose if one != name), *others][:4]):
            for sign in ("/", "*", "+", "-"):
                for text in dict.fromkeys((f"{name} {sign} {other}", f"{other} {sign} {name}")):
                    edit = after(target, [f"return {text}"], "variable returned", 0.4 / (1 + 0.4 * rank), text)
                    if edit:
                        yield edit
