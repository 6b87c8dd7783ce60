"""Return values in a patch that look like overfitting: a literal of a new type, or a missing return."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.core.terminating_statements import always_exits
from testfix_pipeline.repair.languages.python.analysis.scope import walk_scope, yields
from testfix_pipeline.repair.languages.python.source import functions

TYPES_OF_DISPLAYS = {
    ast.Tuple: "tuple", ast.List: "list", ast.ListComp: "list", ast.Dict: "dict", ast.DictComp: "dict", ast.Set: "set",
    ast.SetComp: "set", ast.JoinedStr: "str", ast.Compare: "bool",
}  # fmt: skip
TYPES_OF_CALLS = {
    "sorted": "list", "list": "list", "dict": "dict", "set": "set", "tuple": "tuple", "str": "str", "repr": "str",
    "bool": "bool", "any": "bool", "all": "bool", "isinstance": "bool", "len": "number", "int": "number",
    "float": "number", "round": "number", "abs": "number",
}  # fmt: skip
TEXT_METHODS = {
    "join", "strip", "lstrip", "rstrip", "lower", "upper", "title", "capitalize", "format", "zfill", "ljust",
}  # fmt: skip
NUMBERS = {"int", "float", "complex"}


def count_returns_of_new_type(old: ast.Module, new: ast.Module) -> int:
    """The number of new return values whose visible type no old return value of their function has.

    Functions that return an argument unchanged or keep no return value of a visible type are left out; None never
    counts.
    """
    found = 0
    old_functions = _functions_by_name(old)
    for key, function in _functions_by_name(new).items():
        if key in old_functions:
            old_types, new_types = Counter(_return_types(old_functions[key])), Counter(_return_types(function))
            is_comparable = bool(old_types & new_types) and not _returns_argument(function)
            found += sum(times for kind, times in new_types.items() if is_comparable and kind not in old_types)
    return found


def count_functions_that_can_now_fall_off_the_end(old: ast.Module, new: ast.Module) -> int:
    """The number of functions that always returned a value and can now reach their end without a return.

    A developer who means None writes it: the return was forgotten, or the patch fits a test that expects None.
    """
    old_functions = _functions_by_name(old)
    pairs = (
        (old_functions[key], function) for key, function in _functions_by_name(new).items() if key in old_functions
    )
    return sum(
        _always_returns_value(old_function)
        and not (yields(new_function) or always_exits(new_function.body, through_with=True))
        for old_function, new_function in pairs
    )


def _always_returns_value(function: FunctionNode) -> bool:
    returns = [node for node in walk_scope(function) if isinstance(node, ast.Return)]
    with_value = bool(returns) and all(node.value is not None for node in returns)
    return with_value and always_exits(function.body, through_with=True)


def _functions_by_name(tree: ast.Module) -> dict[tuple[str, int], FunctionNode]:
    """The functions of a tree by name and position among the functions of that name."""
    times: Counter[str] = Counter()
    found: dict[tuple[str, int], FunctionNode] = {}
    for one in functions(tree):
        found[one.name, times[one.name]] = one
        times[one.name] += 1
    return found


def _returns_argument(function: FunctionNode) -> bool:
    """Whether a function returns one of its arguments unchanged."""
    arguments = argument_names(function.args) - {"self", "cls"}
    values = (node.value for node in walk_scope(function) if isinstance(node, ast.Return))
    return any(isinstance(value, ast.Name) and value.id in arguments for value in values)


def _return_types(function: FunctionNode) -> Iterator[str]:
    """Yields the types of a function's return values where the syntax shows them."""
    for node in walk_scope(function):
        if isinstance(node, ast.Return) and node.value is not None and (kind := _visible_type(node.value)):
            yield kind


def _visible_type(value: ast.expr) -> str:
    if isinstance(value, ast.UnaryOp):
        return "bool" if isinstance(value.op, ast.Not) else _visible_type(value.operand)
    if isinstance(value, ast.Constant):
        kind = type(value.value).__name__
        return "" if value.value is None else "number" if kind in NUMBERS else kind
    if isinstance(value, ast.Call):
        type_of_call = TYPES_OF_CALLS.get(value.func.id, "") if isinstance(value.func, ast.Name) else ""
        return type_of_call or (
            "str" if isinstance(value.func, ast.Attribute) and value.func.attr in TEXT_METHODS else ""
        )
    return TYPES_OF_DISPLAYS.get(type(value), "")
