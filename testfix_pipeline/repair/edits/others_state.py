"""Objects that a function is given or finds, and what it forgets to set on them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import (
    asked_for,
    declared_fields,
    fields_of,
    local_names,
    own_attribute,
    walk_scope,
)
from testfix_pipeline.repair.edits.updates import has_room, inserted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

KIND = "state.reset"
BACK, ALIKE = 0.35, 0.4
"""Estimates for a field set back to what it begins with, and for one set to the variable that has its name."""
NEW = ("new_", "next_", "the_", "updated_", "changed_")
MOST = 5


def set_back(target: Target) -> Iterator[Edit]:
    """`job.attempts = 0`: a field that the class begins with a plain value and the project changes later."""
    found = [
        f"{name}.{field} = {value}" for name, fields in _objects(target) for field, value in fields.items() if value
    ]
    yield from _inserted(target, found, BACK)


def set_alike(target: Target) -> Iterator[Edit]:
    """`node.name = new_name`: a field of an object of the function set to the variable that is called like it."""
    alike = [(one, _plain(one)) for one in local_names(target)]
    found = [
        f"{name}.{field} = {one}"
        for name, fields in _objects(target)
        for one, field in alike
        if one != name and field in fields and f"{name}.{field} =" not in target.text(target.stmt)
    ]
    yield from _inserted(target, found, ALIKE)


def _inserted(target: Target, codes: Sequence[str], prior: float) -> Iterator[Edit]:
    """The first few statements that the function has not yet."""
    text = target.text(target.function.node) if target.function is not None else ""
    for rank, code in enumerate([code for code in dict.fromkeys(codes) if code not in text][:MOST]):
        yield from inserted(target, code, KIND, prior / (1 + 0.3 * rank))


def _objects(target: Target) -> list[tuple[str, Mapping[str, str]]]:
    """(name, fields): the names in reach that the function or its class asks for a field of a class of the project."""
    if not has_room(target):
        return []
    assert target.function is not None
    classes = _classes(target.project or (target.source,))
    # A method is part of its class.
    asked = asked_for(target.function.owner or target.function.node)
    return [(name, one) for name in local_names(target) for one in classes if asked.get(name, set()) & one.keys()]


def _plain(name: str) -> str:
    """What a variable is called without what says that it is the new one."""
    return next((name.removeprefix(start) for start in NEW if name.startswith(start)), name)


@remembered(16)
def _classes(project: tuple[SourceFile, ...]) -> Sequence[Mapping[str, str]]:
    """The fields of each class of the project: those that are changed later with the plain value that they begin with,
    the others with ""."""
    changed = {name for source in project for name in _changed(source)}
    begun = (
        {**dict.fromkeys(declared_fields(owner), ""), **fields_of(source, owner), **_set_first(source, owner)}
        for source in project
        for owner in source.classes.values()
    )
    return [{name: value if name in changed else "" for name, value in fields.items()} for fields in begun]


def _set_first(source: SourceFile, owner: ast.ClassDef) -> dict[str, str]:
    """What `__init__` sets on the object: the text of constants, "" for anything else."""
    found: dict[str, str] = {}
    for method in owner.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            for node in walk_scope(method):
                if isinstance(node, ast.Assign) and len(node.targets) == 1 and (name := own_attribute(node.targets[0])):
                    found[name] = source.segment(node.value) if isinstance(node.value, ast.Constant) else ""
    return found


def _changed(source: SourceFile) -> Iterator[str]:
    """Fields that a function other than `__init__` sets, on whatever object."""
    for function in source.functions:
        if function.name != "__init__":
            for node in walk_scope(function.node):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    yield node.attr
