"""Loops that do nothing with what they go over: the call that is forgotten for each element."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import snake_case
from testfix_pipeline.repair.edits.blocks import LEAVING, after
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import self_attributes
from testfix_pipeline.repair.edits.traces import words_of
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

NAMESAKE, UNCALLED, USUAL = 0.75, 0.7, 0.5
"""Of what is named like the function around, of what nothing calls, and of the rest."""
LATER, MOST = 0.1, 16


def calls(target: Target) -> Iterator[Edit]:
    """At the end of a loop that reads none of its variables: they are handed to what takes as many."""
    loop = target.source.parents.get(target.stmt)
    if target.function is None or not isinstance(loop, (ast.For, ast.AsyncFor)) or loop.body[-1] is not target.stmt:
        return
    names = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
    read = {node.id for stmt in loop.body for node in ast.walk(stmt) if isinstance(node, ast.Name)}
    if set(names) & read or "_" in names:
        return
    found = sorted(_calls(target, names), key=lambda pair: -pair[1])
    for rank, (code, prior) in enumerate(found[:MOST]):
        prior /= 1 + LATER * rank
        if isinstance(target.stmt, ast.Pass):
            yield target.replace(target.stmt, code, "done-for-each", prior, code)
        elif not isinstance(target.stmt, LEAVING) and (edit := after(target, [code], "done-for-each", prior, code)):
            yield edit


def _calls(target: Target, names: Sequence[str]) -> Iterator[tuple[str, float]]:
    function, given = target.function, ", ".join(names)
    assert function is not None
    own = next((one.arg for one in function.arguments), "")
    for receiver, one in (*_reached(target, function), *_held(target, function)):
        if own == "cls" and receiver == "self." and one.is_of_class:
            receiver = "cls."
        if receiver.startswith("self.") and own != "self":
            continue
        required, most = _takes(one)
        if one.waits > function.waits or not required <= len(names) <= most:
            continue
        if not one.name.startswith("__"):
            yield f"{'await ' if one.waits else ''}{receiver}{one.name}({given})", _prior(target, function, one)


def _prior(target: Target, function: Function, one: Function) -> float:
    if one.name.strip("_") == function.name.strip("_"):
        return NAMESAKE
    inner = one.owner is not None or one.name.startswith("_")  # other functions wait for callers outside
    return UNCALLED if inner and words_of(target.project)[one.name] == 1 else USUAL


def _takes(function: Function) -> tuple[int, int]:
    """The fewest and the most arguments of a call, the receiver left out."""
    args = function.node.args
    plain = len(args.posonlyargs) + len(args.args) - (function.owner is not None and not function.is_static)
    most = 99 if args.vararg else plain
    return (plain - len(args.defaults), most) if None not in args.kw_defaults else (1, 0)


def _reached(target: Target, function: Function) -> Iterator[tuple[str, Function]]:
    """Methods of the same object, functions of the module, and functions within the same one."""
    for one in target.source.functions:
        if one.owner is not None and one.owner is function.owner and one.node is not function.node:
            yield "self.", one
        elif one.owner is None and (one.outer is one.node or one.outer is function.outer):
            yield "", one


def _held(target: Target, function: Function) -> Iterator[tuple[str, Function]]:
    """Methods of what an attribute holds: of the class that it is named after, or that has all that is called on it."""
    for attribute in self_attributes(target)[0] if function.owner is not None else ():
        asked = _called_on(target.source).get(attribute, set())
        for source in target.project:
            for name, methods in _methods(source).items():
                fitting = bool(asked) and asked <= {one.name for one in methods}
                if fitting or snake_case(name) == attribute.strip("_"):
                    yield from ((f"self.{attribute}.", one) for one in methods)


@remembered(64)
def _methods(source: SourceFile) -> Mapping[str, Sequence[Function]]:
    """The methods of the classes of a file."""
    found: dict[str, list[Function]] = {}
    for one in source.functions:
        if one.owner is not None:
            found.setdefault(one.owner.name, []).append(one)
    return found


@remembered(64)
def _called_on(source: SourceFile) -> Mapping[str, set[str]]:
    """By attribute, the methods that the file calls on `self.attribute` and its like."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and source.is_called(node):
            found.setdefault(node.value.attr, set()).add(node.attr)
    return found
