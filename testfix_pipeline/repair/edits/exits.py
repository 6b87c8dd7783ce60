"""What a function does before it answers on one way out, and forgets on another."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import before, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names, stored_names, walk_scope
from testfix_pipeline.repair.edits.tokens import renamed

KIND, PRIOR, MOST = "done-on-every-way-out", 0.45, 4
LAST = 2
"""How many of the statements in front of another `return` are looked at."""


def as_elsewhere(target: Target) -> Iterator[Edit]:
    """`self.index(found)` before `return found`, where `self.index(made)` stands before `return made`."""
    stmt, function = target.stmt, target.function
    if function is None or not isinstance(stmt, ast.Return):
        return
    answer, reach, own = getattr(stmt.value, "id", ""), set(local_names(target)), stored_names(function.node)
    block, position = siblings_of(target.source, stmt)
    here = {target.text(one) for one in block[:position]}
    found: dict[str, None] = {}
    for other in (one for one in walk_scope(function.node) if isinstance(one, ast.Return) and one is not stmt):
        said = getattr(other.value, "id", "")
        for done in _done_before(target, other):
            text = target.text(done)
            code = renamed(text, {said: answer}, [said]) if said and answer else text
            names = {n.id for n in ast.walk(done) if isinstance(n, ast.Name)} & own - {said if answer else ""}
            if code not in here and "\n" not in code and names <= reach:
                found.setdefault(code)
    for rank, code in enumerate(list(found)[:MOST]):
        edit = before(target, [code], KIND, PRIOR / (1 + 0.3 * rank), code)
        if edit is not None:
            yield edit


def _done_before(target: Target, stmt: ast.Return) -> Iterator[ast.stmt]:
    """The calls and changes of state right in front of a `return`, the nearest first."""
    block, position = siblings_of(target.source, stmt)
    for one in reversed(block[max(0, position - LAST) : position]):
        places = one.targets if isinstance(one, ast.Assign) else [getattr(one, "target", None)]
        changes = isinstance(one, (ast.Assign, ast.AugAssign)) and not isinstance(places[0], ast.Name)
        if changes or (isinstance(one, ast.Expr) and isinstance(one.value, ast.Call)):
            yield one
