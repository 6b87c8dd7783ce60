"""State that is asked for and never moved on: the value that follows it, set once the check is passed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING, after, before
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import class_named, likeness, members_of, module_constants, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, own_nodes

PRIOR, LATER, MOST = 0.5, 0.15, 8


def moved_on(target: Target) -> Iterator[Edit]:
    """At the end of a function that compares an attribute or element with one of several constants and never sets it:
    set to another of these, what is named like the function first."""
    function, stmt = target.function, target.stmt
    if function is None or stmt is not function.node.body[-1]:
        return
    stored = {ast.unparse(n) for n in walk_scope(function.node) if _is_place(n) and _is_stored(n)}
    asked = [(place, one, again) for place, one, again in _asked(target) if place not in stored]
    found = [(place, value) for place, one, again in asked for value in _others(target, one, again)]
    found.sort(key=lambda pair: -likeness(pair[1].split(".")[-1], function.name))
    for rank, (place, value) in enumerate(dict.fromkeys(found)):
        if rank >= MOST:
            return
        code, prior = f"{place} = {value}", PRIOR / (1 + LATER * rank)
        put = before if isinstance(stmt, LEAVING) else after
        edit = put(target, [code], "state.moved-on", prior, code)
        if edit is not None:
            yield edit


def _asked(target: Target) -> Iterator[tuple[str, ast.expr, bool]]:
    """(attribute or element as text, the constant that it is compared with, whether to be the same), but for what the
    answer itself asks."""
    assert target.function is not None
    told = set(own_nodes(target.stmt)) if isinstance(target.stmt, ast.Return) else set()
    for node in walk_scope(target.function.node):
        if isinstance(node, ast.Compare) and _is_place(node.left) and node not in told:
            alike = isinstance(node.ops[0], (ast.Eq, ast.NotEq, ast.Is, ast.IsNot)) and len(node.ops) == 1
            among = isinstance(node.ops[0], (ast.In, ast.NotIn)) and len(node.ops) == 1
            one = node.comparators[0]
            several = one.elts if among and isinstance(one, (ast.Tuple, ast.Set, ast.List)) else ()
            again = isinstance(node.ops[0], (ast.Eq, ast.Is, ast.In))
            yield from ((ast.unparse(node.left), value, again) for value in ([one] if alike else several))


def _others(target: Target, one: ast.expr, again: bool) -> list[str]:
    """What else the compared constant could be: members of the enumeration, constants of the module, texts that the
    file compares attributes with. And itself where the function leaves if it is set already."""
    found = _beside(target, one)
    return [*found, target.text(one)] if found and again else found


def _beside(target: Target, one: ast.expr) -> list[str]:
    if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
        owner = class_named(target, one.value.id)
        names = members_of(owner) if owner is not None else []
        alike = [name for name in names if name != one.attr and name.isupper() == one.attr.isupper()]
        return [f"{one.value.id}.{name}" for name in alike if one.attr in names]
    if isinstance(one, ast.Name) and one.id.isupper():
        return [name for name in module_constants(target.source) if name != one.id]
    if isinstance(one, ast.Constant) and isinstance(one.value, str):
        return [text for text in _texts(target.source) if text != target.text(one)]
    return []


@remembered(64)
def _texts(source: SourceFile) -> tuple[str, ...]:
    """Short texts that the file compares attributes with, or sets them to."""
    found: dict[str, None] = {}
    for node in ast.walk(source.tree):
        value: ast.expr | None = None
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute):
            value = node.comparators[0]
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute):
            value = node.value
        if isinstance(value, ast.Constant) and isinstance(value.value, str) and value.value.isidentifier():
            found[source.segment(value)] = None
    return tuple(found)


def _is_place(node: ast.AST) -> bool:
    return isinstance(node, (ast.Attribute, ast.Subscript))


def _is_stored(node: ast.AST) -> bool:
    return not isinstance(getattr(node, "ctx", ast.Load()), ast.Load)
