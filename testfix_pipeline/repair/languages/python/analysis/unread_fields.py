"""Fields that the project's classes declare and nothing reads: code that should have asked for them may be missing."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import class_attributes, declared_fields, walk_scope
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import remembered


def unread_beside(target: PythonEditSite) -> tuple[str, ...]:
    """Expressions for unread fields of the objects that the function asks for other fields of the same class.

    Where it reads `loan.item.kind`, and nothing reads the field `price` of the class with `kind`: `loan.item.price`.
    """
    return _beside(target.function, target.project or (target.source,)) if target.function is not None else ()


@remembered(1024)
def _beside(function: PythonFunction, project: tuple[SourceFile, ...]) -> tuple[str, ...]:
    asked: dict[str, set[str]] = {}
    for node in walk_scope(function.node):
        if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
            asked.setdefault(ast.unparse(node.value), set()).add(node.attr)
    found: dict[str, None] = {}
    for text, names in asked.items():
        for owner, fields, known, unread in _unread(project):
            own = text != "self" or function.owner is None or owner.name in _lineage(function.owner)
            if own and names & fields and (text == "self" or names <= known):
                found.update((f"{text}.{name}", None) for name in unread)
    return tuple(found)


def _lineage(owner: ast.ClassDef) -> set[str]:
    return {owner.name, *(last_name(base) or "" for base in owner.bases)}


@remembered(16)
def _unread(
    project: tuple[SourceFile, ...],
) -> Sequence[tuple[ast.ClassDef, frozenset[str], frozenset[str], tuple[str, ...]]]:
    """The classes with fields that nothing reads: their fields, these with the methods, and the unread ones."""
    read = {
        node.attr
        for source in project
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    found = []
    for source in project:
        for cls in (node for node in ast.walk(source.tree) if isinstance(node, ast.ClassDef)):
            fields = declared_fields(cls)
            if unread := tuple(one for one in fields if one not in read):
                data, methods = class_attributes(source, cls)
                found.append((cls, frozenset(fields), frozenset({*fields, *data, *methods}), unread))
    return found
