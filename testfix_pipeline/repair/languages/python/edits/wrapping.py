"""A conversion that is missing around a value: the likelier, the more usual it is where the value stands.

How usual is counted in the standard library: of the values that stand in such a place, as an argument, behind `in`, to
be gone over, in a sum, how many are made into something else there, and into what (`learned/conversions.json`, written
by `benchmarks.repair.learning`).
"""

from __future__ import annotations

import ast
import functools
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, is_sole, wrapped

RATES = Path(__file__).parents[1] / "learned" / "conversions.json"
METHODS = (".strip()", ".lower()", ".upper()", ".copy()", ".rstrip()", ".lstrip()", ".title()", ".casefold()")
COLLECTIONS = (ast.ListComp, ast.SetComp, ast.GeneratorExp)
OF_COLLECTIONS = ("sorted", "set", "list", "tuple", "len", "sum")
FUNCTIONS = ("int", "str", "list", "abs", "sorted", "round", "float", "set", "len", "tuple", "bool", "reversed")
KINDS = dict.fromkeys(("sorted", "reversed", "set"), "order.changed") | {"bool": "made-a-truth"}
"""What is trusted otherwise than most conversions."""
LEAST, MOST = 0.04, 0.36
MADE_IN_ORDER, MADE_TEXT = 0.2, 0.5
TYPE_ERROR = 1.6
NUMBERS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
EQUAL = (ast.Eq, ast.NotEq)
MEMBER = (ast.In, ast.NotIn)


SAME = {(ast.ListComp, "list"), (ast.SetComp, "set")}


def wrappers(target: Target) -> Iterator[Edit]:
    """`f(x)` and `x.f()` for the values that the statement reads."""
    error = target.clues.errors & {"TypeError", "AttributeError"} and target.crash()
    types = _types(target)
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.BinOp, *COLLECTIONS):
        parent = target.source.parents[node]
        if isinstance(parent, ast.Attribute) and target.crash() == "AttributeError" and hasattr(str, parent.attr):
            yield target.replace(node, f"str({target.text(node)})", "conversion.added", MADE_TEXT, "str()")
        if not is_value(node, parent) or node in types:
            continue
        shares = rates().get(slot(node, parent), {})
        text = target.text(node)
        made = isinstance(node, COLLECTIONS)
        text = text[1:-1] if isinstance(node, ast.GeneratorExp) else text
        for form in OF_COLLECTIONS if made else (*FUNCTIONS, *METHODS):
            if (type(node), form) in SAME:
                continue
            prior = (LEAST + (MOST - LEAST) * shares.get(form, 0.0) ** 0.5) * (TYPE_ERROR if error else 1.0)
            prior = max(prior, MADE_IN_ORDER) if made and form in ("sorted", "set") else prior
            if (made or form in FUNCTIONS) and not text.startswith(f"{form}("):
                kind = KINDS.get(form, "conversion.added")
                whole = f"({form}({text}))" if is_sole(target, node) else f"{form}({text})"
                yield target.replace(node, whole, kind, prior, f"{form}()")
            elif form in METHODS and not text.endswith(form):
                yield target.replace(node, wrapped(target, node) + form, "conversion.added", prior, form)


def _types(target: Target) -> set[ast.AST]:
    """What stands in annotations and decorators and behind `except`: no values."""
    said = [node.type for node in target.nodes if isinstance(node, ast.ExceptHandler) and node.type is not None]
    said += getattr(target.stmt, "decorator_list", [])
    return {*target.source.hints(target.stmt), *(part for one in said for part in ast.walk(one))}


@functools.cache
def rates() -> Mapping[str, Mapping[str, float]]:
    """By place, what part of the conversions there each form is."""
    found: Mapping[str, Mapping[str, float]] = json.loads(RATES.read_text())
    return found


def slot(node: ast.expr, parent: ast.AST) -> str:
    """What kind of place an expression stands in."""
    if isinstance(parent, ast.Compare):
        return (
            "member" if isinstance(parent.ops[0], MEMBER) else "equal" if isinstance(parent.ops[0], EQUAL) else "order"
        )
    if isinstance(parent, ast.Subscript):
        return "index" if parent.slice is node else "sliced" if isinstance(parent.slice, ast.Slice) else "indexed"
    if isinstance(parent, ast.BinOp):
        return "sum" if isinstance(parent.op, NUMBERS) else "other"
    if isinstance(parent, (ast.For, ast.AsyncFor, ast.comprehension)):
        return "gone over" if parent.iter is node else "other"
    if isinstance(parent, ast.Call):
        return f"of {parent.func.attr}" if _is_known(parent.func) else "argument"  # type: ignore[attr-defined]
    return SLOTS.get(type(parent), "other")


SLOTS: Mapping[type[ast.AST], str] = {
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
CALLED = {"join", "append", "add", "get", "extend", "update"}


def _is_known(function: ast.expr) -> bool:
    return isinstance(function, ast.Attribute) and function.attr in CALLED


def is_value(node: ast.expr, parent: ast.AST) -> bool:
    """Whether an expression is read for its value: not a target, a receiver, a callee or a statement of its own."""
    if isinstance(node, ast.Starred) or isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)):
        return False
    if isinstance(node, ast.Name) and node.id in ("self", "cls"):
        return False
    return not (isinstance(parent, (ast.Attribute, ast.Expr)) or (isinstance(parent, ast.Call) and parent.func is node))
