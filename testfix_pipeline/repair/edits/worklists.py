"""Lists of what is still to be done: what a round finds put to them, in the way that the list wants it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import loop_around
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import (
    bound_names,
    class_attributes,
    local_names,
    own_attribute,
    reach_of,
    root_of,
    walk_scope,
)
from testfix_pipeline.repair.edits.traces import FILLING
from testfix_pipeline.repair.edits.updates import PUTTING, has_room, inserted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile

FOUND, ON_HEAPS, NOT_ANEW, REST, PEEKED, PUT_BACK = 0.5, 0.7, 0.45, 0.3, 0.35, 0.5
"""Estimates: what belongs to the one taken out, pushed on a heap, added instead of set anew, the rest taken over, what
was looked at taken out, what was laid aside put back."""
TAKEN = ("pop", "popleft", "heappop", "get", "get_nowait")
MANY = (
    "children",
    "needs",
    "parents",
    "neighbours",
    "neighbors",
    "members",
    "items",
    "next",
    "links",
    "edges",
    "parts",
)
MOST = 4


def found(target: Target) -> Iterator[Edit]:
    """In `while todo: one = todo.pop()`, if nothing is put to it: `todo.extend(table[one])`, or what the one holds."""
    around = (
        one for one in target.source.ancestors(target.stmt) if isinstance(one, (ast.While, *FunctionNode.__args__))
    )
    loop = next(around, None)
    if not has_room(target) or not isinstance(loop, ast.While):
        return
    assert target.function is not None
    for todo, one in by_list(target.source, target.function).items():
        if todo not in target.text(loop.test) or _grows(loop, todo):
            continue
        tuples = _tuples(target.source, target.function).get(todo)
        for rank, code in enumerate(_put_like(target, todo, tuples) if tuples else ()):
            yield from inserted(target, code, "container.changed", FOUND / (1 + 0.3 * rank))
        for rank, more in enumerate(_belonging(target, one)[:MOST] if not tuples else ()):
            for method, share in (("extend", 1.0), ("append", 0.3), ("update", 0.3)):
                yield from inserted(
                    target, f"{todo}.{method}({more})", "container.changed", FOUND * share / (1 + 0.3 * rank)
                )


def rest(target: Target) -> Iterator[Edit]:
    """`plain.extend(words)`: what is left of a list that rounds take from, put to the one that they fill."""
    if not has_room(target):
        return
    assert target.function is not None
    reach = set(local_names(target))
    filled = [name for name in _filled(target.function) if name in reach]
    left = [name for name in by_list(target.source, target.function) if name in reach]
    for rank, (name, more) in enumerate([(name, more) for name in filled for more in left if name != more][:MOST]):
        yield from inserted(target, f"{name}.extend({more})", "container.changed", REST / (1 + 0.3 * rank))


@remembered(512)
def by_list(source: SourceFile, function: Function) -> Mapping[str, str]:
    """By list, the variable that the function takes from it: `one = todo.pop()`, `_, one = heappop(todo)`."""
    names: dict[str, str] = {}
    for node in walk_scope(function.node):
        value = node.value if isinstance(node, ast.Assign) else None
        if not isinstance(value, ast.Call) or called(value) not in TAKEN or (called(value) == "get" and value.args):
            continue
        at = value.args[0] if called(value) == "heappop" and value.args else getattr(value.func, "value", None)
        place = node.targets[0]  # type: ignore[attr-defined]
        if isinstance(place, ast.Tuple):
            place = place.elts[-1 if called(value) == "heappop" else 0]
        if isinstance(at, (ast.Name, ast.Attribute)) and isinstance(place, ast.Name):
            names.setdefault(source.segment(at), place.id)
    return names


@remembered(512)
def _tuples(source: SourceFile, function: Function) -> Mapping[str, tuple[str, ...]]:
    """By list, the variables that the function takes from it at once, and the form that puts such ones there."""
    found: dict[str, tuple[str, ...]] = {}
    for node in walk_scope(function.node):
        call = node.value if isinstance(node, ast.Assign) else None
        if not isinstance(call, ast.Call) or not isinstance(node.targets[0], ast.Tuple):  # type: ignore[attr-defined]
            continue
        names = tuple(getattr(one, "id", "") for one in node.targets[0].elts)  # type: ignore[attr-defined]
        pop = called(call)
        place = call.args[0] if pop == "heappop" and call.args else getattr(call.func, "value", None)
        if not all(names) or place is None or pop not in (*PUTTING, "heappop"):
            continue
        todo = source.segment(place)
        push = source.segment(call.func).removesuffix("heappop") + "heappush"
        form = f"{push}({todo}, ({{}}))" if pop == "heappop" else f"{todo}.{PUTTING[pop]}(({{}}))"
        found.setdefault(todo, (*names, form))
    return found


def _put_like(target: Target, todo: str, taken: tuple[str, ...]) -> Iterator[str]:
    """`todo.append((other, depth + 1))` for `one, depth = todo.popleft()` in a loop over others: what leads to the one
    is last on heaps and first elsewhere."""
    assert target.function is not None
    *names, form = taken
    inner = loop_around(target.source, target.stmt)
    other = getattr(getattr(inner, "target", None), "elts", [getattr(inner, "target", None)])[0]
    if not isinstance(other, ast.Name) or len(names) != 2:
        return
    one, rest = (names[1], names[0]) if "heappush" in form else (names[0], names[1])
    bound = bound_names(inner) if inner is not None else {}
    near = [name for name in local_names(target) if name in bound and name != other.id]
    for told in (*near[:1], f"{rest} + 1", rest, f"{rest} + [{other.id}]"):
        pair = (told, other.id) if one == names[1] else (other.id, told)
        yield form.format(", ".join(pair))


@remembered(512)
def _filled(function: Function) -> list[str]:
    """Lists of the function that it appends to."""
    calls = (n.func for n in walk_scope(function.node) if isinstance(n, ast.Call))
    places = (one.value for one in calls if isinstance(one, ast.Attribute) and one.attr == "append")
    return list(dict.fromkeys(place.id for place in places if isinstance(place, ast.Name)))


def _grows(loop: ast.While, todo: str) -> bool:
    """Whether the loop puts anything to the list."""
    nodes = [node for part in loop.body for node in ast.walk(part)]
    methods = [n for n in nodes if isinstance(n, ast.Attribute) and n.attr in {*FILLING, "extendleft"}]
    pushed = [n.args[0] for n in nodes if isinstance(n, ast.Call) and called(n) == "heappush" and n.args]
    added = [n.target for n in nodes if isinstance(n, ast.AugAssign)]
    return any(ast.unparse(one) == todo for one in [*(n.value for n in methods), *pushed, *added])


def _belonging(target: Target, one: str) -> list[str]:
    """What belongs to a thing: the tables of the function and the class at it, its fields that are called like many."""
    assert target.function is not None
    tables, asked = _tables(target.source, target.function.owner or target.function.node)
    reach = reach_of(target)
    known = [table for table in tables if root_of(table) in reach]
    many = [name for owner in target.source.classes.values() for name in class_attributes(target.source, owner)[0]]
    fields = [f"{one}.{name}" for name in dict.fromkeys(many) if name.strip("_").endswith(MANY)]
    return [*fields, *(f"{table}[{one}]" for table in known), *(f"{table}.get({one}, ())" for table in asked)]


@remembered(256)
def _tables(source: SourceFile, around: ast.AST) -> tuple[list[str], list[str]]:
    """What a function or class looks up by a name or attribute, and the object's own that it asks by `get`."""
    nodes = list(ast.walk(around))
    by_name = [
        n.value for n in nodes if isinstance(n, ast.Subscript) and isinstance(n.slice, (ast.Name, ast.Attribute))
    ]
    gets = [n.func for n in nodes if isinstance(n, ast.Call) and called(n) == "get"]
    asked = [n.value for n in gets if isinstance(n, ast.Attribute) and own_attribute(n.value)]
    places = [one for one in by_name if isinstance(one, (ast.Name, ast.Attribute))]
    return list(dict.fromkeys(map(source.segment, places))), list(dict.fromkeys(map(source.segment, asked)))
