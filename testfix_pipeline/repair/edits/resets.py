"""Streaks that never end: an `if` that counts or gathers on, and no `else` that begins anew."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.edits.blocks import lines_at
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.source import FunctionNode, SourceFile

SIMPLE = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.UnaryOp)


def otherwise(target: Target) -> Iterator[Edit]:
    """An `else` that gives what the branch goes on with its first value: everything, or one thing."""
    stmt, source = target.stmt, target.source
    if not isinstance(stmt, ast.If) or stmt.orelse or target.function is None or not source.owns_line(stmt.body[-1]):
        return
    first = {**_of_class(source, target.function.owner), **_of_function(source, target.function.node, stmt.lineno)}
    going_on = [text for text in dict.fromkeys(_updated(source, stmt)) if text in first]
    choices = [going_on, *([text] for text in going_on)] if len(going_on) > 1 else [going_on] * bool(going_on)
    at = source.block(stmt.body[-1])[1]
    for rank, chosen in enumerate(choices):
        code = ["else:", *(f"\t{text} = {first[text]}" for text in chosen)]
        text = lines_at(source, at, source.indent(stmt), code)
        yield target.splice(at, at, text, "branch added", 0.45 / (1 + 0.4 * rank), f"else: {code[1].strip()}")


def _updated(source: SourceFile, stmt: ast.If) -> Iterator[str]:
    """What the branch sets to something made of its own value."""
    for part in stmt.body:
        if isinstance(part, ast.AugAssign):
            yield source.segment(part.target)
        elif isinstance(part, ast.Assign) and len(part.targets) == 1:
            place = ast.dump(part.targets[0]).replace("Store()", "Load()")
            if any(ast.dump(node) == place for node in ast.walk(part.value)):
                yield source.segment(part.targets[0])


def _of_class(source: SourceFile, owner: ast.ClassDef | None) -> Mapping[str, str]:
    made = [f for f in owner.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"] if owner else []
    return {place: value for place, value in _first(source, made, None) if place.startswith("self.")}


def _of_function(source: SourceFile, function: FunctionNode, until: int) -> Mapping[str, str]:
    return dict(_first(source, [function], until))


def _first(
    source: SourceFile, functions: list[ast.FunctionDef] | list[FunctionNode], until: int | None
) -> Iterator[tuple[str, str]]:
    """(place, value) of the plain values that functions give, up to a line."""
    for node in (node for function in functions for node in ast.walk(function)):
        if isinstance(node, ast.Assign) and isinstance(node.value, SIMPLE) and (until is None or node.lineno < until):
            yield from ((source.segment(place), source.segment(node.value)) for place in node.targets)
