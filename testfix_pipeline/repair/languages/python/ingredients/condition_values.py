"""The enumerator's values that conditions and expressions are made of at a statement, with how near they are to it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    local_names,
    self_attributes,
)
from testfix_pipeline.repair.languages.python.analysis.unread_fields import unread_field_expressions
from testfix_pipeline.repair.languages.python.edits.dataflow_bonus import unused_definition_strengths
from testfix_pipeline.repair.languages.python.ingredients.enumerate import CLASS, pool
from testfix_pipeline.repair.languages.python.ingredients.static_types import ANY, Types, typing_of
from testfix_pipeline.repair.model.source_cache import remembered

MOST_TERMS, MOST_HELD, MOST_OF_NAMESAKES = 28, 12, 6
NEARNESS = (1.0, 0.75, 0.7, 0.4, 0.3)
"""How much a value has to do with a statement by its distance (`STATEMENT` to `MODULE`)."""
MADE, HELD, UNREAD = 0.85, 0.5, 0.9
"""The same of what is made of a variable, of an attribute that others ask its namesakes for, of a field never read."""
PURE_CALLS = {"len", "type", "abs", "min", "max", "sum", "sorted", "str", "int"}


@dataclass(frozen=True)
class Term:
    """An expression in reach; `weight` (0..1) says how much it has to do with the statement."""

    text: str
    weight: float
    types: Types = ANY

    @property
    def is_literal(self) -> bool:
        """Whether it is a number, text or container rather than a name."""
        return not (self.text[0].isalpha() or self.text[0] == "_")


def terms(target: PythonEditSite) -> list[Term]:
    """Names and simple expressions in reach, the nearest first; what nothing uses yet is as near as can be."""
    found: dict[str, Term] = {}
    for one in pool(target):
        if one.origin in ("name", "attribute", "mined") and is_simple(node := _parsed(one.text)):
            weight = NEARNESS[one.distance] * (1.0 if isinstance(node, ast.Name) else MADE)
            if one.origin == "name" or one.distance <= CLASS or roots(node) <= set(local_names(target)):
                found.setdefault(text := ast.unparse(node), Term(text, weight, one.types))
    weights = {text: HELD for text in _held(target) if text not in found}
    weights |= {
        **dict.fromkeys(unread_field_expressions(target), UNREAD),
        **{name: 1.0 for name in unused_definition_strengths(target) if name in found},
    }
    known, function = typing_of(target.source), target.function.node if target.function is not None else None
    found.update((text, Term(text, weight, known.of(_parsed(text), function))) for text, weight in weights.items())
    return sorted(found.values(), key=lambda term: -term.weight)[:MOST_TERMS]


def _held(target: PythonEditSite) -> list[str]:
    """Attributes that the file asks variables and attributes of these names for."""
    names = {name: name for name in local_names(target)}
    if target.function is not None and target.function.owner is not None:
        names |= {f"self.{name}": name for name in self_attributes(target)[0][:MOST_HELD]}
    known = attributes_by_name(target.source)
    return [f"{text}.{other}" for text, name in names.items() for other in known.get(name, ())[:MOST_OF_NAMESAKES]]


@remembered(1 << 14)
def _parsed(text: str) -> ast.expr:
    return python_code.expression(f"({text})")


def is_simple(node: ast.expr) -> bool:
    """Whether an expression is a name, or made of one by attributes, constant keys and harmless calls."""
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


def roots(node: ast.expr) -> set[str]:
    """The variables in an expression of simple parts; what it calls is none."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} - PURE_CALLS


@remembered(1 << 13)
def within(part: str) -> re.Pattern[str]:
    """Finds an expression in a text where it stands by itself: no `n` in `len(xs)`."""
    return re.compile(rf"(?<![\w.]){re.escape(part)}(?!\w)")
