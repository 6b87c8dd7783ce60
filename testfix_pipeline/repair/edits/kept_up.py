"""What a function measures from or asks for, and does not bring up to date: the last time, the names that are taken."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names, own_attribute, self_attributes, stored_names, walk_scope
from testfix_pipeline.repair.edits.updates import first_values, has_room, inserted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile, places_of

SINCE, TAKEN = 0.5, 0.45
MOST = 3
KEYS = (ast.Name, ast.Call, ast.Attribute, ast.Tuple)
PUTTING = {"add", "append", "insert", "extend", "update", "setdefault"}


def measured_from(target: Target) -> Iterator[Edit]:
    """`self.since = now` where the function takes `now - self.since` and leaves that as it is."""
    if not has_room(target):
        return
    assert target.function is not None
    known = set(local_names(target))
    for rank, (kept, name) in enumerate(_measured(target.source, target.function)[:MOST]):
        if name in known:
            yield from inserted(target, f"{kept} = {name}", "state.moved-on", SINCE / (1 + 0.3 * rank))


@remembered(256)
def _measured(source: SourceFile, function: Function) -> list[tuple[str, str]]:
    """(attribute, variable that it is taken from) for attributes that the function does not set."""
    nodes = list(walk_scope(function.node))
    stmts = [node for node in nodes if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign))]
    stored = {source.segment(place) for stmt in stmts for place in places_of(stmt)}
    found: dict[tuple[str, str], None] = {}
    for node in nodes:
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and own_attribute(node.right):
            left = node.left.right if isinstance(node.left, ast.BinOp) else node.left
            if isinstance(left, ast.Name) and source.segment(node.right) not in stored:
                found[source.segment(node.right), left.id] = None
    return list(found)


def taken(target: Target) -> Iterator[Edit]:
    """`self.taken.add(name.lower())` where the function asks whether that is in it, and puts nothing there."""
    if not has_room(target):
        return
    assert target.function is not None
    known = {*local_names(target), *(["self"] if self_attributes(target)[0] else [])}
    for rank, (place, key, names) in enumerate(_asked(target.source, target.function)[:MOST]):
        if names <= known:
            first = first_values(target.source, target.function).get(place, "set()")
            putting = "append" if first.startswith("[") or first == "list()" else "add"
            if first[:1] != "{" and "dict" not in first.lower():
                yield from inserted(target, f"{place}.{putting}({key})", "container.filled", TAKEN / (1 + 0.3 * rank))


@remembered(256)
def _asked(source: SourceFile, function: Function) -> list[tuple[str, str, frozenset[str]]]:
    """(container, element, names in both) for each `element in container` of a container that nothing is put into."""
    nodes = list(walk_scope(function.node))
    calls = [one.func for one in nodes if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)]
    filled = {source.segment(one.value) for one in calls if one.attr in PUTTING}
    found: dict[tuple[str, str, frozenset[str]], None] = {}
    for node in nodes:
        if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], (ast.In, ast.NotIn)):
            continue
        key, place = node.left, node.comparators[0]
        if isinstance(key, KEYS) and isinstance(place, (ast.Name, ast.Attribute)):
            text = source.segment(place)
            names = frozenset(one.id for part in (key, place) for one in ast.walk(part) if isinstance(one, ast.Name))
            if text not in filled and not text.isupper() and not stored_names(key):
                found[text, source.segment(key), names] = None
    return list(found)
