"""Helpers that nobody calls, and values that never change: the calls and the changes that are missing."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import LEAVING, after, before, loop_around, siblings_of
from testfix_pipeline.repair.edits.consume import fillings, recent
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import (
    bound_names,
    by_likeness,
    class_attributes,
    likeness,
    local_names,
    walk_scope,
    without_defaults,
)
from testfix_pipeline.repair.edits.traces import attributes, empty_kind, loose_ends, uncalled
from testfix_pipeline.repair.source import Function, FunctionNode

MOST = 12
"""So many helpers, those meant for this file first."""


def helpers(target: Target) -> Iterator[Edit]:
    """A helper that nothing calls: called on the names it asks for, as a statement or around a value."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    found = [one for one in uncalled(target.project).get(target.source, ()) if _in_reach(target.function, one)]
    found.sort(key=lambda one: (not one.name.startswith("_"), -_fit(target, _wanted(target, one))))
    for helper in found[:MOST]:
        strength = 0.8 if helper.name.startswith("_") else 0.4
        name = f"self.{helper.name}" if helper.owner else helper.name
        name = f"await {name}" if helper.waits else name
        wanted = _wanted(target, helper)
        yield from _called(target, helper, name, wanted, strength)
        if wanted:
            yield from _wrapped(target, helper, name, wanted, strength)


def _in_reach(function: Function, helper: Function) -> bool:
    """Whether a function may call a helper: of the same object, of the module, or within the same function."""
    if helper is function or helper.waits > function.waits:
        return False
    if helper.owner is not None:
        return helper.owner is function.owner and [one.arg for one in function.arguments[:1]] == ["self"]
    return helper.outer is helper.node or helper.outer is function.outer


def _wanted(target: Target, helper: Function) -> list[str]:
    """The parameters that a call gives in their order: those that must be given, and further ones whose name is at
    hand."""
    args, locals_ = helper.node.args, set(local_names(target))
    plain = [one.arg for one in (*args.posonlyargs, *args.args)][1 if helper.owner else 0 :]
    must = plain[: max(0, len(plain) - len(args.defaults))] or plain[:1]
    return [*must, *itertools.takewhile(locals_.__contains__, plain[len(must) :])]


def _named(target: Target, helper: Function) -> str:
    """Those that must be given by their names."""
    args = helper.node.args
    must = [one.arg for one, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is None]
    return "".join(f", {name}={_likeliest(target, name, helper)}" for name in must)


def _called(target: Target, helper: Function, name: str, wanted: Sequence[str], strength: float) -> Iterator[Edit]:
    given = "".join(f", {_likeliest(target, parameter, helper)}" for parameter in wanted) + _named(target, helper)
    call = f"{name}({given[2:]})"
    answers = any(isinstance(n, ast.Return) and n.value is not None for n in walk_scope(helper.node))
    codes = [(call, 0.4 if answers else 1.0)]
    if answers:
        codes += [(f"return {call}", 0.5)]
        codes += [(f"{_likeliest(target, parameter, helper)} = {call}", 0.6) for parameter in wanted[:1]]
    for code, share in codes:
        prior = strength * share * _fit(target, wanted)
        for place in (before, after):
            edit = place(target, [code], "helper.called", prior * (1.0 if place is before else 0.9), code)
            if edit and not (place is after and isinstance(target.stmt, LEAVING)):
                yield edit
    if isinstance(target.stmt, ast.Return) and answers:
        yield target.replace(target.stmt, f"return {call}", "helper.called", 0.5 * strength, call)


def _wrapped(target: Target, helper: Function, name: str, wanted: Sequence[str], strength: float) -> Iterator[Edit]:
    """The helper put around values of the statement, its other parameters filled with names like theirs.

    Functions of one argument are left to `calls.helper_calls`.
    """
    required = wanted[: max(1, len(without_defaults(helper.node.args)) - (helper.owner is not None))]
    rest = "".join(f", {_likeliest(target, parameter, helper)}" for parameter in required[1:]) + _named(target, helper)
    if helper.owner is None and not rest:
        return
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.Call):
        parent = target.source.parents[node]
        called = isinstance(parent, (ast.Attribute, ast.Expr)) or target.source.is_called(node)
        if called or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            continue
        text = target.text(node)
        close = 1.0 if likeness(text.split(".")[-1], wanted[0]) > 0.7 else 0.6
        new = f"{name}({text}{rest})"
        if name.startswith("await ") and isinstance(parent, ast.Subscript) and parent.value is node:
            new = f"({new})"
        yield target.replace(node, new, "helper.called", 0.6 * strength * close, f"{name}(...)")


def _likeliest(target: Target, parameter: str, helper: Function) -> str:
    """A local or an attribute of that name, else the local most like it."""
    locals_ = [name for name in local_names(target) if name != helper.name]
    if parameter in locals_:
        return parameter
    data, _ = class_attributes(target.source, target.function.owner if target.function else None)
    own = [attr for attr in data if attr.strip("_") == parameter.strip("_")]
    return f"self.{own[0]}" if own else next(iter(by_likeness(parameter, locals_)), "None")


def _fit(target: Target, wanted: Sequence[str]) -> float:
    """The share of parameters whose very name is at hand here."""
    locals_ = set(local_names(target))
    return 1.0 if not wanted else 0.4 + 0.6 * sum(parameter in locals_ for parameter in wanted) / len(wanted)


def unmoved(target: Target) -> Iterator[Edit]:
    """A variable or attribute that keeps its first constant for ever: counted up, set, or given a value at hand."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    block, position = siblings_of(target.source, target.stmt)
    last = position == len(block) - 1 and not isinstance(target.stmt, LEAVING)
    for name, start, strength in _still(target):
        for code, share in _movements(target, name, start):
            for place, worth in ((before, 1.0), *(((after, 1.0),) if last else ())):
                edit = place(target, [code], "value.moved", 0.55 * strength * share * worth, code)
                if edit:
                    yield edit


def _still(target: Target) -> Iterator[tuple[str, str, float]]:
    """(name, first value, how telling) of locals in loops and of the class's attributes."""
    assert target.function is not None
    bound = bound_names(target.function.node)
    if loop_around(target.source, target.stmt) is not None:
        for name, start in loose_ends(target.source, target.function).unmoved.items():
            if bound.get(name, target.stmt.lineno) < target.stmt.lineno:  # not those of a nested function
                yield name, start, 1.0
    if target.function.name in ("__init__", "__new__") or target.function.owner is None:
        return
    known = attributes(target.project)
    for attr in class_attributes(target.source, target.function.owner)[0]:
        use = known.get(attr)
        if use and use.reads and use.constant and not attr.isupper():
            yield f"self.{attr}", use.constant, 0.8


def _movements(target: Target, name: str, start: str) -> Iterator[tuple[str, float]]:
    values = recent(target, name)[:3]
    if start in ("True", "False"):
        yield f"{name} = {start == 'False'}", 1.0
    elif start.lstrip("-").replace(".", "").isdigit():
        yield f"{name} += 1", 1.0
        yield from ((f"{name} += {value}", 0.5 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
        yield f"{name} -= 1", 0.3
        yield from ((f"{name} = {value}", 0.4 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
    elif start.startswith(("'", '"')):
        yield from ((f"{name} += {value}", 0.6 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
        yield from ((f"{name} = {value}", 0.6 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
    elif start == "None":
        yield from ((f"{name} = {value}", 0.8 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
    else:
        kind = empty_kind(ast.parse(start, mode="eval").body)
        yield from fillings(target, name, kind) if kind else ()
