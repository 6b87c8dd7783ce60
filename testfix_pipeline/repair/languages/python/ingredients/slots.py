"""The slots of a statement: expressions that an ingredient may replace, and the types that fit."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite, is_sole_generator_argument
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.static_types import ANY, NONE, Types, typing_of
from testfix_pipeline.repair.languages.python.templates import precedence
from testfix_pipeline.repair.model.source_cache import cached_per_search

CONDITION, ARGUMENT, OPERAND, KEY, VALUE, CALLEE = "condition", "argument", "operand", "key", "value", "callee"
RECEIVER, ELEMENT, EXCEPTION, ITERATED = "receiver", "element", "exception", "iterated"
CONTEXTS = (ast.Store, ast.Del)


@dataclass(frozen=True, eq=False)
class Slot:
    """An expression in a statement. accepts: the types that fit; ANY if all do."""

    target: PythonEditSite
    node: ast.expr
    role: str
    accepts: Types

    @cached_property
    def text(self) -> str:
        """The code in the slot."""
        return self.target.text(self.node)

    @property
    def parent(self) -> ast.AST:
        """The parent of the slot's node."""
        return self.target.source.parents[self.node]

    @cached_property
    def own_parts(self) -> frozenset[str]:
        """The texts of the slot's own expression and of its direct parts."""
        if isinstance(self.node, (ast.Name, ast.Constant, ast.JoinedStr)):
            return frozenset({self.text})
        shown = [self.node, *ast.iter_child_nodes(self.node)]
        return frozenset(self.target.text(one) for one in shown if isinstance(one, ast.expr))

    def put(self, text: str, kind: str, rank: int) -> Edit:
        """The edit that puts an expression into the slot, in parentheses if needed."""
        fitted = self.fitted(text)
        return self.target.replace(self.node, fitted, kind, prior(rank), f"`{self.text[:40]}` -> `{text[:40]}`")

    def fitted(self, text: str) -> str:
        """An expression as the slot's content, in parentheses if precedence requires them."""
        needs_parentheses = precedence_of_text(text) < precedence.least_precedence(self.parent, self.node)
        has_parentheses = text.startswith("(") and precedence_of_text(text) == precedence.LOOSEST
        return (
            f"({text})"
            if (needs_parentheses and not has_parentheses) or is_sole_generator_argument(self.target, self.node)
            else text
        )

    def inside(self, needed: int) -> str:
        """The slot's own code as a part with at least this precedence."""
        needs_parentheses = precedence.precedence_of(self.node, self.text) < needed or (
            "\n" in self.text and not _has_brackets(self.node)
        )
        return f"({self.text})" if needs_parentheses else self.text


def _has_brackets(node: ast.expr) -> bool:
    return isinstance(node, (ast.Call, ast.List, ast.Dict, ast.Set, ast.Subscript, ast.ListComp))


@cached_per_search(1 << 14)
def precedence_of_text(text: str) -> int:
    """The precedence of a piece of code; code that does not parse gets the highest, and is refused later."""
    try:
        return precedence.precedence_of(python_code.expression(text.strip()), text)
    except (SyntaxError, ValueError):
        return precedence.ATOM


def slots(target: PythonEditSite, *roles: str) -> Iterator[Slot]:
    """Yields the slots of a statement with one of these roles, or all."""
    for slot in _slots(target):
        if not roles or slot.role in roles:
            yield slot


def _slots(target: PythonEditSite) -> list[Slot]:
    """All slots of a statement."""
    known, function = typing_of(target.source), target.function.node if target.function else None
    found: list[Slot] = []
    for node in itertools.islice(target.expressions(), MOST_SLOTS):
        role = role_of(target, node)
        if role and not isinstance(getattr(node, "ctx", None), CONTEXTS) and not isinstance(node, ast.Starred):
            found.append(Slot(target, node, role, _accepted(known.of(node, function), role)))
    return found


BUDGET = 600
"""The number of proposals of a kind for a statement: a table of a thousand entries has as many slots."""


MOST_SLOTS = BUDGET // 2


def proposals_per_slot(target: PythonEditSite, most: int) -> int:
    """The number of proposals for each slot of a statement, at most `most`."""
    return max(2, min(most, BUDGET // max(1, len(_slots(target)))))


def _accepted(types: Types, role: str) -> Types:
    """The types that fit: those of the present expression, or ANY for None, which stands for a missing value."""
    return ANY if NONE in types or role in (CONDITION, CALLEE, EXCEPTION) else types


def role_of(target: PythonEditSite, node: ast.expr) -> str:
    """The role of an expression in the surrounding code; "" if it is no value."""
    match target.source.parents.get(node):
        case ast.If(test=one) | ast.While(test=one) | ast.Assert(test=one) | ast.IfExp(test=one) if one is node:
            return CONDITION
        case ast.BoolOp() | ast.UnaryOp(op=ast.Not()):
            return CONDITION
        case ast.comprehension() as each:
            return CONDITION if node in each.ifs else ITERATED if node is each.iter else ""
        case ast.For() | ast.AsyncFor():
            return ITERATED
        case ast.BinOp() | ast.Compare() | ast.UnaryOp() | ast.AugAssign():
            return OPERAND
        case ast.Call() as call:
            return CALLEE if node is call.func else ARGUMENT
        case ast.keyword() | ast.FormattedValue():
            return ARGUMENT
        case ast.Subscript() as part:
            return RECEIVER if node is part.value else "" if isinstance(node, ast.Slice) else KEY
        case ast.Slice():
            return KEY
        case ast.Attribute():
            return RECEIVER
        case ast.List() | ast.Tuple() | ast.Set() | ast.Dict():
            return ELEMENT
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return ELEMENT
        case ast.ExceptHandler():
            return EXCEPTION
        case ast.JoinedStr():
            return ""
    return VALUE
