"""Conversions that are common for a value in a given position, counted in the standard library.

Of the values in each position (an argument, after `in`, in a sum), `learned/conversions.json` has the share that each
conversion is applied to. `benchmarks.repair.train --language` writes the file.
"""

from __future__ import annotations

import ast
import functools
import json
from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.ingredients.forms import parse_form
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import Form

RATES = Path(__file__).parents[1] / "learned" / "conversions.json"
METHODS = (".strip()", ".lower()", ".upper()", ".copy()", ".rstrip()", ".lstrip()", ".title()", ".casefold()")
FUNCTIONS = ("int", "str", "list", "abs", "sorted", "round", "float", "set", "len", "tuple", "bool", "reversed")
NUMBERS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
POSITIONS: Mapping[type[ast.AST], str] = {
    ast.Return: "answer",
    ast.Assign: "kept",
    ast.AnnAssign: "kept",
    ast.AugAssign: "sum",
    ast.keyword: "argument",
    ast.FormattedValue: "text",
    ast.Tuple: "element",
    ast.List: "element",
    ast.Dict: "element",
}
"""The position, a key of the file, of a direct part of such a node."""
OF_ITEMS = (".strip()", ".lower()", ".upper()", ".copy()", "str", "int", "float")
"""Conversions of each item of a collection."""
COLLECTING = {"set", "list", "tuple", "sorted", "frozenset", "sum", "join", "extend", "update"}
"""Functions and methods whose first argument is a collection."""
METHODS_WITH_OWN_POSITION = {"join", "append", "add", "get", "extend", "update"}
"""Methods whose arguments are positions of their own."""


def conversions(node: ast.expr, parent: ast.AST) -> list[Form]:
    """The forms of conversions for a value in the position of a node, the most common first."""
    ranked = _rates().get(position_of(node, parent), {})
    return [_form(one) for one in ranked]


def conversions_of_items(node: ast.expr, parent: ast.AST, *, is_list: bool) -> list[Form]:
    """The forms that convert each item of a value that is a list, is gone over, or whose items are collected."""
    is_collected = isinstance(parent, ast.Call) and last_name(parent.func) in COLLECTING and node is not parent.func
    return _forms_of_items() if is_list or is_collected or position_of(node, parent) == "gone over" else []


@functools.cache
def _forms_of_items() -> list[Form]:
    texts = (f"item{one}" if one in METHODS else f"{one}(item)" for one in OF_ITEMS)
    return [parse_form(f"[{text} for item in {{}}]") for text in texts]


@functools.cache
def _form(conversion: str) -> Form:
    return parse_form(f"{{}}{conversion}" if conversion in METHODS else f"{conversion}({{}})")


@functools.cache
def _rates() -> Mapping[str, Mapping[str, float]]:
    """The share of each conversion by position, the most common first."""
    found: Mapping[str, Mapping[str, float]] = json.loads(RATES.read_text())
    return found


def position_of(node: ast.expr, parent: ast.AST) -> str:
    """The position of an expression: a key of the file."""
    match parent:
        case ast.Compare(ops=[ast.In() | ast.NotIn(), *_]):
            return "member"
        case ast.Compare(ops=[ast.Eq() | ast.NotEq(), *_]):
            return "equal"
        case ast.Compare():
            return "order"
        case ast.Subscript(slice=key) if key is node:
            return "index"
        case ast.Subscript(slice=key):
            return "sliced" if isinstance(key, ast.Slice) else "indexed"
        case ast.BinOp(op=operator):
            return "sum" if isinstance(operator, NUMBERS) else "other"
        case ast.For(iter=one) | ast.AsyncFor(iter=one) | ast.comprehension(iter=one):
            return "gone over" if one is node else "other"
        case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS_WITH_OWN_POSITION:
            return f"of {name}"
        case ast.Call():
            return "argument"
    return POSITIONS.get(type(parent), "other")
