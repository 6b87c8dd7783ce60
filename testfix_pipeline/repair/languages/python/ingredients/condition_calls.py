"""Calls of methods that return a condition, with arguments in reach: `note.usable(invoice.day)`."""

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
from testfix_pipeline.repair.model.source_cache import cached_per_search

CALLED_WEIGHT, UNCALLED_WEIGHT = 0.55, 0.9
"""The weight of a method that other code calls, and of one that nothing calls."""
MOST = 8


def condition_calls(target: PythonEditSite) -> Iterator[tuple[str, float]]:
    """Yields (condition, weight): methods of the object itself and of variables that may be of a class of
    the project."""
    function = target.function
    if function is None:
        return
    project = target.project or (target.source,)
    uncalled = {one for functions in uncalled_functions(project).values() for one in functions}
    found = []
    for name in ["self", *local_names(target)] if function.self_class is not None else local_names(target):
        attributes_used = attributes_read(target.source).get(name, {}).keys()
        for method, members in _condition_methods(project):
            fitting = (
                method.owner is function.self_class
                if name == "self"
                else bool(attributes_used) and attributes_used <= members
            )
            arguments = _arguments(target, method, name) if fitting and method is not function else None
            if arguments is not None:
                call = "" if method.node.decorator_list else f"({', '.join(arguments)})"
                found.append((f"{name}.{method.name}{call}", UNCALLED_WEIGHT if method in uncalled else CALLED_WEIGHT))
    for helper in _condition_functions(target.source):
        arguments = _arguments(target, helper, "") if helper is not function else None
        if arguments:
            found.append(
                (f"{helper.name}({', '.join(arguments)})", UNCALLED_WEIGHT if helper in uncalled else CALLED_WEIGHT)
            )
    yield from sorted(found, key=lambda one: -one[1])[:MOST]


@cached_per_search(4)
def _condition_methods(project: tuple[SourceFile, ...]) -> Sequence[tuple[PythonFunction, frozenset[str]]]:
    """(method, attributes and methods of its class) for methods that return only conditions."""
    found = []
    for source in project:
        for method in source.functions:
            kinds = {getattr(one, "id", "") for one in method.node.decorator_list}
            plain = (
                method.owner is not None
                and not method.name.startswith("__")
                and kinds <= {"property", "cached_property"}
            )
            if plain and isinstance(method.node, ast.FunctionDef) and _returns_only_conditions(method):
                data, methods = class_attributes(source, method.owner)
                found.append((method, frozenset({*data, *methods})))
    return found


@cached_per_search(64)
def _condition_functions(source: SourceFile) -> Sequence[PythonFunction]:
    """Functions of the module that return only conditions."""
    plain = (
        one for one in source.functions if one.owner is None and one.outer is one.node and not one.node.decorator_list
    )
    return [one for one in plain if isinstance(one.node, ast.FunctionDef) and _returns_only_conditions(one)]


def _returns_only_conditions(method: PythonFunction) -> bool:
    values = [node.value for node in ast.walk(method.node) if isinstance(node, ast.Return)]
    return bool(values) and all(value is not None and is_boolean(value) for value in values)


def _arguments(target: PythonEditSite, method: PythonFunction, name: str) -> list[str] | None:
    """The arguments in reach for each parameter: a variable of its name, or a variable's attribute of its name; None if
    one is missing."""
    needed = [one.arg for one in without_defaults(method.node.args)[bool(method.owner) :]]
    names = [one for one in local_names(target) if one != name]
    known = attributes_by_name(target.source)
    owned = {attr: f"{one}.{attr}" for one in reversed(names) for attr in known.get(one, ())}
    found = [one if one in names else owned.get(one, "") for one in needed]
    if not method.owner and len(needed) == 1 and not found[0]:  # a helper may use another name for its argument
        read = [node.id for node in own_nodes(target.stmt) if isinstance(node, ast.Name) and node.id in names]
        found = read[:1]
    return found if all(found) else None
