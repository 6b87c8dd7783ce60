"""Answers that a patch puts in and that are of another type than the function's own."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.repair.edits.scope import walk_scope
from testfix_pipeline.repair.source import FunctionNode, functions

WRITTEN = {
    ast.Tuple: "tuple", ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set",
    ast.SetComp: "set", ast.JoinedStr: "str", ast.Compare: "bool",
}  # fmt: skip
NUMBERS = {"int", "float", "complex"}


def alien(old: ast.Module, new: ast.Module) -> int:
    """How many of the answers put in are written out and of a type that none of the function's old ones has.

    Nothing is said of functions of which no answer shows its type, and of None.
    """
    found = 0
    for function in functions(new):
        before = next((one for one in functions(old) if one.name == function.name), None)
        if before is not None:
            known = set(_types(before))
            added = Counter(_types(function)) - Counter(_types(before))
            found += sum(times for kind, times in added.items() if known and kind not in known)
    return found


def _types(function: FunctionNode) -> Iterator[str]:
    """The types of what a function answers, where they can be seen."""
    for node in walk_scope(function):
        if isinstance(node, ast.Return) and node.value is not None and (kind := _type(node.value)):
            yield kind


def _type(value: ast.expr) -> str:
    if isinstance(value, ast.UnaryOp):
        return "bool" if isinstance(value.op, ast.Not) else _type(value.operand)
    if isinstance(value, ast.Constant):
        kind = type(value.value).__name__
        return "" if value.value is None else "number" if kind in NUMBERS else kind
    return WRITTEN.get(type(value), "")
