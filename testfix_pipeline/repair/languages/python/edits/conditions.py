"""Conditions that lack a part: operands that other code of the file asks for, bounds, presence, type."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.operators import COMPARE, own_conditions, wrapped_operand
from testfix_pipeline.repair.languages.python.edits.scope import local_names, reach_of, root_of, self_attributes
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.remembered import remembered

MOST_NAMES, MOST_ATTRIBUTES = 6, 3


def parts_added(target: Target) -> Iterator[Edit]:
    """`and` or `or` with a condition that the file uses elsewhere and whose names are in reach here."""
    here = [node for node in own_conditions(target.stmt) if target.source.is_real(node)]
    if not here:
        return
    pool = [text for text, _ in known_conditions(target)]
    own = _simple(target)
    for node in here:
        text = wrapped_operand(target, node)
        for rank, condition in enumerate([*own, *pool]):
            if condition == target.text(node) or condition in target.text(node):
                continue
            prior = (0.3 if rank < len(own) else 0.25) / (1 + 0.05 * rank)
            yield target.replace(node, f"{text} and {condition}", "condition.added", prior, f"and {condition}")
            yield target.replace(node, f"{text} or {condition}", "condition.added", prior * 0.9, f"or {condition}")
            subject, _, asked = condition.partition(" ")
            ahead = prior * (1.0 if asked == "is not None" and subject in text else 0.5)
            yield target.replace(node, f"{condition} and {text}", "condition.added", ahead, f"{condition} and ...")


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


def _simple(target: Target) -> list[str]:
    """Truth, presence and sign of the names and attributes that the statement speaks of, then of the function's."""
    mentioned = [n.id for n in target.nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)]
    locals_ = local_names(target)
    names = [n for n in dict.fromkeys([*mentioned, *locals_]) if n in locals_][:MOST_NAMES]
    data, _ = self_attributes(target)
    told = [target.text(n) for n in target.expressions(ast.Attribute) if not target.source.is_called(n)]
    told = [one for one in dict.fromkeys(told) if root_of(one) in {"self", *locals_} and "(" not in one]
    names += list(dict.fromkeys([*told, *(f"self.{name}" for name in data)]))[:MOST_ATTRIBUTES]
    found = []
    for name in names:
        found += [name, f"not {name}", f"{name} is not None", f"{name} is None", f"{name} > 0"]
    return found


MOST_REBUILT, MOST_FILTERED = 24, 3


def rebuilt(target: Target) -> Iterator[Edit]:
    """A condition of several parts put together anew from what it compares: `n < len(xs) and left` -> `n < left`."""
    for node in own_conditions(target.stmt):
        compared = [part for part in ast.walk(node) if isinstance(part, ast.Compare)]
        if not target.source.is_real(node) or not isinstance(node, ast.BoolOp) or not compared:
            continue
        sides = dict.fromkeys(target.text(side) for part in _operands(node) for side in part)
        signs = dict.fromkeys(COMPARE[type(part.ops[0])] for part in compared)
        forms = [f"{a} {sign} {b}" for a in sides for b in sides if a != b for sign in signs]
        for rank, form in enumerate(forms[:MOST_REBUILT]):
            yield target.replace(node, form, "condition.rebuilt", 0.3 / (1 + 0.1 * rank), form)


def _operands(node: ast.BoolOp) -> Iterator[list[ast.expr]]:
    """The sides of each part; a part that compares nothing is a side itself."""
    for part in node.values:
        yield [part.left, *part.comparators] if isinstance(part, ast.Compare) else [part]
