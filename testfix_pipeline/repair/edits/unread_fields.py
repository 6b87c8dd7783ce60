"""Fields that the project's classes declare and nothing reads: code that should have asked for them may be missing."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from testfix_pipeline.repair.edits.edit import Target
from testfix_pipeline.repair.edits.scope import declared_fields, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile


def unread_beside(target: Target) -> tuple[str, ...]:
    """Expressions for unread fields of the objects that the function asks for other fields of the same class.

    Where it reads `loan.item.kind`, and nothing reads the field `price` of the class with `kind`: `loan.item.price`.
    """
    return _beside(target.function, target.project or (target.source,)) if target.function is not None else ()


@remembered(1024)
def _beside(function: Function, project: tuple[SourceFile, ...]) -> tuple[str, ...]:
    unread = _unread(project)
    found: dict[str, None] = {}
    for node in walk_scope(function.node) if unread else ():
        if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
            found.update((f"{ast.unparse(node.value)}.{name}", None) for name in unread.get(node.attr, ()))
    return tuple(found)


@remembered(16)
def _unread(project: tuple[SourceFile, ...]) -> Mapping[str, tuple[str, ...]]:
    """By the name of a field: the unread ones of classes that declare a field of this name."""
    read = {
        node.attr
        for source in project
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    found: dict[str, dict[str, None]] = {}
    for source in project:
        for cls in (node for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)):
            fields = declared_fields(cls)
            for name in fields:
                found.setdefault(name, {}).update((one, None) for one in fields if one not in read)
    return {name: tuple(others) for name, others in found.items() if others}
