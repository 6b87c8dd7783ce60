"""Whether a patch drops or skips a call that a library refuses, or passes less there."""

from __future__ import annotations

import ast
from collections.abc import Collection
from typing import TypeGuard

from testfix_pipeline.core.code_view import last_name


def loses_call(old: ast.Module, new: ast.Module, names: Collection[str]) -> bool:
    """Whether a call of one of these names is gone from the statements that differ, with no call in its place."""
    before, after = _first_lines(old), _first_lines(new)
    gone = [one for line, some in before.items() if line not in after for one in some]
    come = [one for line, some in after.items() if line not in before for one in some]
    return bool(names) and _loses(ast.Module(gone, []), ast.Module(come, []), names)


def skips_call(old: ast.Module, new: ast.Module, names: Collection[str]) -> bool:
    """Whether more calls of these names are made only if another value of an expression is, or is not, true."""
    return bool(names) and _optional_calls(new, names) > _optional_calls(old, names)


def _optional_calls(tree: ast.Module, names: Collection[str]) -> int:
    parts = (part for node in ast.walk(tree) for part in _conditional(node))
    return sum(_is_call_of(node, names) for part in parts for node in ast.walk(part))


def _conditional(node: ast.AST) -> list[ast.expr]:
    """The parts of an expression that are evaluated only if a condition of it says so."""
    if isinstance(node, ast.BoolOp):
        return node.values[1:]
    if isinstance(node, ast.IfExp):
        return [node.body, node.orelse]
    if not isinstance(node, ast.DictComp | ast.ListComp | ast.SetComp | ast.GeneratorExp):
        return []
    made = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
    return made if any(one.ifs for one in node.generators) else []


def loses_argument(old: ast.Module, new: ast.Module, names: Collection[str]) -> bool:
    """Whether a call of one of these names is still there and passes less: fewer values, or fewer that are computed."""
    before, after = ([_passed(node) for node in ast.walk(tree) if _is_call_of(node, names)] for tree in (old, new))
    is_less = any(
        some > other for one, new in zip(before, after, strict=False) for some, other in zip(one, new, strict=True)
    )
    return len(before) == len(after) and is_less


def _passed(call: ast.Call) -> tuple[int, int]:
    """How many values a call passes, and how many of them are no constants."""
    values = [*call.args, *(one.value for one in call.keywords)]
    return len(values), sum(not isinstance(one, ast.Constant) for one in values)


def _loses(old: ast.AST, new: ast.AST, names: Collection[str]) -> bool:
    """Whether a node contains a call of one of the names, and what takes its place contains no call."""
    if not any(_is_call_of(node, names) for node in ast.walk(old)):
        return False
    before, after = list(ast.iter_child_nodes(old)), list(ast.iter_child_nodes(new))
    if type(old) is type(new) and len(before) == len(after) and not _is_call_of(old, names):
        return any(_loses(one, other, names) for one, other in zip(before, after, strict=True))
    return not any(isinstance(node, ast.Call) for node in ast.walk(new))


def _is_call_of(node: ast.AST, names: Collection[str]) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and last_name(node.func) in names


def _first_lines(tree: ast.Module) -> dict[str, list[ast.stmt]]:
    """The statements by their first line, the outer ones first."""
    found: dict[str, list[ast.stmt]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt):
            found.setdefault(ast.unparse(node).partition("\n")[0], []).append(node)
    return found
