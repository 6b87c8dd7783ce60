"""Edits of assignments: several made at once, and what a search for the least or greatest begins with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.blocks import siblings_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import walk_scope

_MOST_AT_ONCE = 3
_EXTREMES = ('float("-inf")', 'float("inf")', "None")


def propose_at_once(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `a, b = b, a % b` for `a = b` and `b = a % b`, where the second reads what the first replaced."""
    block, at = siblings_of(target.source, target.stmt)
    run: list[ast.Assign] = []
    for stmt in block[at : at + _MOST_AT_ONCE] if block else ():
        if not isinstance(stmt, ast.Assign) or len(stmt.targets) != 1 or not target.source.owns_line(stmt):
            return
        run.append(stmt)
        places = [target.text(one.targets[0]) for one in run]
        values = [target.text(one.value) for one in run]
        read = {target.source.segment(node) for node in ast.walk(stmt.value) if isinstance(node, ast.expr)}
        if len(run) > 1 and not read.isdisjoint(places[:-1]) and not any("\n" in one for one in values):
            start, end = target.source.span(run[0])[0], target.source.span(stmt)[1]
            text = f"{', '.join(places)} = {', '.join(values)}"
            yield target.splice(start, end, text, "assignment.at-once", 0.5, text[:40])


def propose_starts(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes the first element, or a value beyond all, where what a loop compares begins with a constant."""
    stmt = target.stmt
    if not isinstance(stmt, ast.Assign) or target.function is None or not isinstance(stmt.targets[0], ast.Name):
        return
    if not isinstance(stmt.value, ast.Constant | ast.UnaryOp | ast.Call):
        return
    name, nodes = stmt.targets[0].id, list(walk_scope(target.function.node))
    compared = (part for one in nodes if isinstance(one, ast.Compare) for part in (one.left, *one.comparators))
    if not any(isinstance(one, ast.Name) and one.id == name for one in compared):
        return
    loops = [one.iter for one in nodes if isinstance(one, ast.For) and one.lineno > stmt.lineno]
    first = [f"{target.text(one)}[0]" for one in loops if isinstance(one, ast.Name | ast.Attribute)]
    for value in dict.fromkeys((*first, *_EXTREMES)):
        if value != target.text(stmt.value):
            yield target.replace(stmt.value, value, "start.extreme", 0.4, value)
