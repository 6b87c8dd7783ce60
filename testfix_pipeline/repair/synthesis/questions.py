"""Methods that answer yes or no, asked of what is in reach with what is at hand: `note.usable(invoice.day)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from testfix_pipeline.repair.edits.operators import is_condition
from testfix_pipeline.repair.edits.scope import attributes_of_namesakes, class_attributes, local_names, without_defaults
from testfix_pipeline.repair.edits.traces import uncalled
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

if TYPE_CHECKING:
    from testfix_pipeline.repair.edits.edit import Target

ASKED, NEVER_ASKED = 0.55, 0.9
"""How likely a method is asked that others ask as well, and one that nobody asks."""
MOST = 8


def questions(target: Target) -> Iterator[tuple[str, float]]:
    """(condition, how likely): methods of the object itself and of variables that may be of a class of the project."""
    function = target.function
    if function is None:
        return
    project = target.project or (target.source,)
    alone = {one for functions in uncalled(project).values() for one in functions}
    found = []
    for name in ["self", *local_names(target)] if function.owner is not None else local_names(target):
        for method in _answering(project):
            if method is function or not _may_be(target, name, method):
                continue
            given = _arguments(target, method, name)
            if given is not None:
                found.append((f"{name}.{method.name}({', '.join(given)})", NEVER_ASKED if method in alone else ASKED))
    yield from sorted(found, key=lambda one: -one[1])[:MOST]


@remembered(4)
def _answering(project: tuple[SourceFile, ...]) -> Sequence[Function]:
    """Methods of which every answer is a condition."""
    methods = (one for source in project for one in source.functions if one.owner is not None)
    return [one for one in methods if not one.name.startswith("__") and not one.node.decorator_list and _says(one)]


def _says(method: Function) -> bool:
    answers = [node.value for node in ast.walk(method.node) if isinstance(node, ast.Return)]
    return bool(answers) and all(value is not None and is_condition(value) for value in answers)


def _may_be(target: Target, name: str, method: Function) -> bool:
    """Whether a variable may be an object of the method's class: by what the file asks those of its name for."""
    assert target.function is not None
    if name == "self":
        return target.function.owner is method.owner
    asked = _asked(target.source).get(name, frozenset())
    source = next(one for one in target.project or (target.source,) if method in one.functions)
    data, methods = class_attributes(source, method.owner)
    return bool(asked) and asked <= {*data, *methods}


@remembered(64)
def _asked(source: SourceFile) -> Mapping[str, frozenset[str]]:
    """By the name of a variable, the attributes and methods that the file asks it for."""
    found: dict[str, set[str]] = {}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.setdefault(node.value.id, set()).add(node.attr)
    return {name: frozenset(asked) for name, asked in found.items()}


def _arguments(target: Target, method: Function, name: str) -> list[str] | None:
    """What is at hand for each parameter: a variable of its name, or an attribute of its name that a variable has."""
    needed = [one.arg for one in without_defaults(method.node.args)[1:]]
    names = [one for one in local_names(target) if one != name]
    known = attributes_of_namesakes(target.source)
    owned = {attr: f"{one}.{attr}" for one in reversed(names) for attr in known.get(one, ())}
    found = [one if one in names else owned.get(one, "") for one in needed]
    return found if all(found) else None
