"""Conversions that are usual where a value stands, counted in the standard library (`learned/conversions.json`).

Of the values that stand in such a place, as an argument, behind `in`, in a sum: how many are converted there, into
what. `benchmarks.repair.train --language` writes the file.
"""

from __future__ import annotations

import ast
import functools
import json
from collections.abc import Mapping
from pathlib import Path

from testfix_pipeline.repair.languages.python.ingredients.forms import form_of
from testfix_pipeline.repair.languages.python.ingredients.mined import Form

RATES = Path(__file__).parents[1] / "learned" / "conversions.json"
METHODS = (".strip()", ".lower()", ".upper()", ".copy()", ".rstrip()", ".lstrip()", ".title()", ".casefold()")
FUNCTIONS = ("int", "str", "list", "abs", "sorted", "round", "float", "set", "len", "tuple", "bool", "reversed")
NUMBERS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
PLACES: Mapping[type[ast.AST], str] = {
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
"""What kind of place a part of such code is."""
CALLED = {"join", "append", "add", "get", "extend", "update"}
"""Methods whose arguments are places of their own."""


def conversions(node: ast.expr, parent: ast.AST) -> list[Form]:
    """The forms of conversions, the most usual first for a value that stands there."""
    ranked = _rates().get(place_of(node, parent), {})
    return [_form(one) for one in ranked]


@functools.cache
def _form(conversion: str) -> Form:
    return form_of(f"{{}}{conversion}" if conversion in METHODS else f"{conversion}({{}})")


@functools.cache
def _rates() -> Mapping[str, Mapping[str, float]]:
    """By place, what part of the conversions there each one is, the most usual first."""
    found: Mapping[str, Mapping[str, float]] = json.loads(RATES.read_text())
    return found


def place_of(node: ast.expr, parent: ast.AST) -> str:
    """What kind of place an expression stands in: a key of the file."""
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
        case ast.Call(func=ast.Attribute(attr=name)) if name in CALLED:
            return f"of {name}"
        case ast.Call():
            return "argument"
    return PLACES.get(type(parent), "other")
