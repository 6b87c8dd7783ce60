"""Arguments of recursive calls: what is handed on, counted up or down, and forgotten on the way."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after, loop_around
from testfix_pipeline.repair.edits.discarded import INTO, kind_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import is_generator, local_names, own_attribute
from testfix_pipeline.repair.edits.updates import first_values
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function

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
        if all(keyword.arg for keyword in node.keywords):
            yield from _forgotten(target, node, [name for name in bound if name not in given])


def _around(target: Target) -> dict[str, Function]:
    """By name, the functions that the statement is in."""
    if target.function is None:
        return {}
    nodes = {target.function.node, *target.source.ancestors(target.function.node)}
    return {function.name: function for function in target.source.functions if function.node in nodes}


def _instead(target: Target, name: str, value: ast.expr) -> Iterator[Edit]:
    own = target.text(value)
    for form, prior in _forms(target, name):
        text = form.format(name)
        if text != own and not (isinstance(value, ast.Name) and value.id != name):
            yield target.replace(value, text, "argument of recursion", prior, text)
    if own == name:
        for text, prior in _with_one_more(target, name):
            yield target.replace(value, text, "argument of recursion", prior, text)


def _with_one_more(target: Target, name: str) -> Iterator[tuple[str, float]]:
    """What the function looks for in its parameter, put to it on the way down: `seen + [name]`, `seen | {name}`."""
    assert target.function is not None
    asked: dict[str, None] = {}
    for node in (one for one in ast.walk(target.function.node) if isinstance(one, ast.Compare)):
        if isinstance(node.ops[0], (ast.In, ast.NotIn)) and getattr(node.comparators[0], "id", "") == name:
            asked.setdefault(target.text(node.left))
    for one in asked:
        yield from ((form.format(name, one), 0.5) for form in ("{} + [{}]", "{} | {{{}}}", "{} + ({},)"))


def _forms(target: Target, name: str) -> tuple[tuple[str, float], ...]:
    """One more and one less only of what the function counts with."""
    assert target.function is not None
    nodes = [node for node in ast.walk(target.function.node) if isinstance(node, (ast.BinOp, ast.Compare))]
    operands = [part for node in nodes for part in ast.iter_child_nodes(node)]
    return FORMS if any(getattr(part, "id", "") == name for part in operands) else FORMS[:1]


def _forgotten(target: Target, node: ast.Call, names: list[str]) -> Iterator[Edit]:
    end = target.source.span(node)[1] - 1
    lead = ", " if node.args or node.keywords else ""
    for name in names:
        for form, prior in _forms(target, name):
            text = f"{name}={form.format(name)}"
            yield target.splice(end, end, lead + text, "argument passed on", prior, text)


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
    if (
        _by_itself(function)
        or not given
        or not any(isinstance(n, ast.Name) and n.id == given[0] for n in ast.walk(loop.iter))
    ):
        return
    named = {argument.arg for argument in function.node.args.kwonlyargs}
    begun = first_values(target.source, function)
    reach = set(local_names(target))
    kinds = [(name, kind_of(value)) for name, value in begun.items() if name in reach]
    own = f"self.{function.name}" if function.owner is not None else function.name
    for rank, one in enumerate(reversed(rounds)):
        call = f"{own}({', '.join([one, *(f'{name}={name}' if name in named else name for name in given[1:])])})"
        codes = [form.format(name, call) for name, kind in kinds if kind for form in INTO[kind][:2]]
        codes += [f"yield from {call}"] if is_generator(function) else []
        for place, code in enumerate(codes):
            edit = after(target, [code], "helper called", 0.35 / (1 + 0.3 * (rank + place)), code)
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
        yield target.replace(node, text, "helper call added", 0.35, text[:50])


@remembered(512)
def _by_itself(function: Function) -> list[ast.Call]:
    """The calls of a function, or of a method on the same object, in its own body."""
    calls = [node for node in ast.walk(function.node) if isinstance(node, ast.Call)]
    if function.owner is not None:
        return [one for one in calls if own_attribute(one.func) == function.name]
    return [one for one in calls if getattr(one.func, "id", "") == function.name]
