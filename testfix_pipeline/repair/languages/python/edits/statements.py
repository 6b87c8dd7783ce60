"""Branches and loops of another kind: `if`, `elif`, `else` and `while` for each other."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.blocks import (
    is_elif,
    siblings_of,
)
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target

TAKING = {"pop", "popleft", "popitem", "remove", "discard"}
REPEATED = 0.5


def into_branches(target: Target) -> Iterator[Edit]:
    """`if` <-> `while`, `elif` <-> `if`, `else` for an `elif`."""
    source, stmt = target.source, target.stmt
    start = source.span(stmt)[0] if isinstance(stmt, (ast.If, ast.While)) else 0
    if isinstance(stmt, ast.If):
        # What a failing test never comes to because of a branch above is suspicious through that branch alone.
        for one in (stmt, *stmt.orelse[:1]):
            if is_elif(source, one):
                at = source.span(one)[0]
                yield target.splice(at, at + len("elif"), "if", "branch", 0.4, "elif -> if")
        if is_elif(source, stmt) and not stmt.orelse:
            yield target.splice(start, source.span(stmt.test)[1], "else", "branch", 0.3, "elif -> else")
        if not is_elif(source, stmt):
            block, position = siblings_of(source, stmt)
            if position > 0 and isinstance(block[position - 1], ast.If):
                yield target.splice(start, start + 2, "elif", "branch", 0.4, "if -> elif")
            if not stmt.orelse:
                prior = REPEATED if _moves_on(target, stmt) else 0.3
                yield target.splice(start, start + 2, "while", "branch", prior, "if -> while")
    elif isinstance(stmt, ast.While):
        yield target.splice(start, start + 5, "if", "branch", 0.2, "while -> if")


def _moves_on(target: Target, stmt: ast.If) -> bool:
    """Whether the branch changes what its condition asks about and goes on: it may be a round that is done once."""
    if any(isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)) for node in ast.walk(stmt)):
        return False
    asked = {target.text(node) for node in ast.walk(stmt.test) if isinstance(node, (ast.Name, ast.Attribute))}
    for node in (node for part in stmt.body for node in ast.walk(part)):
        if isinstance(node, ast.AugAssign) and target.text(node.target) in asked:
            return True
        func = node.func if isinstance(node, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in TAKING and target.text(func.value) in asked:
            return True
    return False
