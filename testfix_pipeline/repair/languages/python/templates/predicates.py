"""Conditions of templates, by name: functions of a match, or functions that create one for a metavariable.

A condition on the code around the statement uses the match's `target`.
"""

from __future__ import annotations

import ast

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.analysis import operators
from testfix_pipeline.repair.languages.python.analysis.blocks import loop_around
from testfix_pipeline.repair.languages.python.analysis.container_methods import CHANGING
from testfix_pipeline.repair.languages.python.analysis.scope import bound_names
from testfix_pipeline.repair.languages.python.source import PythonFunction
from testfix_pipeline.repair.languages.python.templates.matching import Condition, Match, NodeKind
from testfix_pipeline.repair.model.source_cache import cached_per_search

LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


def _types(names: tuple[str, ...]) -> tuple[type[ast.AST], ...]:
    return tuple(getattr(ast, name) for name in names)


def any_of(*conditions: Condition) -> Condition:
    """At least one of the conditions holds."""
    return lambda match: any(condition(match) for condition in conditions)


def negation(condition: Condition) -> Condition:
    """The condition doesn't hold."""
    return lambda match: not condition(match)


def kind(name: str, *types: str) -> Condition:
    """A metavariable matches code of one of these types of `ast`."""
    return NodeKind(name, frozenset(_types(types)))


def inside(*types: str) -> Condition:
    """The parent of the match is code of one of these types of `ast`."""
    nodes = _types(types)
    return lambda match: isinstance(match.parent, nodes)


def differ(one: str, other: str) -> Condition:
    """Two metavariables match different code."""
    return lambda match: ast.dump(match[one]) != ast.dump(match[other])


def is_read(match: Match) -> bool:
    """The match is read, neither assigned nor deleted."""
    return isinstance(getattr(match.node, "ctx", ast.Load()), ast.Load)


def is_iterated(match: Match) -> bool:
    """A loop or comprehension iterates over the match."""
    return isinstance(match.parent, LOOPS) and match.parent.iter is match.node


def is_unpacked(match: Match) -> bool:
    """A loop or comprehension takes each element of the match apart."""
    return is_iterated(match) and isinstance(match.parent.target, ast.Tuple)  # type: ignore[union-attr]


def is_callee(match: Match) -> bool:
    """The match is the function of a call."""
    return isinstance(match.node, ast.expr) and match.target.source.is_called(match.node)


def is_argument(match: Match) -> bool:
    """The match is an argument of a call of anything but a builtin."""
    return match.parent is not None and operators.is_argument(match.parent, match.node)  # type: ignore[arg-type]


def is_text(name: str) -> Condition:
    """A metavariable matches a text literal."""
    return lambda match: (
        isinstance(node := match[name], ast.JoinedStr)
        or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))
    )


def is_non_text_constant(name: str) -> Condition:
    """A metavariable matches a constant other than a text."""
    return lambda match: isinstance(node := match[name], ast.Constant) and not isinstance(node.value, (str, bytes))


def is_set(name: str) -> Condition:
    """A metavariable matches a set, as far as its syntax shows."""
    return lambda match: (
        isinstance(node := match[name], (ast.Set, ast.SetComp))
        or (isinstance(node, ast.Call) and last_name(node.func) in ("set", "frozenset", "keys"))
    )


def is_boolean(name: str) -> Condition:
    """A metavariable matches an expression that can only be True or False."""
    return lambda match: operators.is_boolean(match[name])


def is_ordering_bound(match: Match) -> bool:
    """The match is the last operand of a comparison by less or greater."""
    parent = match.parent
    if not isinstance(parent, ast.Compare) or not isinstance(parent.ops[-1], operators.ORDERINGS):
        return False
    return parent.comparators[-1] is match.node


def has_other_value_of_type(*types: str) -> Condition:
    """The function assigns a value of one of these types to $A elsewhere."""

    def condition(match: Match) -> bool:
        stmt = match.target.stmt
        return isinstance(stmt, ast.Assign) and _type_of_other_value(match.target.function, stmt) in types

    return condition


@cached_per_search(64)
def _type_of_other_value(function: PythonFunction | None, stmt: ast.Assign) -> str:
    return operators.type_of_other_value(function, stmt)


def is_condition(match: Match) -> bool:
    """The match is a condition, a returned value that may be one, or an operand of such an `and` or `or`."""
    return match.node in _conditions(match.target.stmt)


@cached_per_search(64)
def _conditions(stmt: ast.stmt) -> frozenset[ast.AST]:
    tests = list(operators.own_conditions(stmt))
    return frozenset([*tests, *(value for one in tests if isinstance(one, ast.BoolOp) for value in one.values)])


def is_chain(name: str) -> Condition:
    """A metavariable matches a comparison of three or more operands."""
    return lambda match: isinstance(node := match[name], ast.Compare) and len(node.ops) > 1


def is_stored_boolean(match: Match) -> bool:
    """The match is a bool by its form, and is stored or passed."""
    return (
        isinstance(match.parent, VALUE_HOLDERS) and isinstance(match.node, ast.expr) and operators.is_test(match.node)
    )


VALUE_HOLDERS = (ast.Assign, ast.AnnAssign, ast.Call, ast.keyword, ast.Lambda, ast.ListComp, ast.Tuple, ast.Dict)


def is_element_of_any_or_all(match: Match) -> bool:
    """The match is the element that `any` or `all` tests."""
    return operators.is_element_of_any_or_all(match.target, match.node)  # type: ignore[arg-type]


def mentions(name: str, other: str) -> Condition:
    """The code of a metavariable contains the code of another one."""
    return lambda match: any(ast.dump(match[other]) == ast.dump(node) for node in ast.walk(match[name]))


def has_value_before_loop(name: str) -> Condition:
    """A metavariable matches a variable that has a value before the loop around the statement."""

    def condition(match: Match) -> bool:
        target, node = match.target, match[name]
        loop = loop_around(target.source, target.stmt)
        first = bound_names(target.function.node).get(getattr(node, "id", "")) if target.function else None
        return loop is not None and first is not None and first < loop.lineno

    return condition


def is_in_coroutine(match: Match) -> bool:
    """The statement is in an `async def`."""
    return match.target.function is not None and isinstance(match.target.function.node, ast.AsyncFunctionDef)


def is_changed_in_place(name: str) -> Condition:
    """The function changes the object that a metavariable matches: sets its items, calls its changing methods."""

    def condition(match: Match) -> bool:
        function = match.target.function
        return function is not None and ast.unparse(match[name]) in _changed_in_place(function)

    return condition


@cached_per_search(512)
def _changed_in_place(function: PythonFunction) -> frozenset[str]:
    found: set[str] = set()
    for node in ast.walk(function.node):
        if isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
            found.add(ast.unparse(node.value))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
            found.add(ast.unparse(node.func.value))
    return frozenset(found)
