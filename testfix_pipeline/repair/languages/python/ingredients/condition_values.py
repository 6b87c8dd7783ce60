"""The values in reach of a statement that conditions and expressions are built from, with their relevance."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.python_code import names_in
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    class_attributes,
    declared_fields,
    local_names,
    self_attributes,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.edits.dataflow_bonus import unused_definition_strengths
from testfix_pipeline.repair.languages.python.ingredients.enumerate import CLASS, pool
from testfix_pipeline.repair.languages.python.ingredients.static_types import ANY, Types, typing_of
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST_TERMS, MOST_OWN_ATTRIBUTES, MOST_ATTRIBUTES_PER_NAME = 28, 12, 6
NEARNESS = (1.0, 0.75, 0.7, 0.4, 0.3)
"""The relevance of a value to a statement by its distance (`STATEMENT` to `MODULE`)."""
DERIVED_RELEVANCE, ATTRIBUTE_RELEVANCE, UNREAD_RELEVANCE = 0.85, 0.5, 0.9
"""The relevance of an expression on a variable, of an attribute read from one of that name, of an unread field."""
PURE_CALLS = {"len", "type", "abs", "min", "max", "sum", "sorted", "str", "int"}


@dataclass(frozen=True)
class Term:
    """An expression in reach; `weight` (0..1) is its relevance to the statement."""

    text: str
    weight: float
    types: Types = ANY

    @property
    def is_literal(self) -> bool:
        """Whether the expression is a number, text or container and not a name."""
        return not (self.text[0].isalpha() or self.text[0] == "_")


def terms(target: PythonEditSite) -> list[Term]:
    """Names and simple expressions in reach, the most relevant first; unused definitions have full relevance."""
    found: dict[str, Term] = {}
    for one in pool(target):
        if one.origin in ("name", "attribute", "mined") and is_simple(node := _parsed(one.text)):
            weight = NEARNESS[one.distance] * (1.0 if isinstance(node, ast.Name) else DERIVED_RELEVANCE)
            if one.origin == "name" or one.distance <= CLASS or variables_in(node) <= set(local_names(target)):
                found.setdefault(text := ast.unparse(node), Term(text, weight, one.types))
    weights = {text: ATTRIBUTE_RELEVANCE for text in _attributes_in_reach(target) if text not in found}
    weights |= {
        **dict.fromkeys(unread_field_expressions(target), UNREAD_RELEVANCE),
        **{name: 1.0 for name in unused_definition_strengths(target) if name in found},
    }
    known, function = typing_of(target.source), target.function.node if target.function is not None else None
    found.update((text, Term(text, weight, known.of(_parsed(text), function))) for text, weight in weights.items())
    return sorted(found.values(), key=lambda term: -term.weight)[:MOST_TERMS]


def _attributes_in_reach(target: PythonEditSite) -> list[str]:
    """Attributes that the file reads from variables and attributes of the same names."""
    names = {name: name for name in local_names(target)}
    if target.function is not None and target.function.self_class is not None:
        names |= {f"self.{name}": name for name in self_attributes(target)[0][:MOST_OWN_ATTRIBUTES]}
    known = attributes_by_name(target.source)
    return [
        f"{text}.{other}" for text, name in names.items() for other in known.get(name, ())[:MOST_ATTRIBUTES_PER_NAME]
    ]


@cached_per_search(1 << 14)
def _parsed(text: str) -> ast.expr:
    return python_code.expression(f"({text})")


def is_simple(node: ast.expr) -> bool:
    """Whether an expression is a name, or built from one by attributes, constant keys and harmless calls."""
    if isinstance(node, ast.Name):
        return isinstance(node.ctx, ast.Load)
    if isinstance(node, ast.Attribute):
        return isinstance(node.ctx, ast.Load) and is_simple(node.value)
    if isinstance(node, ast.Subscript):
        keyed = isinstance(node.slice, (ast.Constant, ast.Name, ast.UnaryOp))
        return isinstance(node.ctx, ast.Load) and keyed and is_simple(node.value)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1:
        return node.func.id in PURE_CALLS and not node.keywords and is_simple(node.args[0])
    return False


def variables_in(node: ast.expr) -> set[str]:
    """The variables in a simple expression, without the names of called functions."""
    return names_in(node) - PURE_CALLS


@cached_per_search(1 << 13)
def whole_expression_pattern(part: str) -> re.Pattern[str]:
    """A pattern that finds an expression in a text as a whole: no `n` in `len(xs)`."""
    return re.compile(rf"(?<![\w.]){re.escape(part)}(?!\w)")


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
                text != "self"
                or function.self_class is None
                or owner.name in _class_and_base_names(function.self_class)
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
