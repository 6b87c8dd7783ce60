"""Collections passed whole where their elements were meant, and the other way round."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import stored_names, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

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


def as_parts(target: Target) -> Iterator[Edit]:
    """`(start, end)` for `span`, where the function took it apart and one of the parts has changed since; and `span`
    for such a pair."""
    if target.function is None:
        return
    taken = _taken_apart(target.source, target.function)
    for node in target.expressions(ast.Name, ast.Tuple) if taken else ():
        text = target.text(node)
        for whole, parts in taken:
            if isinstance(node, ast.Name) and node.id == whole and isinstance(node.ctx, ast.Load):
                yield target.replace(node, f"({parts})", "parts-for-the-whole", 0.4, parts[:50])
            elif isinstance(node, ast.Tuple) and text.strip("()") == parts and isinstance(node.ctx, ast.Load):
                yield target.replace(node, whole, "whole-for-the-parts", 0.3, whole)


@remembered(256)
def _taken_apart(source: SourceFile, function: Function) -> tuple[tuple[str, str], ...]:
    """(name, its parts as text) of `start, end = span` where a part is bound anew elsewhere."""
    stored = [node for node in walk_scope(function.node) if isinstance(node, (ast.Assign, ast.AugAssign))]
    counted = Counter(name for node in stored for name in stored_names(node))
    found: list[tuple[str, str]] = []
    for node in stored:
        places, value = (node.targets[0], node.value) if isinstance(node, ast.Assign) else (None, None)
        if isinstance(places, ast.Tuple) and isinstance(value, ast.Name):
            changed = any(counted[name] > 1 for name in stored_names(places))
            found += [(value.id, source.segment(places).strip("()"))] if changed else []
    return tuple(dict.fromkeys(found))


def formatted_whole(target: Target) -> Iterator[Edit]:
    """`"%r" % (x,)` for `"%r" % x`: what may be a tuple itself."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        of_text = isinstance(node.left, ast.Constant) and isinstance(node.left.value, (str, bytes))
        if isinstance(node.op, ast.Mod) and of_text and isinstance(node.right, (ast.Name, ast.Attribute)):
            text = f"({target.text(node.right)},)"
            yield target.replace(node.right, text, "formatted-as-one", 0.4, text[:50])
