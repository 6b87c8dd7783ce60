"""Distinguishes changes inside function bodies from changes that other code can see at import."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode

_REMEMBERS = re.compile(r"cache|memo|once|singleton|lazy", re.IGNORECASE)


@dataclass(frozen=True)
class ChangedBody:
    """A function whose body changed: its name and the lines of the body before the change.

    remembers: a decorator keeps its results, so that only the first test to call it is seen to execute it.
    """

    name: str
    first: int
    last: int
    caches_results: bool

    @property
    def lines(self) -> range:
        """The lines of the body, from 1."""
        return range(self.first, self.last + 1)


def changed_bodies(before: str, after: str) -> list[ChangedBody] | None:
    """The outermost functions and methods whose bodies differ; None if anything outside of bodies differs.

    Raises SyntaxError where one of the texts is no Python.
    """
    old, new = _parse(before), _parse(after)
    old_functions, new_functions = list(_outermost_functions(old)), list(_outermost_functions(new))
    old_bodies, new_bodies = [_take_body(f) for f in old_functions], [_take_body(f) for f in new_functions]
    if ast.dump(old) != ast.dump(new):
        return None
    pairs = zip(old_functions, old_bodies, new_bodies, strict=True)
    return [_describe(function, body) for function, body, other in pairs if _dump(body) != _dump(other)]


def _parse(text: str) -> ast.Module:
    try:
        return python_code.parse(text)
    except (ValueError, RecursionError) as error:
        raise SyntaxError(str(error)) from error


def _outermost_functions(node: ast.AST) -> Iterator[FunctionNode]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FunctionNode):
            yield child
        else:
            yield from _outermost_functions(child)


def _take_body(function: FunctionNode) -> list[ast.stmt]:
    body, function.body = function.body, []
    return body


def _dump(body: list[ast.stmt]) -> str:
    return ast.dump(ast.Module(body=body, type_ignores=[]))


def _describe(function: FunctionNode, body: list[ast.stmt]) -> ChangedBody:
    remembers = any(_REMEMBERS.search(ast.unparse(decorator)) for decorator in function.decorator_list)
    return ChangedBody(function.name, body[0].lineno, function.end_lineno or body[-1].lineno, remembers)
