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
    without_defaults,
)
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, places_of

RECORDED, BYPASSED = 0.55, 0.5
MOST = 3


def fields(target: Target) -> Iterator[Edit]:
    """`points = purchase.points` for `points = self.points_of(purchase.cents)`: an object at hand has a field that is
    called like what is calculated."""
    function = target.function
    for name, value in _named(target) if function is not None else ():
        assert function is not None
        if not isinstance(value, (ast.Call, ast.BinOp, ast.Subscript, ast.Name)):
            continue
        asked = asked_for(function.node)
        owners = _with_field(target.project or (target.source,), name)
        objects = [one for one in local_names(target) if one != name and any(asked.get(one, set()) & o for o in owners)]
        in_value = {node.id for node in ast.walk(value) if isinstance(node, ast.Name)}
        for rank, one in enumerate(sorted(objects, key=lambda one: one not in in_value)[:MOST]):
            text = f"{one}.{name}"
            if text != target.text(value):
                yield target.replace(value, text, "recorded", RECORDED / (1 + 0.4 * rank), text)


def _named(target: Target) -> Iterator[tuple[str, ast.expr]]:
    """What the statement gives a name: a variable that it sets, the keywords of its calls."""
    stmt = target.stmt
    place = (
        stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else getattr(stmt, "target", None)
    )
    value = stmt.value if isinstance(stmt, (ast.Assign, ast.AnnAssign)) else None
    if isinstance(place, ast.Name) and value is not None:
        yield place.id, value
    for call in target.expressions(ast.Call):
        yield from ((one.arg, one.value) for one in call.keywords if one.arg)  # type: ignore[attr-defined]


def methods(target: Target) -> Iterator[Edit]:
    """`self.advance(length)` for `self.pos += length`, where a method of the class does just that and more."""
    stmt, function = target.stmt, target.function
    if function is None or not isinstance(stmt, (ast.Assign, ast.AugAssign)):
        return
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    of_another = isinstance(place, ast.Attribute) and isinstance(place.value, ast.Name) and not own_attribute(place)
    if isinstance(stmt, ast.AugAssign) and isinstance(place, ast.Attribute) and of_another:
        yield from _of_another(target, place)
    own = own_attribute(place)
    if not own or function.owner is None:
        return
    for name in _set_by_property(function.owner).get(own, ()):
        if name != function.name:
            yield target.replace(place, f"self.{name}", "attribute", BYPASSED, f"self.{name} = ...")
    if function.name == "__init__" and isinstance(stmt.value, ast.Constant):
        return  # what it begins with
    ways = [method for method in _setters(function.owner).get(own, ()) if method.name != function.name]
    for rank, (method, text) in enumerate(_calls_of(target, ways, "self")):
        prior = BYPASSED / (1 + 0.4 * rank)
        yield target.replace(stmt, text, "helper.called", prior, text)
        last = _following(target, {name for name, found in _setters(function.owner).items() if method in found})
        if last is not stmt:
            start, end = target.source.span(stmt)[0], target.source.span(last)[1]
            yield target.splice(start, end, text, "helper.called", prior, text)


def _calls_of(target: Target, ways: Sequence[ast.FunctionDef], on: str) -> Iterator[tuple[ast.FunctionDef, str]]:
    """Calls of methods that need one value at most, with the value of the statement."""
    for method in [one for one in ways if len(without_defaults(one.args)) <= 2][:MOST]:
        value = target.text(target.stmt.value) if len(method.args.args) > 1 else ""  # type: ignore[attr-defined]
        yield method, f"{on}.{method.name}({value})"


def _of_another(target: Target, place: ast.Attribute) -> Iterator[Edit]:
    """The same for another object: by a method that does the same to the attribute, with the same operator."""
    sign = type(getattr(target.stmt, "op", None))
    ways = [
        method
        for source in target.project or (target.source,)
        for owner in source.classes.values()
        for method in _setters(owner).get(place.attr, ())
        if any(own_attribute(getattr(n, "target", None)) == place.attr and type(getattr(n, "op", None)) is sign
               for n in walk_scope(method) if isinstance(n, ast.AugAssign))
    ]  # fmt: skip
    for rank, (_, text) in enumerate(_calls_of(target, ways, target.text(place.value))):
        yield target.replace(target.stmt, text, "helper.called", BYPASSED / (1 + 0.4 * rank), text)


@remembered(256)
def _set_by_property(owner: ast.ClassDef) -> Mapping[str, Sequence[str]]:
    """By attribute, the properties whose setter stores it."""
    found: dict[str, list[str]] = {}
    for method in (one for one in owner.body if isinstance(one, ast.FunctionDef)):
        if any(getattr(by, "attr", "") == "setter" for by in method.decorator_list):
            stored = (n for n in walk_scope(method) if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store))
            for name in dict.fromkeys(filter(None, map(own_attribute, stored))):
                found.setdefault(name, []).append(method.name)
    return found


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
            yield target.replace(func, text, "helper.called", BYPASSED, text)


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
        if not isinstance(stmt, (ast.Assign, ast.AugAssign)):
            break
        if not all(own_attribute(one) in names for one in places_of(stmt)):
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
