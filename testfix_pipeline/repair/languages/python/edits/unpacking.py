"""Collections passed whole where their elements were meant, and the other way round."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped

MANY = (ast.List, ast.ListComp, ast.Tuple, ast.GeneratorExp, ast.Set, ast.SetComp)
"""Arguments that are collections for sure."""


def stars(target: Target) -> Iterator[Edit]:
    """`f(xs)` -> `f(*xs)`, `f(**xs)`, `[xs]` -> `[*xs]`, and `f(*xs)` -> `f(xs)`."""
    for node in target.expressions(ast.Call, ast.List, ast.Tuple, ast.Set):
        for part in node.args if isinstance(node, ast.Call) else getattr(node, "elts", ()):
            if isinstance(part, ast.Starred):
                yield target.replace(part, target.text(part.value), "unpacking", 0.3, "star dropped")
            elif _unpackable(part) and isinstance(getattr(part, "ctx", ast.Load()), ast.Load):
                yield from _starred(target, node, part)


def _unpackable(part: ast.expr) -> bool:
    return isinstance(part, (*MANY, ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Dict, ast.DictComp))


def _starred(target: Target, node: ast.expr, part: ast.expr) -> Iterator[Edit]:
    called = isinstance(node, ast.Call)
    only = called and len(getattr(node, "args", ())) == 1
    prior = (0.3 if isinstance(part, MANY) else 0.12) * (1.0 if only or not called else 0.5)
    prior *= 2.0 if target.crash() == "TypeError" else 1.0
    if not isinstance(part, (ast.Dict, ast.DictComp)):
        yield target.replace(part, f"*{wrapped(target, part)}", "unpacking", prior, "star added")
    if called and not isinstance(part, MANY):
        yield target.replace(part, f"**{wrapped(target, part)}", "unpacking", prior / 2, "two stars added")
