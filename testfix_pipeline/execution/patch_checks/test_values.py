"""Finds the values in a test that can be replaced by others: literals of its code, parameters, data of its module."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import parse_or_none
from testfix_pipeline.core.test_ids import TestId

_SCALARS = (str, int, float)
_LEAST_OF_TUPLE = 3
_PREPARING = ("setUp", "asyncSetUp")
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@dataclass(frozen=True)
class TestValue:
    """A value that a test gives to the project.

    kind, name: what holds it: a `site` of the code (`name` = "line,column,type of node"), a `parameter`, or a name of
    the `module`. value: the data. text: of the holder, in which the value's text starts at `start` and ends at `end`.
    """

    __test__ = False  # pytest: not a class of tests

    kind: str
    name: str
    value: Any
    text: str
    start: int
    end: int

    @property
    def code(self) -> str:
        """The value as Python code."""
        return self.text[self.start : self.end]

    def is_equal_to(self, other: TestValue) -> bool:
        """Whether another value has the same type and is equal."""
        return type(self.value) is type(other.value) and bool(self.value == other.value)


def values_in_code(source: bytes, test: TestId) -> Iterator[TestValue]:
    """Yield the literals in a test and its class's `setUp`, without those that an assertion only compares with."""
    tree = parse_or_none(source)
    for function in functions_of(tree, test) if tree is not None else ():
        for node in _replaceable_nodes(function.body):
            text = ast.unparse(node)
            place = f"{node.lineno},{node.col_offset},{type(node).__name__}"
            yield TestValue("site", place, python_code.literal(node), text, 0, len(text))


def values_in_data(kind: str, name: str, text: str) -> Iterator[TestValue]:
    """Yield the literals in the text of data, which a test is handed as a parameter or finds in its module."""
    tree = parse_or_none(text)
    written = [one.value for one in tree.body if isinstance(one, ast.Expr)] if tree is not None else []
    for node in _replaceable_nodes(written) if text.isascii() else ():  # of others, columns are no positions
        if node.lineno == node.end_lineno == 1 and node.end_col_offset is not None:
            yield TestValue(kind, name, python_code.literal(node), text, node.col_offset, node.end_col_offset)


def constants_in(source: bytes) -> list[Any]:
    """The constants in a test file: what a test gives by itself may be learnt, too."""
    tree = parse_or_none(source)
    return [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)] if tree is not None else []


def functions_of(tree: ast.Module, test: TestId) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The function of a test, found by its titles, and those of its class that run with it; [] if there is none."""
    found: ast.AST = tree
    beside: list[ast.stmt] = []
    for title in str(test).split("::")[1:]:
        beside = getattr(found, "body", [])
        inner = [one for one in beside if getattr(one, "name", "") == title.partition("[")[0]]
        if not inner:
            return []
        found = inner[-1]
    preparing = [one for one in beside if isinstance(one, _FUNCTIONS) and one.name in _PREPARING]
    return [found, *preparing] if isinstance(found, _FUNCTIONS) else []


def _replaceable_nodes(body: Sequence[ast.AST]) -> Iterator[ast.expr]:
    pending: list[ast.AST] = list(body)
    while pending:
        node = pending.pop(0)
        if isinstance(node, ast.expr) and _is_replaceable(node):
            yield node
        else:
            pending = [*_parts(node), *pending]


def _parts(node: ast.AST) -> list[ast.AST]:
    """The parts of a node that may hold a value the project is given."""
    if isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return []
    parts = list(ast.iter_child_nodes(node))
    compares = isinstance(node, ast.Compare) or (isinstance(node, ast.Call) and _is_assert_method(node))
    return [one for one in parts if not (compares and _is_literal(one))]


def _is_assert_method(call: ast.Call) -> bool:
    return isinstance(call.func, ast.Attribute) and call.func.attr.startswith("assert")


def _is_literal(node: ast.AST) -> bool:
    """Whether a node holds nothing but constants."""
    return not any(isinstance(one, ast.Name | ast.Call | ast.Attribute) for one in ast.walk(node))


def _is_replaceable(node: ast.expr) -> bool:
    """Whether a node is a number, a text, or a collection of nothing else. A pair's parts are on their own."""
    if isinstance(node, ast.Constant):
        return type(node.value) in _SCALARS
    if isinstance(node, ast.Dict):
        parts = [*node.keys, *node.values]
        return bool(parts) and all(one is not None and _is_scalar(one) for one in parts)
    if not isinstance(node, ast.List | ast.Set | ast.Tuple):
        return False
    least = _LEAST_OF_TUPLE if isinstance(node, ast.Tuple) else 1
    return len(node.elts) >= least and all(map(_is_scalar, node.elts))


def _is_scalar(node: ast.expr) -> bool:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node = node.operand
    return isinstance(node, ast.Constant) and type(node.value) in (*_SCALARS, bool, type(None))
