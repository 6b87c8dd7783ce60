"""Answers that a patch puts in and that are of another type than the function's own, or leaves out."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.repair.languages.python.analysis.scope import walk_scope, yields
from testfix_pipeline.repair.languages.python.source import FunctionNode, functions

WRITTEN = {
    ast.Tuple: "tuple", ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set",
    ast.SetComp: "set", ast.JoinedStr: "str", ast.Compare: "bool",
}  # fmt: skip
MADE = {
    "sorted": "list", "list": "list", "dict": "dict", "set": "set", "tuple": "tuple", "str": "str", "repr": "str",
    "bool": "bool", "any": "bool", "all": "bool", "isinstance": "bool", "len": "number", "int": "number",
    "float": "number", "round": "number", "abs": "number",
}  # fmt: skip
TEXTUAL = {"join", "strip", "lstrip", "rstrip", "lower", "upper", "title", "capitalize", "format", "zfill", "ljust"}
NUMBERS = {"int", "float", "complex"}


def alien(old: ast.Module, new: ast.Module) -> int:
    """How many of the answers put in are written out and of a type that none of the function's old ones has.

    Nothing is said of functions of which no answer that stays shows its type, or that hand back what they are given,
    and of None.
    """
    found = 0
    before = _by_name(old)
    for mark, function in _by_name(new).items():
        if mark in before:
            then, now = Counter(_types(before[mark])), Counter(_types(function))
            stays = bool(then & now) and not _hands_back(function)
            found += sum(times for kind, times in now.items() if stays and kind not in then)
    return found


def fallen(old: ast.Module, new: ast.Module) -> int:
    """How many functions that always answered with a value now have a way to their end without any.

    Whoever means None there says so: it was forgotten, or pleases a test that waits for None.
    """
    before = _by_name(old)
    both = ((before[mark], function) for mark, function in _by_name(new).items() if mark in before)
    return sum(
        _always_answers(then) and not (yields(now) or always_exits(now.body, through_with=True)) for then, now in both
    )


def _always_answers(function: FunctionNode) -> bool:
    answers = [node for node in walk_scope(function) if isinstance(node, ast.Return)]
    with_value = bool(answers) and all(node.value is not None for node in answers)
    return with_value and always_exits(function.body, through_with=True)


def _by_name(tree: ast.Module) -> dict[tuple[str, int], FunctionNode]:
    """The functions of a tree, those of one name by their place among them."""
    times: Counter[str] = Counter()
    found: dict[tuple[str, int], FunctionNode] = {}
    for one in functions(tree):
        found[one.name, times[one.name]] = one
        times[one.name] += 1
    return found


def _hands_back(function: FunctionNode) -> bool:
    """Whether an answer is an argument as it came: of whatever type that is."""
    given = {arg.arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)} - {"self", "cls"}
    answers = (node.value for node in walk_scope(function) if isinstance(node, ast.Return))
    return any(isinstance(value, ast.Name) and value.id in given for value in answers)


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
    if isinstance(value, ast.Call):
        made = MADE.get(value.func.id, "") if isinstance(value.func, ast.Name) else ""
        return made or ("str" if isinstance(value.func, ast.Attribute) and value.func.attr in TEXTUAL else "")
    return WRITTEN.get(type(value), "")
