"""Functions that objects keep in a field, and that nothing calls: converters, checks, callbacks."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.blocks import beside
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import asked_for, declared_fields, local_names
from testfix_pipeline.repair.edits.traces import loose_ends
from testfix_pipeline.repair.edits.updates import has_room, nearest
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile

ASKED, CONVERTED, TOLD = 0.5, 0.4, 0.45
"""Estimates for `x.guard` made a call, for a value put through `x.type`, and for a callback that is told."""
CONVERTING = {
    "type", "convert", "converter", "parse", "parser", "cast", "clean", "normalize", "normalise", "func", "fn", "key",
    "transform", "factory", "encode", "decode", "format", "formatter",
}  # fmt: skip
TELLING = ("on_", "after_", "before_", "callback", "notify", "listener", "hook", "handler", "sleep", "emit", "log")
MOST = 4


def asked(target: Target) -> Iterator[Edit]:
    """`x.guard` called, where it is only asked whether there is one: with what the function has at hand."""
    if target.function is None:
        return
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        parent = target.source.parents[node]
        whole = isinstance(parent, (ast.BoolOp, ast.UnaryOp, ast.If, ast.IfExp, ast.Return))
        if not whole or isinstance(node.ctx, ast.Store) or node.attr in _called_attributes(target.source):
            continue
        loose = loose_ends(target.source, target.function).unread
        names = [name for name in local_names(target) if name != last_name(node.value)]
        ranked = sorted(names, key=lambda name: -loose.get(name, 0.0))[:MOST]
        for rank, given in enumerate([*ranked, ", ".join(ranked[:2])]):
            share = 1.0 if loose.get(given) else 0.4
            text = f"{target.text(node)}({given})"
            yield target.replace(node, text, "called", ASKED * share / (1 + 0.3 * rank), text)


def converted(target: Target) -> Iterator[Edit]:
    """`text` made `option.type(text)` where an object at hand has such a field and nothing ever calls it."""
    if target.function is None:
        return
    found = [f"{name}.{field}" for name, field in _uncalled(target) if _converts(field)]
    for rank, field in enumerate(found[:MOST]):
        for node in target.assigned_or_passed():
            if isinstance(node, (ast.Name, ast.Subscript, ast.Call)) and field not in target.text(node):
                text = f"{field}({target.text(node)})"
                yield target.replace(node, text, "helper.call-added", CONVERTED / (1 + 0.3 * rank), text[:50])


def told(target: Target) -> Iterator[Edit]:
    """`self.on_low(name, left)`, and the same if there is one: with what was bound last and what the function takes."""
    function = target.function
    if function is None or not has_room(target) or function.name == "__init__":
        return
    own = [f"{name}.{field}" for name, field in _uncalled(target) if field.strip("_").startswith(TELLING)]
    given = _given(target)
    for rank, field in enumerate(own[:MOST]):
        for place, handed in enumerate(given):
            call, prior = f"{field}({handed})", TOLD / (1 + 0.3 * rank + 0.15 * place)
            yield from beside(target, [call], "helper.called", prior, call)
            yield from beside(target, [f"if {field} is not None:", f"\t{call}"], "helper.called", prior, call)


def _given(target: Target) -> list[str]:
    """What a callback may be told: nothing, each name, two in the order they are bound in and the other way."""
    names = nearest(target)[:MOST]
    pairs = [f"{one}, {other}" for one in names for other in names if one != other]
    return [*names, "", *pairs]


def _uncalled(target: Target) -> list[tuple[str, str]]:
    """(object, field) of the objects in reach and the declared fields that nothing calls."""
    assert target.function is not None
    project = target.project or (target.source,)
    fields = _never_called(project)
    owner = target.function.owner
    own = [("self", field) for field in declared_fields(owner) if field in fields] if owner is not None else []
    roots = [name for name in local_names(target) if any(_may_have(target.source, name, field) for field in fields)]
    return [*own, *((name, field) for name in roots for field in fields if _may_have(target.source, name, field))]


def _may_have(source: SourceFile, name: str, field: str) -> bool:
    """Whether the file asks something of this name for a field that the field's class has, too."""
    return not asked_for(source.tree).get(name, set()).isdisjoint(_fields_beside(source, field))


@remembered(1024)
def _fields_beside(source: SourceFile, field: str) -> frozenset[str]:
    """The fields of the classes of the file that have this one."""
    every = map(declared_fields, source.classes.values())
    return frozenset(one for fields in every if field in fields for one in fields)


@remembered(16)
def _never_called(project: Sequence[SourceFile]) -> list[str]:
    """Declared fields that are called like functions, and that nothing in the project calls."""
    fields = {field for source in project for owner in source.classes.values() for field in declared_fields(owner)}
    spoken = (field for field in sorted(fields) if field.strip("_").startswith(TELLING) or _converts(field))
    return [field for field in spoken if not any(field in _called_attributes(source) for source in project)]


def _converts(field: str) -> bool:
    return field.strip("_") in CONVERTING


@remembered(256)
def _called_attributes(source: SourceFile) -> frozenset[str]:
    calls = (node.func for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    return frozenset(func.attr for func in calls if isinstance(func, ast.Attribute))
