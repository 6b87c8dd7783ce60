"""Arguments of recursive calls: what is handed on, counted up or down, and forgotten on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.calls import with_argument
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import (
    attributes_of_namesakes,
)
from testfix_pipeline.repair.source import Function

MOST_FIELDS = 4
KIND, OF_PARTS = "helper.called", 0.4
FORMS = (("{}", 0.5), ("{} + 1", 0.5), ("{} - 1", 0.4))


def arguments(target: Target) -> Iterator[Edit]:
    """In a call of the function by itself, or by one in it: its own parameter in the parameter's place, one more, one
    less; such a parameter given where the call leaves it to its default."""
    around = _around(target)
    for node in target.expressions(ast.Call) if around else ():
        assert isinstance(node, ast.Call)
        function = around.get(called(node))
        if function is None or any(isinstance(one, ast.Starred) for one in node.args):
            continue
        names = [argument.arg for argument in function.arguments]
        bound = names[1:] if isinstance(node.func, ast.Attribute) and function.owner is not None else names
        given = dict(zip(bound, node.args, strict=False))
        given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
        for name, value in given.items():
            yield from _instead(target, name, value)
            yield from _as_made(target, name, value)
        if all(keyword.arg for keyword in node.keywords):
            yield from _forgotten(target, node, [name for name in bound if name not in given])


def _around(target: Target) -> dict[str, Function]:
    """By name, the functions that the statement is in."""
    if target.function is None:
        return {}
    nodes = {target.function.node, *target.source.ancestors(target.function.node)}
    return {function.name: function for function in target.source.functions if function.node in nodes}


def _as_made(target: Target, name: str, value: ast.expr) -> Iterator[Edit]:
    """What the function makes of its parameter and the value elsewhere: `flat(inner, start + key)` for `flat(inner,
    key)` where `found[start + key]` is set."""
    if not isinstance(value, ast.Name) or target.function is None:
        return
    for node in ast.walk(target.function.node):
        if isinstance(node, (ast.BinOp, ast.JoinedStr)) and target.source.is_real(node):
            names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
            if {name, value.id} <= names and len(names) == 2:
                text = target.text(node)
                yield target.replace(value, text, KIND, MADE, text[:50])


MADE = 0.5


def _instead(target: Target, name: str, value: ast.expr) -> Iterator[Edit]:
    own = target.text(value)
    for form, prior in _forms(target, name):
        text = form.format(name)
        if text != own and not (isinstance(value, ast.Name) and value.id != name):
            yield target.replace(value, text, "argument.of-recursion", prior, text)
    if own == name:
        for text, prior in (*_with_one_more(target, name), *_smaller(target, name)):
            yield target.replace(value, text, "argument.of-recursion", prior, text)


def _with_one_more(target: Target, name: str) -> Iterator[tuple[str, float]]:
    """What the function looks for in its parameter, put to it on the way down: `seen + [name]`, `seen | {name}`."""
    assert target.function is not None
    asked: dict[str, None] = {}
    for node in (one for one in ast.walk(target.function.node) if isinstance(one, ast.Compare)):
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and getattr(node.comparators[0], "id", "") == name:
            asked.setdefault(target.text(node.left))
    for one in asked:
        yield from ((form.format(name, one), 0.5) for form in ("{} + [{}]", "{} | {{{}}}", "{} + ({},)"))


def _smaller(target: Target, name: str) -> Iterator[tuple[str, float]]:
    """What is left of a parameter that is handed on as it came: the rest of what is asked whether it is empty or for
    its elements, the further digits, what hangs on a node."""
    assert target.function is not None
    nodes = [n for n in ast.walk(target.function.node) if isinstance(n, ast.Name) and n.id == name]
    parents = [target.source.parents[n] for n in nodes]
    asked = any(isinstance(p, (ast.If, ast.IfExp)) or isinstance(getattr(p, "op", None), ast.Not) for p in parents)
    if asked or any(isinstance(p, ast.Subscript) and p.value in nodes for p in parents):
        yield f"{name}[1:]", 0.4
    if asked:
        yield f"{name} - 1", 0.35
    for parent in parents:
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod) and parent.left in nodes:
            yield f"{name} // {wrapped(target, parent.right)}", 0.5
    for attribute in attributes_of_namesakes(target.source).get(name, [])[:MOST_FIELDS]:
        yield f"{name}.{attribute}", 0.35


def _forms(target: Target, name: str) -> tuple[tuple[str, float], ...]:
    """One more and one less only of what the function counts with."""
    assert target.function is not None
    nodes = [node for node in ast.walk(target.function.node) if isinstance(node, (ast.BinOp, ast.Compare))]
    operands = [part for node in nodes for part in ast.iter_child_nodes(node)]
    return FORMS if any(getattr(part, "id", "") == name for part in operands) else FORMS[:1]


def _forgotten(target: Target, node: ast.Call, names: list[str]) -> Iterator[Edit]:
    for name in names:
        for form, prior in _forms(target, name):
            text = f"{name}={form.format(name)}"
            if where := with_argument(target, node, text):
                yield target.splice(*where, "argument.passed-on", prior, text)
