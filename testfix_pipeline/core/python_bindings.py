"""Which names Python code binds: the one reader of them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from testfix_pipeline.core.python_imports import imported_names

_NAMED = (*(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef), *(ast.ExceptHandler, ast.MatchAs, ast.MatchStar))


def bindings(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, int]]:
    """Yield each name that the nodes bind, with its line, in their order; what lies in a node counts if it is given.

    Names are bound by assignments and other targets, parameters, imports (`*` of all), functions, classes, `except ...
    as` and patterns.
    """
    for node in nodes:
        if isinstance(node, ast.Name):
            if isinstance(node.ctx, ast.Store):
                yield node.id, node.lineno
        elif isinstance(node, ast.arg):
            yield node.arg, node.lineno
        elif isinstance(node, _NAMED):
            if node.name:
                yield node.name, node.lineno
        elif isinstance(node, ast.MatchMapping):
            if node.rest:
                yield node.rest, node.lineno
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from ((one.name, node.lineno) for one in imported_names([node]))


def names_bound_by(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that the nodes bind."""
    return {name for name, _ in bindings(nodes)}
