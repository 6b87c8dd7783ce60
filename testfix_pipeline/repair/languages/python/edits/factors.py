"""A term that is missing: what is added up or answered, times (plus, minus) something that belongs to it."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from typing import TypeGuard

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.calls import callee
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.languages.python.edits.indices import looked_up_by
from testfix_pipeline.repair.languages.python.edits.scope import (
    attributes_of_namesakes,
    local_names,
    own_attribute,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.remembered import remembered

KIND = "term-added"
FORMS = (("{} * {}", 1.0), ("{} + {}", 0.7), ("{} - {}", 0.7))
OF_FIELD, OF_TABLE, OF_SELF, OF_FACTOR, FURTHER = 0.35, 0.3, 0.3, 0.35, 0.85
"""Estimates for another field of the same object, for what a table holds for a name, for a number that the object
keeps itself, for what the function multiplies by elsewhere, and how much less the next is."""
MOST = 6
NUMBERS = frozenset({"int", "float", "Decimal", "Fraction"})
ADDING = frozenset({"sum", "fsum", "max", "min"})
ROUNDING = frozenset({"round", "int", "float", "abs", "ceil", "floor", "Decimal"})
TAKING = frozenset({"append", "add", "insert", "appendleft"})


def terms(target: Target) -> Iterator[Edit]:
    """Every value of the statement that may be a number, with one more term."""
    if target.function is None:
        return
    for node in values(target):
        found = ((_fields, OF_FIELD), (_looked_up, OF_TABLE), (_own_numbers, OF_SELF))
        for operands, prior in found:
            for rank, operand in enumerate(itertools.islice(operands(target, node), MOST)):
                for form, share in FORMS:
                    text = form.format(wrapped(target, node), operand)
                    text = f"({text})" if isinstance(target.source.parents[node], ast.BinOp) else text
                    yield target.replace(node, text, KIND, prior * share * FURTHER**rank, text[:50])


def values(target: Target) -> Iterator[ast.expr]:
    """What is assigned, added, returned, chosen, compared, taken together by `sum` and its like, handed on."""
    value = getattr(target.stmt, "value", None)
    if isinstance(target.stmt, ast.Expr):
        value = value.value if isinstance(value, ast.Yield) else None
    if _may_be_a_number(value):
        yield value
        sides = (value.left, value.right) if isinstance(value, ast.BinOp) else ()
        yield from (side for side in sides if _may_be_a_number(side))
    for node in target.expressions(ast.IfExp):
        assert isinstance(node, ast.IfExp)
        yield from (branch for branch in (node.body, node.orelse) if _may_be_a_number(branch))
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        compared = (node.left, *node.comparators)
        yield from (side for side in compared if isinstance(side, (ast.Attribute, ast.BinOp, ast.Call)))
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        first = node.args[0] if called(node) in ADDING and node.args else None
        if isinstance(first, (ast.GeneratorExp, ast.ListComp)) and _may_be_a_number(first.elt):
            yield first.elt
        elif called(node) in ROUNDING | TAKING or callee(target, node) is not None:
            handed = (*node.args, *(keyword.value for keyword in node.keywords))
            yield from (one for one in handed if isinstance(one, (ast.Attribute, ast.BinOp)))
    for node in target.expressions(ast.Dict, ast.ListComp):
        parts = node.values if isinstance(node, ast.Dict) else [node.elt]  # type: ignore[attr-defined]
        in_sum = called(outer) in ADDING if isinstance(outer := target.source.parents[node], ast.Call) else False
        yield from (one for one in parts if isinstance(one, (ast.Attribute, ast.BinOp)) and not in_sum)


def _may_be_a_number(node: ast.expr | None) -> TypeGuard[ast.expr]:
    return isinstance(node, (ast.Name, ast.Attribute, ast.BinOp, ast.Subscript))


def _fields(target: Target, node: ast.expr) -> Iterator[str]:
    """Other fields of the objects that the value asks for one."""
    known = attributes_of_namesakes(target.source)
    asked = {n.attr for n in ast.walk(node) if isinstance(n, ast.Attribute)}
    for one in ast.walk(node):
        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name) and one.value.id not in ("self", "cls"):
            name = one.value.id
            yield from (f"{name}.{other}" for other in known.get(name, ()) if other not in asked)


def _looked_up(target: Target, node: ast.expr) -> Iterator[str]:
    """What the tables of the file hold for the names in reach, tables and names that the value has not yet."""
    text = target.text(node)
    names = [name for name in reversed(local_names(target)) if name not in ("self", "cls")]
    for table, keys in _tables(target.source):
        if f"{table}[" in text:
            continue
        usual = [key for key in keys if key in names or key.startswith("self.")]
        for key in dict.fromkeys([*usual, *names[:2]]):
            yield f"{table}[{key}]"


def _own_numbers(target: Target, node: ast.expr) -> Iterator[str]:
    """What the object itself keeps and its class calculates with, where the statement speaks of the object already."""
    assert target.function is not None
    asked = set(filter(None, map(own_attribute, target.nodes)))
    if asked and target.function.owner is not None:
        yield from (f"self.{name}" for name in _numbers(target.function.owner) if name not in asked)


@remembered(64)
def _numbers(owner: ast.ClassDef) -> list[str]:
    """Attributes of `self` that the class counts on, uses as operands or declares as numbers."""
    declared = [one for one in owner.body if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name)]
    found = {one.target.id: None for one in declared if getattr(one.annotation, "id", "") in NUMBERS}  # type: ignore[union-attr]
    for node in ast.walk(owner):
        parts = [node.left, node.right] if isinstance(node, ast.BinOp) else [getattr(node, "target", None)]
        found.update((name, None) for name in map(own_attribute, parts) if name)
    return list(found)


def _tables(source: SourceFile) -> list[tuple[str, list[str]]]:
    """Module constants and attributes of the object that are looked up by a name or attribute, and by which."""
    return [(place, keys) for place, keys in looked_up_by(source).items() if _is_table(place)]


def _is_table(place: str) -> bool:
    return place.removeprefix("self.").isidentifier() and (place.startswith("self.") or place.isupper())
