"""Statements that no run reaches, since one in front of them leaves their block."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

_LEAVING = (ast.Return, ast.Raise, ast.Break, ast.Continue)
_LISTS = ("body", "orelse", "finalbody", "handlers", "cases")


def unreachable(tree: ast.AST) -> int:
    """The number of statements in a tree that stand behind one that leaves their block."""
    return sum(_behind_leaving(statements) for statements in _blocks(tree))


def _behind_leaving(statements: Sequence[ast.AST]) -> int:
    found = (number for number, one in enumerate(statements) if isinstance(one, _LEAVING))
    return len(statements) - 1 - next(found, len(statements) - 1)


def _blocks(tree: ast.AST) -> Iterator[Sequence[ast.AST]]:
    """Yields the lists of statements; expressions are not gone through, which takes longer than parsing."""
    pending = [tree]
    while pending:
        node = pending.pop()
        for name in _LISTS:
            statements = getattr(node, name, None)
            if isinstance(statements, list):
                yield statements
                pending += statements
