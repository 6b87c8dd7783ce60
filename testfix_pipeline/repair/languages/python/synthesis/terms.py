"""The expressions that a predicate may speak of: names, attributes and parts of expressions in reach of a place."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.blocks import siblings_of
from testfix_pipeline.repair.languages.python.edits.edit import Target
from testfix_pipeline.repair.languages.python.edits.pull import ends
from testfix_pipeline.repair.languages.python.edits.scope import (
    attributes_of_namesakes,
    fields_beside,
    local_names,
    self_attributes,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.edits.unread_fields import unread_beside
from testfix_pipeline.repair.languages.python.source import Function, own_nodes, places_of
from testfix_pipeline.repair.languages.python.synthesis.places import Place
from testfix_pipeline.repair.remembered import remembered

MOST_TERMS, MOST_OF_NAMESAKES = 28, 6
HELD = 0.4
"""How much an attribute of what an attribute holds has to do with a place."""
BESIDE, MOST_BESIDE = 0.65, 3
"""The same for another field of what a statement asks for one, and how many of these are looked at."""
LAST, AT_END = 0.6, frozenset({"append", "pop"})
"""How much the last element of a list has to do with it that is a stack; what is done to such."""
TERMS = (ast.Name, ast.Attribute, ast.Subscript, ast.Call)
PURE_CALLS = {"len", "type", "abs", "min", "max", "sum", "sorted", "str", "int"}


@dataclass(frozen=True)
class Term:
    """An expression in reach; `weight` (0..1) says how much it has to do with the place."""

    text: str
    weight: float


def terms(place: Place) -> list[Term]:
    """Names and simple expressions in reach, those that the place itself speaks of first."""
    target = place.target
    found: dict[str, float] = {}
    reach = in_reach(place)
    for stmt, weight in _near(place):
        for node in _spoken(stmt):
            method = isinstance(node, ast.Attribute) and target.source.is_called(node)
            if isinstance(node, TERMS) and not method and is_simple(node) and roots(node) <= reach:
                text = ast.unparse(node)
                found[text] = max(found.get(text, 0.0), weight * (1.0 if isinstance(node, ast.Name) else 0.85))
    for name in local_names(target):
        found[name] = max(found.get(name, 0.0), 0.7)
    data = self_attributes(target)[0] if "self" in reach else []
    for attribute in data[:12]:
        found.setdefault(f"self.{attribute}", 0.4)
    held = [(name, name, 0.5) for name in local_names(target)]
    held += [(f"self.{attribute}", attribute, HELD) for attribute in data[:12]]
    for text, name, weight in held:
        for attribute in attributes_of_namesakes(target.source).get(name, ())[:MOST_OF_NAMESAKES]:
            found.setdefault(f"{text}.{attribute}", weight)
    for text in _beside_asked(target):
        found.setdefault(text, BESIDE)
    for name in stacks(target):
        found.setdefault(f"{name}[-1]", LAST)
    for text in unread_beside(target):
        found[text] = 0.9
    found.update((name, 1.0) for name in ends(target) if name in found)
    empty = {*vars(builtins), "self", "cls"}
    ordered = sorted((Term(t, w) for t, w in found.items() if t not in empty), key=lambda term: -term.weight)
    return ordered[:MOST_TERMS]


def _beside_asked(target: Target) -> Iterator[str]:
    """The other fields of what the statement asks a field of, where that has no name: `node.children[sign].handler`
    beside `node.children[sign].children`."""
    for node in _spoken(target.stmt):
        held = isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Subscript, ast.Attribute))
        if held and not target.source.is_called(node) and is_simple(node):  # type: ignore[arg-type]
            base = ast.unparse(node.value)  # type: ignore[attr-defined]
            yield from (f"{base}.{other}" for other in fields_beside(target.project, node.attr)[:MOST_BESIDE])  # type: ignore[attr-defined]


def stacks(target: Target) -> list[str]:
    """The local lists whose last element a function takes or puts."""
    used = _used_as_stacks(target.function) if target.function is not None else frozenset()
    return [name for name in local_names(target) if name in used]


@remembered(256)
def _used_as_stacks(function: Function) -> frozenset[str]:
    """The variables of which a function takes the last element, or puts one behind it."""
    calls = [node for node in walk_scope(function.node) if isinstance(node, ast.Call) and called(node) in AT_END]
    places = [node.func.value for node in calls if isinstance(node.func, ast.Attribute)]
    return frozenset(place.id for place in places if isinstance(place, ast.Name))


def _spoken(stmt: ast.stmt) -> Iterator[ast.AST]:
    """The statement's own nodes, and what it changes as it would be read: it has a value before."""
    yield from own_nodes(stmt)
    yield from _as_read(stmt)


@remembered(4096)
def _as_read(stmt: ast.stmt) -> tuple[ast.expr, ...]:
    changed = places_of(stmt) if isinstance(stmt, (ast.Assign, ast.AugAssign)) else []
    kept = [one for one in changed if isinstance(one, ast.Attribute) or isinstance(stmt, ast.AugAssign)]
    return tuple(python_code.expression(ast.unparse(one)) for one in kept)


def _near(place: Place) -> Iterator[tuple[ast.stmt, float]]:
    """The statements around the place with how near they are: itself, what follows and what is inside, the rest."""
    target = place.target
    block, position = siblings_of(target.source, target.stmt)
    yield target.stmt, 1.0
    for inner in ast.walk(target.stmt):
        if isinstance(inner, ast.stmt) and inner is not target.stmt:
            yield inner, 0.85
    for following in block[position + 1 : position + 3]:
        yield following, 0.9
    for parent in target.source.ancestors(target.stmt):
        if isinstance(parent, (ast.For, ast.If, ast.While, ast.With)):
            yield parent, 0.85
    assert target.function is not None
    for other in ast.walk(target.function.node):
        if isinstance(other, ast.stmt):
            yield other, 0.6


def is_simple(node: ast.expr) -> bool:
    """Whether an expression is a name, or made of one by attributes, constant keys and harmless calls."""
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Load) and is_simple(node.value)
    if isinstance(node, ast.Subscript):
        keyed = isinstance(node.slice, (ast.Constant, ast.Name, ast.UnaryOp))
        return isinstance(node.ctx, ast.Load) and keyed and is_simple(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return node.func.id in PURE_CALLS and not node.keywords and is_simple(node.args[0])
    return False


def roots(node: ast.expr) -> set[str]:
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def in_reach(place: Place) -> set[str]:
    target = place.target
    receiver = {"self", "cls"} & {a.arg for a in target.function.arguments} if target.function else set()
    modules = {
        alias.asname or alias.name.split(".")[0]
        for stmt in target.source.tree.body
        if isinstance(stmt, (ast.Import, ast.ImportFrom))
        for alias in stmt.names
    }
    return set(local_names(target)) | receiver | (PURE_CALLS - modules)


@remembered(1 << 13)
def within(part: str) -> re.Pattern[str]:
    """Finds an expression in a text where it stands by itself: no `n` in `len(xs)`."""
    return re.compile(rf"(?<![\w.]){re.escape(part)}(?!\w)")
