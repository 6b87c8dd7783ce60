"""Elements taken out of written containers, other empty values, values to begin with, wider tables."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target

MOST = 24
"""Longer ones are data, where taking something out is a guess."""
BEGUN = {
    "[]": ("[{}]", "[0]", "[1]", "[None]", '[""]', "[[]]"),
    "{}": ("{{{}: 0}}", "{0: 1}", "{0: 0}", "{0: -1}"),
    "set()": ("{{{}}}", "{0}", "{None}"),
}
"""Empty containers with what they may begin with: a parameter first, what is answered last."""
EMPTIES = ("[]", "{}", "set()", '""', "()", "None", "0", "False")


def elements_dropped(target: Target) -> Iterator[Edit]:
    """A written container without one of its elements."""
    for node in target.expressions(ast.Tuple, ast.List, ast.Set):
        elements = node.elts  # type: ignore[attr-defined]
        if not 2 <= len(elements) <= MOST or isinstance(getattr(node, "ctx", ast.Load()), ast.Store):
            continue
        around = getattr(target.source.parents[node], "elts", ())
        if len(around) > MOST or (isinstance(node, ast.Tuple) and target.text(node)[:1] != "("):
            continue
        for at, element in enumerate(elements):
            start, end = target.source.span(element)
            if at + 1 < len(elements):
                end = target.source.span(elements[at + 1])[0]
            elif len(elements) > 2 or not isinstance(node, ast.Tuple):
                start = target.source.span(elements[at - 1])[1]
            else:
                start = target.source.span(elements[0])[1] + 1  # `(x,)` keeps its comma
            note = f"without {target.text(element)}"[:50]
            yield target.splice(start, end, "", "element.dropped", 0.25, note)


def entries_dropped(target: Target) -> Iterator[Edit]:
    """A written dictionary without one of its entries."""
    for node in target.expressions(ast.Dict):
        assert isinstance(node, ast.Dict)
        keys = [key for key in node.keys if key is not None]
        if not 2 <= len(keys) <= MOST or len(keys) < len(node.keys):
            continue
        for at, key in enumerate(keys):
            start, end = target.source.span(key)[0], target.source.span(node.values[at])[1]
            if at + 1 < len(keys):
                end = target.source.span(keys[at + 1])[0]
            else:
                start = target.source.span(node.values[at - 1])[1]
            yield target.splice(start, end, "", "element.dropped", 0.2, f"without {target.text(key)}"[:50])


def other_empties(target: Target) -> Iterator[Edit]:
    """`return set()` for `return {}`: an empty answer of another kind."""
    if not isinstance(target.stmt, ast.Return):
        return
    given = target.text(target.stmt.value) if target.stmt.value is not None else "None"
    for rank, text in enumerate(one for one in EMPTIES if one != given) if given in EMPTIES else ():
        yield target.replace(target.stmt, f"return {text}", "other-empty-value", 0.3 / (1 + 0.2 * rank), text)


def begun(target: Target) -> Iterator[Edit]:
    """`sums = [0]` for `sums = []`, `seen = {start}` for `seen = set()`: what there is to begin with."""
    stmt, share = target.stmt, 1.0 if target.crash() in ("IndexError", "KeyError") else 0.6
    value = stmt.value if isinstance(stmt, (ast.Assign, ast.AnnAssign, ast.Return)) else None
    given = target.text(value) if value is not None else ""
    if given not in BEGUN or target.function is None:
        return
    names = [one.arg for one in target.function.arguments if one.arg not in ("self", "cls")][:3]
    held = [BEGUN[given][0].format(name) for name in names]
    texts = [*held, *BEGUN[given][1:]] if not isinstance(stmt, ast.Return) else BEGUN[given][-2:]
    for rank, text in enumerate(texts):
        yield target.replace(value, text, "begun-with", 0.4 * share / (1 + 0.15 * rank), text)  # type: ignore[arg-type]


def tables_wider(target: Target) -> Iterator[Edit]:
    """`[[0] * (n + 1) for _ in range(m + 1)]` for `[[0] * n for _ in range(m)]`, and the same of one row."""
    for node in target.expressions(ast.ListComp, ast.BinOp):
        ends = _of_a_row(node)
        if isinstance(node, ast.ListComp) and (row := _of_a_row(node.elt)):
            times = node.generators[0].iter if len(node.generators) == 1 else None
            ends = [*row, times.args[-1]] if isinstance(times, ast.Call) and called(times) == "range" else []
        elif isinstance(target.source.parents[node], ast.ListComp):
            continue
        spans = [(*target.source.span(one), f"({target.text(one)} + 1)") for one in ends]
        if spans:
            (start, end, text), *more = spans
            edit = target.splice(start, end, text, "off.by-one", 0.35, "one row and column more")
            yield replace(edit, more=tuple(more))


def _of_a_row(node: ast.expr) -> list[ast.expr]:
    """How many there are in `[0] * n`."""
    of_list = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult) and isinstance(node.left, ast.List)
    return [node.right] if of_list else []  # type: ignore[attr-defined]
