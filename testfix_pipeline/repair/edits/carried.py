"""State that should go with the time and stands still: a variable of a loop, the last time that something was seen."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Collection, Iterator, Sequence
from typing import TypeGuard

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import after, loop_around
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import local_names, own_attribute, root_of, set_later, walk_scope
from testfix_pipeline.repair.edits.updates import has_room, inserted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

MOST_CARRIED = 8


def carried_on(target: Target) -> Iterator[Edit]:
    """At the end of a round `x = ...` for a variable that rounds read and none binds, though others of the loop go on:
    what the round has at hand, and parts of that. `x += ...` where it begins as a number, for that is a sum."""
    bound, kept = _at_the_end(target)
    values = [*_parts(target, bound), *sorted(bound)]
    for rank, name in enumerate(kept):
        signs = (("+=", 1.0), ("=", 0.5)) if _begins_as_number(target, name) else (("=", 1.0),)
        for (sign, share), (place, value) in itertools.product(signs, enumerate(values[:MOST_CARRIED])):
            prior = 0.45 * share / (1 + 0.3 * (rank + place))
            edit = after(target, [f"{name} {sign} {value}"], "state.carried-on", prior, value)
            if edit is not None:
                yield edit


def _at_the_end(target: Target) -> tuple[set[str], list[str]]:
    """(variables that a loop binds, those that its rounds only read and that are bound once) where the statement ends a
    round; none elsewhere."""
    loop = loop_around(target.source, target.stmt)
    if not isinstance(loop, (ast.For, ast.While)) or loop.body[-1] is not target.stmt or not has_room(target):
        return set(), []
    bound = {node.id for node in ast.walk(loop) if _is_name(node, ast.Store)}
    once = _bound_once(target)
    read = _read([node for stmt in loop.body for node in ast.walk(stmt)])
    return bound, [name for name in read if name not in bound and name in once]


def stamped(target: Target) -> Iterator[Edit]:
    """`self.last = now` where the function compares the two or takes their difference, and nothing but the constructor
    ever sets the attribute."""
    function = target.function
    if function is None or function.owner is None or function.name == "__init__" or not has_room(target):
        return
    reach = set(local_names(target))
    for rank, (attribute, name) in enumerate(_met(target.source, function)):
        if root_of(name) in reach:
            yield from inserted(target, f"{attribute} = {name}", "state.carried-on", 0.45 / (1 + 0.4 * rank))


def rest_kept(target: Target) -> Iterator[Edit]:
    """`last = now` after `whole = (now - last) // step`, or a rounded quotient, made `last += whole * step`: what is
    less than a step is not lost, but counts for the next one."""
    stmt, function = target.stmt, target.function
    if function is None or not isinstance(stmt, ast.Assign) or len(stmt.targets) != 1:
        return
    last, now = target.text(stmt.targets[0]), target.text(stmt.value)
    for one in walk_scope(function.node):
        quotient = _rounded(one.value) if isinstance(one, ast.Assign) else None
        if quotient is None or target.text(quotient.left).strip("()") != f"{now} - {last}":
            continue
        whole, step = target.text(one.targets[0]), wrapped(target, quotient.right)  # type: ignore[attr-defined]
        yield target.replace(stmt, f"{last} += {whole} * {step}", "rest-kept", 0.6, f"{whole} * {step}")
        if isinstance(quotient.op, ast.FloorDiv):
            yield target.replace(stmt, f"{last} = {now} - ({now} - {last}) % {step}", "rest-kept", 0.3, "%")


def paid_out(target: Target) -> Iterator[Edit]:
    """`self.due -= cents` for `self.due = 0` behind `cents = int(self.due)`: only what was taken of it is gone."""
    stmt, function = target.stmt, target.function
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    if function is None or not isinstance(place, (ast.Name, ast.Attribute)) or not isinstance(stmt, ast.Assign):
        return
    if not isinstance(stmt.value, (ast.Constant, ast.Call)):
        return
    text = target.text(place)
    for one in walk_scope(function.node):
        if isinstance(one, ast.Assign) and one.lineno < stmt.lineno and isinstance(one.targets[0], ast.Name):
            parts = [target.text(n) for n in ast.walk(one.value) if isinstance(n, (ast.Name, ast.Attribute))]
            # `self.due` may be the property that tells the whole part of `self._due`
            read = text in parts or text.replace("._", ".") in parts
            if read and target.text(one.value) != text:
                code = f"{text} -= {one.targets[0].id}"
                yield target.replace(stmt, code, "rest-kept", 0.45, code)


def _rounded(value: ast.expr) -> ast.BinOp | None:
    """The quotient of which a value is the whole part, or which it rounds."""
    if isinstance(value, ast.Call) and called(value) in ("int", "round", "floor") and len(value.args) == 1:
        inner = value.args[0]
        return inner if isinstance(inner, ast.BinOp) and isinstance(inner.op, (ast.Div, ast.FloorDiv)) else None
    return value if isinstance(value, ast.BinOp) and isinstance(value.op, ast.FloorDiv) else None


@remembered(512)
def _met(source: SourceFile, function: Function) -> tuple[tuple[str, str], ...]:
    """(attribute of self, variable or field): sides of differences and comparisons; no method sets the attribute."""
    assert function.owner is not None
    set_anew = set_later(function.owner)
    found: dict[tuple[str, str], None] = {}
    for node in walk_scope(function.node):
        sides = (node.left, node.right) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) else ()
        sides = (node.left, node.comparators[0]) if isinstance(node, ast.Compare) else sides
        for one, other in itertools.permutations(sides, 2):
            # `event.seq != self.seq + 1` speaks of the next one
            one = one.left if isinstance(one, ast.BinOp) and isinstance(one.right, ast.Constant) else one
            own = own_attribute(one)
            if own and own not in set_anew and isinstance(other, (ast.Name, ast.Attribute)):
                found.setdefault((source.segment(one), source.segment(other)))
    return tuple(found)


def _is_name(node: ast.AST, context: type[ast.expr_context]) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and isinstance(node.ctx, context)


def _read(nodes: Sequence[ast.AST]) -> list[str]:
    return list(dict.fromkeys(node.id for node in nodes if _is_name(node, ast.Load)))


def _bound_once(target: Target) -> set[str]:
    """Variables that the function binds by a plain assignment, and nowhere else."""
    assert target.function is not None
    names = [node.id for node in walk_scope(target.function.node) if _is_name(node, ast.Store)]
    return {name for name in names if names.count(name) == 1}


def _begins_as_number(target: Target, name: str) -> bool:
    assert target.function is not None
    bindings = [node for node in walk_scope(target.function.node) if isinstance(node, ast.Assign)]
    values = [one.value for one in bindings if any(getattr(to, "id", "") == name for to in one.targets)]
    return any(isinstance(one, ast.Constant) and type(one.value) in (int, float) for one in values)


def _parts(target: Target, names: Collection[str]) -> list[str]:
    """Attributes of these variables: those that the file reads of one of that name, in the order of the text."""
    source = target.source
    nodes = [node for node in ast.walk(source.tree) if isinstance(node, ast.Attribute)]
    read = [node for node in nodes if getattr(node.value, "id", "") in names and isinstance(node.ctx, ast.Load)]
    return list(dict.fromkeys(source.segment(node) for node in read if not source.is_called(node)))
