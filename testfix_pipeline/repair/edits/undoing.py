"""Backtracking that does not track back: what was put in on the way down is taken out again on the way up."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after, before, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target

TAKEN_BACK = {
    "append": "{}.pop()", "appendleft": "{}.popleft()", "push": "{}.pop()", "add": "{}.remove({})",
    "acquire": "{}.release()", "remove": "{}.add({})",
}  # fmt: skip
COUNTED = {ast.Add: "-=", ast.Sub: "+="}
RECURSIVE, PLAIN = 0.6, 0.12


def taken_back(target: Target) -> Iterator[Edit]:
    """Behind a recursive call, or at the end of the block, the opposite of what the statement does before it."""
    function = target.function
    block, position = siblings_of(target.source, target.stmt)
    later = block[position + 1 :]
    if function is None or not later:
        return
    calls = [one for one in later if _calls(one, function.name)]
    ends = dict.fromkeys([*calls, later[-1]])
    for code in _opposites(target):
        if any(target.text(one) == code for one in later):
            continue
        for rank, one in enumerate(ends):
            put = before if isinstance(one, LEAVING) else after
            prior = (RECURSIVE if calls else PLAIN) / (1 + 0.2 * rank)
            edit = put(replace(target, stmt=one), [code], "taken back", prior, code)
            if edit is not None:
                yield edit


def _calls(stmt: ast.stmt, name: str) -> bool:
    """Whether a function of this name, or a method, is called within the statement."""
    return any(called(node) == name for node in ast.walk(stmt) if isinstance(node, ast.Call))


def _opposites(target: Target) -> Iterator[str]:
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign) and type(stmt.op) in COUNTED:
        yield f"{target.text(stmt.target)} {COUNTED[type(stmt.op)]} {target.text(stmt.value)}"
    elif isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript):
        place = target.text(stmt.targets[0])
        if isinstance(stmt.value, ast.Constant) and isinstance(stmt.value.value, bool):
            yield f"{place} = {not stmt.value.value}"
        yield f"del {place}"
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        call, func = stmt.value, stmt.value.func
        if func.attr in TAKEN_BACK and len(call.args) <= 1:
            yield TAKEN_BACK[func.attr].format(target.text(func.value), *map(target.text, call.args))
