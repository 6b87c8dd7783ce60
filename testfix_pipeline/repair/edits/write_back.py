"""What a function looks up by a key and never stores under it again: counters, caches, tables that are emptied."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import reach_of, root_of, walk_scope
from testfix_pipeline.repair.edits.updates import has_room, inserted, nearest
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

MADE_OF_IT, AT_HAND, ANSWERED, EMPTIED, DROPPED = 0.6, 0.35, 0.5, 0.4, 0.25
"""Estimates for a value made of what was looked up, for another, for what is answered, for leaving empty things, and
for leaving what is there."""
MOST, MOST_VALUES = 4, 3


@dataclass(frozen=True)
class Lookup:
    """`place[key]`, `place.get(key)` or `place.setdefault(key, ...)`, as text, with the variable that is bound to what
    comes of it, if any."""

    place: str
    key: str
    bound: str = ""

    @property
    def stored(self) -> str:
        return f"{self.place}[{self.key}]"

    @property
    def roots(self) -> set[str]:
        return {root_of(self.place), *(root_of(part) for part in self.key.split(", "))}


def stored_back(target: Target) -> Iterator[Edit]:
    """`counts[key] = count` behind `count = counts.get(key, 0) + 1`; a value at hand where a key is only asked for."""
    if not has_room(target):
        return
    assert target.function is not None
    names, near = reach_of(target), nearest(target)
    for rank, one in enumerate(_in_reach(target, _missing(target.source, target.function))):
        values = dict.fromkeys(name for name in (one.bound, *near) if name in names)
        for place, name in enumerate(list(values)[:MOST_VALUES]):
            if name not in (one.key, one.place):
                prior = (MADE_OF_IT if name == one.bound else AT_HAND) / (1 + 0.3 * (rank + place))
                yield from inserted(target, f"{one.stored} = {name}", "container.filled", prior)


def dropped(target: Target) -> Iterator[Edit]:
    """`del waiting[key]`, `waiting[key].clear()`, `waiting.pop(key, None)` where the function took what is there."""
    if not has_room(target):
        return
    assert target.function is not None
    for rank, one in enumerate(_in_reach(target, _asked(target.source, target.function))):
        key = f"({one.key})" if "," in one.key else one.key
        forms = ((f"del {one.stored}", 1.0), (f"{one.stored}.clear()", 0.7), (f"{one.place}.pop({key}, None)", 0.8))
        for form, share in forms:
            yield from inserted(target, form, "container.changed", DROPPED * share / (1 + 0.3 * rank))


def _in_reach(target: Target, found: Sequence[Lookup]) -> list[Lookup]:
    """The first few whose place and key are known at the statement."""
    reach = reach_of(target)
    return [one for one in found if one.roots <= reach][:MOST]


@remembered(512)
def _missing(source: SourceFile, function: Function) -> list[Lookup]:
    """What is looked up, each place and key once; where nothing is made of it, only what nothing is stored under."""
    asked = _asked(source, function)
    stored = {source.segment(node) for node in walk_scope(function.node) if _is_stored(node)}
    made = {(one.place, one.key): one for one in asked if one.bound}
    found = dict.fromkeys((one.place, one.key) for one in asked)
    looked_up = [made.get(pair) or Lookup(*pair) for pair in found]
    return [one for one in looked_up if one.bound or one.stored not in stored]


def _is_stored(node: ast.AST) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store)


@remembered(512)
def _asked(source: SourceFile, function: Function) -> Sequence[Lookup]:
    """What the function looks up by a name, attribute or tuple of such, or looks for; in the order of the text."""
    found: dict[Lookup, int] = {}
    for node in walk_scope(function.node):
        place, key = _place_and_key(node)
        if isinstance(place, (ast.Name, ast.Attribute)) and _is_key(key):
            parts = key.elts if isinstance(key, ast.Tuple) else [key]
            text = ", ".join(source.segment(part) for part in parts)  # type: ignore[arg-type]
            found.setdefault(Lookup(source.segment(place), text, _bound_to(source, node)), node.lineno)  # type: ignore[attr-defined]
    return sorted(found, key=lambda one: (found[one], not one.bound))


def _place_and_key(node: ast.AST) -> tuple[ast.expr | None, ast.expr | None]:
    if isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load):
        return node.value, node.slice
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (ast.In, ast.NotIn)):
        return node.comparators[0], node.left
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
        return (node.func.value, node.args[0]) if node.func.attr in ("get", "setdefault") else (None, None)
    return None, None


def _is_key(key: ast.expr | None) -> bool:
    parts = key.elts if isinstance(key, ast.Tuple) else [key]
    return bool(parts) and all(isinstance(part, (ast.Name, ast.Attribute)) for part in parts)


def _bound_to(source: SourceFile, node: ast.AST) -> str:
    """The variable that an assignment around the lookup binds."""
    kinds = (ast.stmt, ast.NamedExpr)
    around = next((one for one in source.ancestors(node) if isinstance(one, kinds)), None)
    places = getattr(around, "targets", None) or [getattr(around, "target", None)]
    bound = isinstance(around, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and len(places) == 1
    return places[0].id if bound and isinstance(places[0], ast.Name) else ""
