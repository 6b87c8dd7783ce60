"""Conditions of the file whose names are in reach of a statement."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import Target
from testfix_pipeline.repair.languages.python.edits.scope import reach_of
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.remembered import remembered


def known_conditions(target: Target) -> list[tuple[str, int]]:
    """Conditions of the file whose names are in reach, nearest first: 0 same function, 1 same class, 2 elsewhere."""
    reach = names_in_reach(target) | reach_of(target)
    found: dict[str, int] = {}
    for function, text, names in _conditions_of(target.source):
        if names <= reach:
            near = 0 if function is target.function else 1 if _same_owner(function, target.function) else 2
            found[text] = min(near, found.get(text, 9))
    return sorted(found.items(), key=lambda item: (item[1], len(item[0])))[:24]


@remembered(256)
def _conditions_of(source: SourceFile) -> Sequence[tuple[Function, str, frozenset[str]]]:
    """Short conditions of the file: the function, the text, the names in it."""
    found = []
    for function in source.functions:
        for node in ast.walk(function.node):
            for condition in _conditions(node):
                text = source.segment(condition)
                if len(text) < 60 and "\n" not in text:
                    names = frozenset(n.id for n in ast.walk(condition) if isinstance(n, ast.Name))
                    found.append((function, text, names))
    return found


def _same_owner(one: Function, other: Function | None) -> bool:
    return other is not None and one.owner is other.owner and one.owner is not None


def _conditions(node: ast.AST) -> Iterator[ast.expr]:
    test = getattr(node, "test", None)
    if isinstance(node, (ast.If, ast.While, ast.IfExp)) and isinstance(test, ast.expr):
        yield from _apart(test)
    elif isinstance(node, ast.comprehension):
        yield from (part for one in node.ifs for part in _apart(one))


def _apart(test: ast.expr) -> Iterator[ast.expr]:
    """The parts of a condition that can stand between `and` and `or` as they are; what is bound by the way, unbound."""
    if isinstance(test, ast.BoolOp):
        yield from (part for value in test.values for part in _apart(value))
    elif isinstance(test, ast.NamedExpr):
        yield from _apart(test.value)
    elif not isinstance(test, (ast.IfExp, ast.Lambda)):
        yield test
