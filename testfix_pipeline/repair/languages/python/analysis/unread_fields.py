"""Fields that the project's classes declare and nothing reads: code that should read them may be missing."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import class_attributes, declared_fields, walk_scope
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search


def unread_field_expressions(target: PythonEditSite) -> tuple[str, ...]:
    """Expressions for unread fields of objects from which the function reads other fields of the same class.

    If it reads `loan.item.kind`, and nothing reads the field `price` of the class with `kind`: `loan.item.price`.
    """
    return (
        _unread_field_expressions(target.function, target.project or (target.source,))
        if target.function is not None
        else ()
    )


@cached_per_search(1024)
def _unread_field_expressions(function: PythonFunction, project: tuple[SourceFile, ...]) -> tuple[str, ...]:
    fields_read: dict[str, set[str]] = {}
    for node in walk_scope(function.node):
        if isinstance(node, ast.Attribute) and isinstance(node.value, (ast.Name, ast.Attribute)):
            fields_read.setdefault(ast.unparse(node.value), set()).add(node.attr)
    found: dict[str, None] = {}
    for text, names in fields_read.items():
        for owner, fields, known, unread in _classes_with_unread_fields(project):
            may_be_owner = (
                text != "self" or function.owner is None or owner.name in _class_and_base_names(function.owner)
            )
            if may_be_owner and names & fields and (text == "self" or names <= known):
                found.update((f"{text}.{name}", None) for name in unread)
    return tuple(found)


def _class_and_base_names(owner: ast.ClassDef) -> set[str]:
    return {owner.name, *(last_name(base) or "" for base in owner.bases)}


@cached_per_search(16)
def _classes_with_unread_fields(
    project: tuple[SourceFile, ...],
) -> Sequence[tuple[ast.ClassDef, frozenset[str], frozenset[str], tuple[str, ...]]]:
    """(class, its fields, its fields and methods, the unread fields) for each class with unread fields."""
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
