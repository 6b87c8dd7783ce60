"""The slots of a statement: expressions that an ingredient may stand in for, and what fits there."""

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
from testfix_pipeline.repair.model.source_cache import remembered

CONDITION, ARGUMENT, OPERAND, KEY, VALUE, CALLEE = "condition", "argument", "operand", "key", "value", "callee"
RECEIVER, ELEMENT, EXCEPTION, ITERATED = "receiver", "element", "exception", "iterated"
CONTEXTS = (ast.Store, ast.Del)


@dataclass(frozen=True, eq=False)
class Slot:
    """An expression in a statement. accepts: the types that fit; unknown where anything does."""

    target: PythonEditSite
    node: ast.expr
    role: str
    accepts: Types

    @cached_property
    def text(self) -> str:
        """The code that stands in the slot."""
        return self.target.text(self.node)

    @property
    def parent(self) -> ast.AST:
        """The node around the slot."""
        return self.target.source.parents[self.node]

    @cached_property
    def own_parts(self) -> frozenset[str]:
        """The texts of the attributes, names and constants that it is made of."""
        if isinstance(self.node, (ast.Name, ast.Constant, ast.JoinedStr)):
            return frozenset({self.text})
        shown = [self.node, *ast.iter_child_nodes(self.node)]
        return frozenset(self.target.text(one) for one in shown if isinstance(one, ast.expr))

    def put(self, text: str, kind: str, rank: int) -> Edit:
        """The edit that puts an expression there, in parentheses where its place requires them."""
        fitted = self.fitted(text)
        return self.target.replace(self.node, fitted, kind, prior(rank), f"`{self.text[:40]}` -> `{text[:40]}`")

    def fitted(self, text: str) -> str:
        """An expression as it may stand in the slot, in parentheses where precedence requires them."""
        loose = binding(text) < precedence.needed(self.parent, self.node)
        bare = text.startswith("(") and binding(text) == precedence.LOOSEST
        return f"({text})" if (loose and not bare) or is_sole_generator_argument(self.target, self.node) else text

    def inside(self, needed: int) -> str:
        """The slot's own code as a part that has to bind so tightly."""
        loose = precedence.of(self.node, self.text) < needed or ("\n" in self.text and not _closed(self.node))
        return f"({self.text})" if loose else self.text


def _closed(node: ast.expr) -> bool:
    return isinstance(node, (ast.Call, ast.List, ast.Dict, ast.Set, ast.Subscript, ast.ListComp))


@remembered(1 << 14)
def binding(text: str) -> int:
    """How tightly a piece of code binds; what does not parse binds tightest, and is refused later."""
    try:
        return precedence.of(python_code.expression(text.strip()), text)
    except (SyntaxError, ValueError):
        return precedence.ATOM


def slots(target: PythonEditSite, *roles: str) -> Iterator[Slot]:
    """The slots of a statement that have one of these roles, or all."""
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
"""Proposals of a kind for a statement: a table of a thousand entries has as many slots."""


MOST_SLOTS = BUDGET // 2


def share(target: PythonEditSite, most: int) -> int:
    """How many proposals each slot of a statement gets, at most so many."""
    return max(2, min(most, BUDGET // max(1, len(_slots(target)))))


def _accepted(types: Types, role: str) -> Types:
    """What stands there shows what fits, but for `None`, which stands for what was not there."""
    return ANY if NONE in types or role in (CONDITION, CALLEE, EXCEPTION) else types


def role_of(target: PythonEditSite, node: ast.expr) -> str:
    """What an expression is for the code around it; "" for what is no value of its own."""
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
