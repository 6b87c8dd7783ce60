"""Streaks that never end: an `if` that counts or gathers on, and no `else` that begins anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import lines_at, loop_around, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import reach_of, root_of
from testfix_pipeline.repair.edits.traces import FILLING
from testfix_pipeline.repair.edits.updates import first_values
from testfix_pipeline.repair.source import SourceFile


def otherwise(target: Target) -> Iterator[Edit]:
    """An `else` that gives what the branch goes on with its first value: everything, or one thing; or, for what is
    counted, that of one round, for the streak begins with it."""
    stmt, source = target.stmt, target.source
    if not isinstance(stmt, ast.If) or stmt.orelse or target.function is None or not source.owns_line(stmt.body[-1]):
        return
    reach = reach_of(target)
    first = {place: value for place, value in first_values(source, target.function).items() if root_of(place) in reach}
    going_on = [text for text in dict.fromkeys(_updated(source, stmt)) if text in first]
    choices = [going_on, *([text] for text in going_on)] if len(going_on) > 1 else [going_on] * bool(going_on)
    codes = [[f"\t{text} = {first[text]}" for text in chosen] for chosen in choices]
    codes += [[f"\t{place} = {step}"] for place, step in _counted(source, stmt) if first.get(place, step) != step]
    at = source.block(stmt.body[-1])[1]
    for rank, values in enumerate(codes):
        code = ["else:", *values]
        text = lines_at(source, at, source.indent(stmt), code)
        yield target.splice(at, at, text, "branch.added", 0.45 / (1 + 0.4 * rank), f"else: {code[1].strip()}")


def _counted(source: SourceFile, stmt: ast.If) -> Iterator[tuple[str, str]]:
    """(place, step) of what the branch counts on by a constant."""
    for part in stmt.body:
        if isinstance(part, ast.AugAssign) and isinstance(part.op, ast.Add) and isinstance(part.value, ast.Constant):
            yield source.segment(part.target), source.segment(part.value)


def _updated(source: SourceFile, stmt: ast.If) -> Iterator[str]:
    """What the branch sets to something made of its own value."""
    for part in stmt.body:
        if isinstance(part, ast.AugAssign):
            yield source.segment(part.target)
        elif isinstance(part, ast.Assign) and len(part.targets) == 1:
            place = ast.dump(part.targets[0]).replace("Store()", "Load()")
            if any(ast.dump(node) == place for node in ast.walk(part.value)):
                yield source.segment(part.targets[0])
        elif isinstance(part, ast.Expr) and isinstance(part.value, ast.Call):
            func = part.value.func
            loop = loop_around(source, stmt)
            if loop is not None and isinstance(func, ast.Attribute) and func.attr in FILLING:
                place = ast.dump(func.value)
                beside = [one for one in siblings_of(source, stmt)[0] if one is not stmt]
                if any(ast.dump(node) == place for one in beside for node in ast.walk(one)):
                    yield source.segment(func.value)
