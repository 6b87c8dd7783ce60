"""Arguments of recursive calls: what is handed on, counted up or down, and forgotten on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after, loop_around
from testfix_pipeline.repair.edits.calls import with_argument
from testfix_pipeline.repair.edits.discarded import INTO, kind_of
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import (
    asked_for,
    attributes_of_namesakes,
    class_attributes,
    is_generator,
    local_names,
    own_attribute,
    walk_scope,
    without_defaults,
)
from testfix_pipeline.repair.edits.translate import reads
from testfix_pipeline.repair.edits.updates import first_values
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

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


def forgotten(target: Target) -> Iterator[Edit]:
    """At the end of a round over what belongs to a thing, the function called for each of them, where it never calls
    itself: its answer put to what the function gathers, or handed on."""
    function, loop = target.function, loop_around(target.source, target.stmt)
    if function is None or not isinstance(loop, ast.For) or loop.body[-1] is not target.stmt:
        return
    if isinstance(target.stmt, LEAVING):
        return
    given = [argument.arg for argument in function.arguments if argument.arg not in ("self", "cls")]
    rounds = [n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)]
    if _by_itself(function) or not given or not reads(loop.iter, given[0]):
        return
    named = {argument.arg for argument in function.node.args.kwonlyargs}
    own = f"self.{function.name}" if function.owner is not None else function.name
    for rank, one in enumerate(reversed(rounds)):
        call = f"{own}({', '.join([one, *(f'{name}={name}' if name in named else name for name in given[1:])])})"
        for place, code in enumerate(_gathered(target, function, call)):
            edit = after(target, [code], "helper.called", 0.35 / (1 + 0.3 * (rank + place)), code)
            if edit is not None:
                yield edit


def values(target: Target) -> Iterator[Edit]:
    """`values[name] = self.decode(data[name])`: a part of what the function is given, which it puts through itself
    elsewhere, put through itself here too."""
    function, stmt = target.function, target.stmt
    if function is None or not isinstance(stmt, (ast.Assign, ast.Return, ast.Expr, ast.AugAssign, ast.For)):
        return
    calls = [one for one in _by_itself(function) if one.args]
    for node in target.expressions(ast.Name, ast.Subscript, ast.Attribute) if calls else ():
        parent = target.source.parents[node]
        inside = isinstance(parent, ast.Call) and (called(parent) == function.name or parent.func is node)
        is_stored = isinstance(getattr(node, "ctx", None), ast.Store)
        if inside or is_stored or isinstance(parent, (ast.Attribute, ast.Subscript)):
            continue
        rest = [target.text(one) for one in (*calls[0].args[1:], *calls[0].keywords)]
        text = f"{target.text(calls[0].func)}({', '.join([target.text(node), *rest])})"
        yield target.replace(node, text, "helper.call-added", 0.35, text[:50])


def of_parts(target: Target) -> Iterator[Edit]:
    """`total += child.total()` for `total += child.size` in a method over what the object keeps of its own kind."""
    function, stmt = target.function, target.stmt
    for one in _of_own_kind(target.source, function) if function is not None else ():
        assert function is not None
        call = f"{one}.{function.name}()"
        for node in target.expressions(ast.Attribute):
            assert isinstance(node, ast.Attribute)
            plain = isinstance(node.ctx, ast.Load) and not target.source.is_called(node)
            if not plain or getattr(node.value, "id", "") != one:
                continue
            yield target.replace(node, call, KIND, OF_PARTS, call)
            adding = target.source.parents[node]
            if not isinstance(adding, ast.Call) or adding.args != [node]:
                continue
            func = adding.func
            if isinstance(func, ast.Attribute) and func.attr in ("append", "add"):
                code = f"{target.text(func.value)}.{'extend' if func.attr == 'append' else 'update'}({call})"
                yield target.replace(adding, code, KIND, OF_PARTS, code)
        loop = loop_around(target.source, stmt)
        if isinstance(loop, ast.For) and loop.body[-1] is stmt and getattr(loop.target, "id", "") == one:
            for rank, code in enumerate(_gathered(target, function, call)):
                edit = after(target, [code], KIND, OF_PARTS / (1 + 0.3 * rank), code)
                if edit is not None and not isinstance(stmt, LEAVING):
                    yield edit
        if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Yield) and target.text(stmt) == f"yield {one}":
            yield target.replace(stmt, f"yield from {call}", KIND, OF_PARTS, call)


def _gathered(target: Target, function: Function, call: str) -> list[str]:
    """What a call of the function answers put to what the function gathers, or handed on."""
    begun, reach = first_values(target.source, function), set(local_names(target))
    kinds = [(name, kind_of(value)) for name, value in begun.items() if name in reach]
    codes = [form.format(name, call) for name, kind in kinds if kind for form in INTO[kind][:2]]
    return codes + ([f"yield from {call}"] if is_generator(function) else [])


@remembered(512)
def _of_own_kind(source: SourceFile, function: Function) -> list[str]:
    """The variables for what the object keeps that a method without arguments asks for nothing but what the class
    itself has, where it never calls a method of its name; all, where it hands on the object itself."""
    owner, nodes = function.owner, list(walk_scope(function.node))
    if owner is None or function.name.startswith("__") or len(without_defaults(function.node.args)) != 1:
        return []
    if function.node.decorator_list or any(isinstance(n, ast.Call) and called(n) == function.name for n in nodes):
        return []
    itself = any(isinstance(n, ast.Yield) and getattr(n.value, "id", "") == "self" for n in nodes)
    known = {name for names in class_attributes(source, owner) for name in names}
    loops = [
        n for n in nodes if isinstance(n, (ast.For, ast.comprehension)) and any(map(own_attribute, ast.walk(n.iter)))
    ]
    names = dict.fromkeys(n.target.id for n in loops if isinstance(n.target, ast.Name))
    asked = asked_for(function.node)
    return [name for name in names if itself or (asked.get(name) and asked[name] <= known)]


@remembered(512)
def _by_itself(function: Function) -> list[ast.Call]:
    """The calls of a function, or of a method on the same object, in its own body."""
    calls = [node for node in ast.walk(function.node) if isinstance(node, ast.Call)]
    if function.owner is not None:
        return [one for one in calls if own_attribute(one.func) == function.name]
    return [one for one in calls if getattr(one.func, "id", "") == function.name]
