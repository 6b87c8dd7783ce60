"""What an object keeps already, or a method does already, where the code calculates or does it once more by itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.repair.edits.blocks import siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import (
    asked_for,
    declared_fields,
    local_names,
    own_attribute,
    plain_methods,
    walk_scope,
)
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

RECORDED, BYPASSED = 0.55, 0.5
MOST = 3


def fields(target: Target) -> Iterator[Edit]:
    """`points = purchase.points` for `points = self.points_of(purchase.cents)`: an object at hand has a field that is
    called like what is calculated."""
    stmt, function = target.stmt, target.function
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    if function is None or not isinstance(place, ast.Name) or not isinstance(stmt, ast.Assign):
        return
    if not isinstance(stmt.value, (ast.Call, ast.BinOp, ast.Subscript, ast.Name)):
        return
    asked = asked_for(function.node)
    owners = _with_field(target.project or (target.source,), place.id)
    objects = [
        name for name in local_names(target) if name != place.id and any(asked.get(name, set()) & o for o in owners)
    ]
    in_value = {node.id for node in ast.walk(stmt.value) if isinstance(node, ast.Name)}
    for rank, name in enumerate(sorted(objects, key=lambda one: one not in in_value)[:MOST]):
        text = f"{name}.{place.id}"
        if text != target.text(stmt.value):
            yield target.replace(stmt.value, text, "recorded", RECORDED / (1 + 0.4 * rank), text)


def methods(target: Target) -> Iterator[Edit]:
    """`self.advance(length)` for `self.pos += length`, where a method of the class does just that and more."""
    stmt, function = target.stmt, target.function
    if function is None or function.owner is None or not isinstance(stmt, (ast.Assign, ast.AugAssign)):
        return
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    own = own_attribute(place)
    ways = [method for method in _setters(function.owner).get(own, ()) if method.name != function.name] if own else []
    for rank, method in enumerate(ways[:MOST]):
        taken = [argument.arg for argument in method.args.args[1:]]
        if len(taken) > 1:
            continue
        text = f"self.{method.name}({target.text(stmt.value) if taken else ''})"
        prior = BYPASSED / (1 + 0.4 * rank)
        yield target.replace(stmt, text, "helper called", prior, text)
        last = _following(target, {name for name, found in _setters(function.owner).items() if method in found})
        if last is not stmt:
            start, end = target.source.span(stmt)[0], target.source.span(last)[1]
            yield target.splice(start, end, text, "helper called", prior, text)


def through(target: Target) -> Iterator[Edit]:
    """`album.remove(photo)` for `album.photos.remove(photo)`: a method of the same name that does more than that."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        func = node.func
        held = func.value if isinstance(func, ast.Attribute) else None
        if not isinstance(func, ast.Attribute) or not isinstance(held, ast.Attribute) or own_attribute(held):
            continue
        if any(held.attr in fields for fields in _with_method(target.project or (target.source,), func.attr)):
            text = f"{target.text(held.value)}.{func.attr}"
            yield target.replace(func, text, "helper called", BYPASSED, text)


@remembered(256)
def _with_method(project: tuple[SourceFile, ...], method: str) -> list[frozenset[str]]:
    """The fields of each class of the project that has a method of this name."""
    every = (owner for source in project for owner in source.classes.values())
    having = (one for one in every if any(getattr(part, "name", "") == method for part in one.body))
    return [frozenset(declared_fields(one)) for one in having]


def _following(target: Target, names: set[str]) -> ast.stmt:
    """The last of the statements from this one on that do nothing but set these attributes."""
    block, position = siblings_of(target.source, target.stmt)
    last = target.stmt
    for stmt in block[position + 1 :]:
        places = stmt.targets if isinstance(stmt, ast.Assign) else [getattr(stmt, "target", None)]
        if not isinstance(stmt, (ast.Assign, ast.AugAssign)) or not all(own_attribute(one) in names for one in places):
            break
        last = stmt
    return last


@remembered(256)
def _setters(owner: ast.ClassDef) -> Mapping[str, Sequence[ast.FunctionDef]]:
    """By attribute, the methods that set or change it, the constructor and special ones left out."""
    found: dict[str, list[ast.FunctionDef]] = {}
    for method in plain_methods(owner):
        stored = (n for n in walk_scope(method) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
        for name in dict.fromkeys(filter(None, map(own_attribute, stored))):
            found.setdefault(name, []).append(method)
    return found


@remembered(256)
def _with_field(project: tuple[SourceFile, ...], field: str) -> list[frozenset[str]]:
    """The fields of each class of the project that has this one."""
    every = (declared_fields(owner) for source in project for owner in source.classes.values())
    return [frozenset(names) for names in every if field in names]
