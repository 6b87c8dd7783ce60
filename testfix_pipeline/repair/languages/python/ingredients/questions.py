"""Methods that answer yes or no, asked of what is in reach with what is at hand: `note.usable(invoice.day)`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.analysis.dataflow import uncalled_functions
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.operators import is_boolean
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    attributes_read,
    class_attributes,
    local_names,
    without_defaults,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile, own_nodes
from testfix_pipeline.repair.model.source_cache import remembered

ASKED, NEVER_ASKED = 0.55, 0.9
"""How likely a method is asked that others ask as well, and one that nobody asks."""
MOST = 8


def questions(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """(condition, how likely): methods of the object itself and of variables that may be of a class of the project."""
    function = target.function
    if function is None:
        return
    project = target.project or (target.source,)
    alone = {one for functions in uncalled_functions(project).values() for one in functions}
    found = []
    for name in ["self", *local_names(target)] if function.owner is not None else local_names(target):
        asked = attributes_read(target.source).get(name, {}).keys()
        for method, members in _answering(project):
            fitting = method.owner is function.owner if name == "self" else bool(asked) and asked <= members
            given = _arguments(target, method, name) if fitting and method is not function else None
            if given is not None:
                call = "" if method.node.decorator_list else f"({', '.join(given)})"
                found.append((f"{name}.{method.name}{call}", NEVER_ASKED if method in alone else ASKED))
    for helper in _helpers(target.source):
        given = _arguments(target, helper, "") if helper is not function else None
        if given:
            found.append((f"{helper.name}({', '.join(given)})", NEVER_ASKED if helper in alone else ASKED))
    yield from sorted(found, key=lambda one: -one[1])[:MOST]


@remembered(4)
def _answering(project: tuple[SourceFile, ...]) -> Sequence[tuple[PythonFunction, frozenset[str]]]:
    """Methods of which every answer is a condition, each with the attributes and methods of its class."""
    found = []
    for source in project:
        for method in source.functions:
            kinds = {getattr(one, "id", "") for one in method.node.decorator_list}
            plain = (
                method.owner is not None
                and not method.name.startswith("__")
                and kinds <= {"property", "cached_property"}
            )
            if plain and isinstance(method.node, ast.FunctionDef) and _says(method):
                data, methods = class_attributes(source, method.owner)
                found.append((method, frozenset({*data, *methods})))
    return found


@remembered(64)
def _helpers(source: SourceFile) -> Sequence[PythonFunction]:
    """Functions of the module of which every answer is a condition."""
    plain = (
        one for one in source.functions if one.owner is None and one.outer is one.node and not one.node.decorator_list
    )
    return [one for one in plain if isinstance(one.node, ast.FunctionDef) and _says(one)]


def _says(method: PythonFunction) -> bool:
    answers = [node.value for node in ast.walk(method.node) if isinstance(node, ast.Return)]
    return bool(answers) and all(value is not None and is_boolean(value) for value in answers)


def _arguments(target: PythonEditSite, method: PythonFunction, name: str) -> list[str] | None:
    """What is at hand for each parameter: a variable of its name, or an attribute of its name that a variable has."""
    needed = [one.arg for one in without_defaults(method.node.args)[bool(method.owner) :]]
    names = [one for one in local_names(target) if one != name]
    known = attributes_by_name(target.source)
    owned = {attr: f"{one}.{attr}" for one in reversed(names) for attr in known.get(one, ())}
    found = [one if one in names else owned.get(one, "") for one in needed]
    if not method.owner and len(needed) == 1 and not found[0]:  # a helper names what it is given in its own way
        read = [node.id for node in own_nodes(target.stmt) if isinstance(node, ast.Name) and node.id in names]
        found = read[:1]
    return found if all(found) else None
