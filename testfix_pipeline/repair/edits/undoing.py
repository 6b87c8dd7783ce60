"""Backtracking that does not track back: what was put in on the way down is taken out again on the way up."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

TAKEN_BACK = {
    "append": "{}.pop()", "appendleft": "{}.popleft()", "push": "{}.pop()", "add": "{}.remove({})",
    "acquire": "{}.release()", "remove": "{}.add({})",
}  # fmt: skip
UNDONE = {"append": "remove", "add": "discard", "remove": "append", "discard": "add"}
"""What undoes a change of a container and says of which member."""
COUNTED = {ast.Add: "-=", ast.Sub: "+="}
MOST_BLANKS = 2


@remembered(64)
def _blanks(source: SourceFile) -> Mapping[str, list[str]]:
    """By the name of a table, the constants that its places are compared with, or that it is first filled with."""
    found: dict[str, dict[str, None]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.left, ast.Subscript):
            name, values = last_name(_bare(node.left)), node.comparators
        elif isinstance(node, ast.Assign):
            lists = [one for one in ast.walk(node.value) if isinstance(one, ast.List) and len(one.elts) == 1]
            name, values = last_name(node.targets[0]), [one.elts[0] for one in lists]
        else:
            continue
        plain = [source.segment(value) for value in values if isinstance(value, ast.Constant)]
        found.setdefault(name, {}).update(dict.fromkeys(plain))
    return {name: list(texts) for name, texts in found.items()}


def _bare(place: ast.expr) -> ast.expr:
    """What is asked for an element: `self.grid` of `self.grid[row][column]`."""
    return _bare(place.value) if isinstance(place, ast.Subscript) else place


def opposites(source: SourceFile, stmt: ast.stmt) -> Iterator[str]:
    """What undoes the statement: counted back, put back to what was there, taken out."""
    if isinstance(stmt, ast.AugAssign) and type(stmt.op) in COUNTED:
        yield f"{source.segment(stmt.target)} {COUNTED[type(stmt.op)]} {source.segment(stmt.value)}"
    elif isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], (ast.Subscript, ast.Attribute)):
        place, of = source.segment(stmt.targets[0]), stmt.targets[0]
        if isinstance(stmt.value, ast.Constant) and isinstance(stmt.value.value, bool):
            yield f"{place} = {not stmt.value.value}"
        if isinstance(of, ast.Subscript):
            blanks = _blanks(source).get(last_name(_bare(of)), ())
            yield from (f"{place} = {text}" for text in blanks[:MOST_BLANKS] if text != source.segment(stmt.value))
            yield f"del {place}"
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        call, func = stmt.value, stmt.value.func
        form = TAKEN_BACK.get(func.attr, "")
        if form and form.count("{}") - 1 <= len(call.args) <= 1 and not call.keywords:
            yield form.format(source.segment(func.value), *map(source.segment, call.args))
