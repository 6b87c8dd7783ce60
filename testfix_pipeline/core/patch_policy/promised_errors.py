"""Finds handlers that swallow an error which a function, by its documentation, raises: none can leave it any more."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty

Function = ast.FunctionDef | ast.AsyncFunctionDef
_PROMISE = re.compile(r"(?<!\bnever )(?<!\bnot )\b(?:raises?|throws?)\b:?", re.IGNORECASE)
_ERROR = re.compile(r"\b[A-Z]\w*(?:Error|Exception)\b")
_WIDE = {"Exception", "BaseException"}
_RAISING = (ast.Call, ast.Subscript, ast.BinOp, ast.Await, ast.Yield, ast.YieldFrom, ast.Assert, ast.Raise)
_HARMLESS = {"len", "range", "enumerate", "zip", "list", "tuple", "dict", "set", "str", "isinstance"}
_LONGEST = 120
"""How far behind "raises" the name of the error may stand."""


def swallowed_errors(before: str | bytes | None, after: str | bytes | None) -> set[str]:
    """The errors that functions say they raise, and that a changed source file newly keeps from leaving them."""
    return _swallowed(after) - _swallowed(before)


def _swallowed(source: str | bytes | None) -> set[str]:
    """`function: error` for each error that a function's handlers leave nothing to raise."""
    functions = (one for one in ast.walk(parse_or_empty(source or "")) if isinstance(one, FunctionNode))
    return {f"{one.name}: {error}" for one in functions for error in _swallowed_by(one)}


def _swallowed_by(function: Function) -> Iterator[str]:
    promised = promised_errors(ast.get_docstring(function) or "")
    inside = (one for one in ast.walk(function) if isinstance(one, ast.Try)) if promised else ()
    for tried in inside:
        if not any(map(may_raise, _unguarded(function, tried))):
            caught = {last_name(kind) for one in tried.handlers for kind in _kinds(one)}
            yield from promised if caught & _WIDE else promised & caught


def _kinds(handler: ast.ExceptHandler) -> list[ast.expr]:
    if handler.type is None:
        return [ast.Name("Exception", ast.Load())]
    return handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]


def promised_errors(documentation: str) -> set[str]:
    """The names of the errors that a docstring says are raised."""
    behind = (documentation[found.end() : found.end() + _LONGEST] for found in _PROMISE.finditer(documentation))
    return {name for text in behind for name in _ERROR.findall(text)}


def _unguarded(function: Function, tried: ast.Try) -> Iterator[ast.AST]:
    """The nodes of a function's body outside of a block with handlers; of the handlers, what they raise."""
    pending: list[ast.AST] = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if node is tried:
            pending += [*tried.orelse, *tried.finalbody]
            yield from (one for handler in tried.handlers for one in ast.walk(handler) if isinstance(one, ast.Raise))
        else:
            pending += ast.iter_child_nodes(node)


def may_raise(node: ast.AST) -> bool:
    """Whether a node may raise an error when it is executed."""
    return isinstance(node, _RAISING) and not (isinstance(node, ast.Call) and called(node) in _HARMLESS)
