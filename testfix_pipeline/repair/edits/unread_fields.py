"""Fields that the project's classes declare and nothing reads: code that should have asked for them may be missing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.edits.edit import Target
from testfix_pipeline.repair.edits.scope import declared_fields, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile


def unread_beside(target: Target) -> Iterator[str]:
    """Expressions for unread fields of the objects that the function asks for other fields of the same class.

    Where it reads `loan.item.kind`, and nothing reads the field `price` of the class with `kind`: `loan.item.price`.
    """
    if target.function is None:
        return
    unread = _unread(target.project or (target.source,))
    seen: set[str] = set()
    for node in walk_scope(target.function.node) if unread else ():
        if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
            for name in unread.get(node.attr, ()):
                text = f"{ast.unparse(node.value)}.{name}"
                if text not in seen:
                    seen.add(text)
                    yield text


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
