"""Objects that a function is given or finds, and what it forgets to set on them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import fields_of, local_names, own_attribute, walk_scope
from testfix_pipeline.repair.edits.updates import has_room, inserted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile

KIND = "state reset"
BACK, ALIKE = 0.35, 0.4
"""Estimates for a field set back to what it begins with, and for one set to the variable that has its name."""
NEW = ("new_", "next_", "the_", "updated_", "changed_")
MOST = 5


def set_back(target: Target) -> Iterator[Edit]:
    """`job.attempts = 0`: a field that the class begins with a plain value and the project changes later."""
    for rank, (name, field, value) in enumerate(_begun(target)[:MOST]):
        yield from inserted(target, f"{name}.{field} = {value}", KIND, BACK / (1 + 0.3 * rank))


def set_alike(target: Target) -> Iterator[Edit]:
    """`node.name = new_name`: a field of an object of the function set to the variable that is called like it."""
    if not has_room(target):
        return
    reach = local_names(target)
    alike = [(one, _plain(one)) for one in reach]
    known = _fields(target.project or (target.source,))
    found = [
        (name, field, one)
        for name in _objects(target, reach)
        for one, field in alike
        if one != name and field in known and f"{name}.{field} =" not in _text(target)
    ]
    for rank, (name, field, one) in enumerate(found[:MOST]):
        yield from inserted(target, f"{name}.{field} = {one}", KIND, ALIKE / (1 + 0.3 * rank))


def _begun(target: Target) -> list[tuple[str, str, str]]:
    """(object, field, first value): what the function asks something of, and the fields of the class that has these."""
    if not has_room(target):
        return []
    known = _fields(target.project or (target.source,))
    found = []
    for name in _objects(target, local_names(target)):
        for field, value in known.items():
            if value and f"{name}.{field} = {value}" not in _text(target):
                found.append((name, field, value))
    return found


def _objects(target: Target, reach: Sequence[str]) -> list[str]:
    """The names in reach, `self` not among them, that are asked for a field that a class of the project has."""
    assert target.function is not None
    known = _fields(target.project or (target.source,))
    asked = _asked(target.source, target.function)
    return [name for name in reach if set(asked.get(name, ())) & set(known)]


def _text(target: Target) -> str:
    assert target.function is not None
    return target.text(target.function.node)


@remembered(512)
def _asked(source: SourceFile, function: Function) -> Mapping[str, set[str]]:
    """By the name of a variable, the attributes that the function and its class ask such a one for."""
    found: dict[str, set[str]] = {}
    for around in (function.node, function.owner):
        for node in ast.walk(around) if around is not None else ():
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id != "self":
                found.setdefault(node.value.id, set()).add(node.attr)
    return found


def _plain(name: str) -> str:
    """What a variable is called without what says that it is the new one."""
    return next((name.removeprefix(start) for start in NEW if name.startswith(start)), name)


@remembered(16)
def _fields(project: tuple[SourceFile, ...]) -> Mapping[str, str]:
    """The fields of the project's classes that are changed by steps somewhere, with the plain value each begins with;
    the others with ""."""
    found: dict[str, str] = {}
    changed: set[str] = set()
    for source in project:
        for owner in source.classes.values():
            begun = {**fields_of(source, owner), **_set_first(source, owner)}
            found.update({name: value for name, value in begun.items() if not found.get(name)})
        nodes = [node.target for node in ast.walk(source.tree) if isinstance(node, ast.AugAssign)]
        changed.update(node.attr for node in nodes if isinstance(node, ast.Attribute))
        changed.update(_set_otherwise(source))
    return {name: value if name in changed else "" for name, value in found.items()}


def _set_first(source: SourceFile, owner: ast.ClassDef) -> dict[str, str]:
    """What `__init__` sets on the object: the text of constants, "" for anything else."""
    found: dict[str, str] = {}
    for method in owner.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for node in walk_scope(method):
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and (name := own_attribute(node.targets[0])):
                    found[name] = source.segment(node.value) if isinstance(node.value, ast.Constant) else ""
    return found


def _set_otherwise(source: SourceFile) -> Iterator[str]:
    """Fields that are set anywhere but on the object itself, or in a method that is not `__init__`."""
    for function in source.functions:
        if isinstance(function.node, FunctionNode) and function.name != "__init__":
            for node in walk_scope(function.node):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    yield node.attr
