"""Conditions that a patch puts in, and what makes them look guessed: fitted to a failing test instead of meant.

Of conditions that tell one failing execution from the passing ones there are many; those that compare with a constant,
and those that ask about something else than what is done under them, are seldom the ones that were missing.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

RECEIVERS = frozenset({"self", "cls"})


def asked(old: ast.AST, new: ast.AST) -> int:
    """How many of the conditions put in compare with a number or a text; none where one only took another's place."""
    before, after = list(_conditions(old)), list(_conditions(new))
    if len(after) <= len(before):
        return 0
    left = Counter(map(ast.dump, before))
    found = 0
    for condition in after:
        mark = ast.dump(condition)
        found += left[mark] <= 0 and _has_constant(condition)
        left[mark] -= 1
    return found


def strange(old: ast.AST, new: ast.AST) -> int:
    """How many `if` statements with new code under them share no name with that code."""
    known = {ast.dump(node) for node in ast.walk(old) if isinstance(node, ast.stmt)}
    found = 0
    for node in ast.walk(new):
        if isinstance(node, ast.If) and ast.dump(node) not in known and ast.dump(node.body[0]) not in known:
            inside = set().union(*(_names(stmt) for stmt in node.body))
            found += bool(inside) and not inside & _names(node.test)
    return found


def _conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """The conditions of a piece of code, those joined by `and` and `or` one by one."""
    for node in ast.walk(tree):
        for test in _tests(node):
            yield from _atoms(test)


def _tests(node: ast.AST) -> Iterator[ast.expr]:
    if isinstance(node, (ast.If, ast.While, ast.IfExp)):
        yield node.test
    elif isinstance(node, ast.comprehension):
        yield from node.ifs


def _atoms(test: ast.expr) -> Iterator[ast.expr]:
    if isinstance(test, ast.BoolOp):
        for value in test.values:
            yield from _atoms(value)
    else:
        yield test


def _has_constant(test: ast.AST) -> bool:
    constants = (node.value for node in ast.walk(test) if isinstance(node, ast.Constant))
    return any(value is not None and not isinstance(value, bool) for value in constants)


def _names(node: ast.AST) -> set[str]:
    """The variables and attributes of a piece of code."""
    names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return (names | {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}) - RECEIVERS
