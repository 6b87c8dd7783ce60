"""Loops that do not come on: a bound that is set to where the loop stands already, what was visited visited again."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import after, lines_at, loop_around
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.operators import ORDERINGS
from testfix_pipeline.repair.edits.scope import stored_names
from testfix_pipeline.repair.edits.worklists import by_list
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

LIKELY, OTHER = 0.7, 0.4
VISITED = "visited-asked"
PUTS = ("append", "appendleft", "push", "put", "add")


def stepped_past(target: Target) -> Iterator[Edit]:
    """`low = middle` made `low = middle + 1` in a `while` that compares `low` with something; the other bound down."""
    stmt, loop = target.stmt, loop_around(target.source, target.stmt)
    if not isinstance(stmt, ast.Assign) or not isinstance(loop, ast.While) or len(stmt.targets) > 1:
        return
    place, value = stmt.targets[0], stmt.value
    if not isinstance(place, (ast.Name, ast.Attribute)) or not isinstance(value, (ast.Name, ast.Attribute)):
        return
    up = _goes_up(target, loop.test, target.text(place))
    for sign, likely in (("+", up), ("-", not up)) if up is not None else ():
        text = f"{wrapped(target, value)} {sign} 1"
        yield target.replace(value, text, "off.by-one", LIKELY if likely else OTHER, text)


def _goes_up(target: Target, condition: ast.expr, place: str) -> bool | None:
    """Whether a variable has to grow for the condition to end; None where the condition does not compare it."""
    for node in ast.walk(condition):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], ORDERINGS):
            below = isinstance(node.ops[0], (ast.Lt, ast.LtE))
            if target.text(node.left) == place:
                return below
            if target.text(node.comparators[0]) == place:
                return not below
    return None


def visited(target: Target) -> Iterator[Edit]:
    """What a loop over a list of work notes of each and never asks: asked before more is put to the list, or when the
    next is taken from it."""
    function, source, stmt = target.function, target.source, target.stmt
    for todo, one, seen in _noted(source, function) if function is not None else ():
        if isinstance(stmt, ast.Assign) and one in stored_names(stmt.targets[0]) and todo in target.text(stmt.value):
            edit = after(target, [f"if {one} in {seen}:", "\tcontinue"], VISITED, OTHER, seen)
            if edit is not None:
                yield edit
        more = _put_to(stmt, target, todo)
        if more and source.owns_line(stmt) and "\n" not in target.text(stmt):
            start, end = source.block(stmt)
            code = [f"if {more} not in {seen}:", f"\t{target.text(stmt)}"]
            text = lines_at(source, start, source.indent(stmt), code)
            yield Edit(source.path, start, end, text, VISITED, LIKELY, stmt.lineno, f"{more} not in {seen}")


def _put_to(stmt: ast.stmt, target: Target, todo: str) -> str:
    """What a statement puts to the list of work, or the first name of a tuple that it puts; "" for anything else."""
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or len(call.args) != 1:
        return ""
    if call.func.attr not in PUTS or target.text(call.func.value) != todo:
        return ""
    put = call.args[0]
    parts = put.elts if isinstance(put, ast.Tuple) else [put]
    return next((part.id for part in parts if isinstance(part, ast.Name)), "")


@remembered(512)
def _noted(source: SourceFile, function: Function) -> list[tuple[str, str, str]]:
    """(list of work, what is taken from it, the container in which that is noted and never looked for)."""
    nodes = list(ast.walk(function.node))
    asked = {ast.unparse(n.comparators[0]) for n in nodes if isinstance(n, ast.Compare) and _is_membership(n.ops[0])}
    found = []
    for todo, one in by_list(source, function).items():
        for node in nodes:
            adds = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "add"
            if adds and len(node.args) == 1 and ast.unparse(node.args[0]) == one:  # type: ignore[attr-defined]
                seen = ast.unparse(node.func.value)  # type: ignore[attr-defined]
                if seen not in asked:
                    found.append((todo, one, seen))
    return found


def _is_membership(op: ast.cmpop) -> bool:
    return isinstance(op, (ast.In, ast.NotIn))
