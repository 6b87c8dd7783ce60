"""Counts conditions in a patch that look guessed: fitted to a failing test.

Many conditions tell one failing execution from the passing ones. Those that compare with a constant are seldom the
missing ones.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.source import blocks

LOOKUPS = frozenset({"get", "getattr", "pop", "setdefault"})


def count_constant_conditions(old: ast.AST, new: ast.AST) -> int:
    """The number of new conditions that compare with a number or a text.

    None if the patch only replaces conditions. Not counted: a condition that differs from another branch of its chain
    only in constants, and one whose texts all occur in earlier conditions.
    """
    before, after = list(_conditions(old)), list(_conditions(new))
    if len(after) <= len(before):
        return 0
    old_counts, known_texts = Counter(map(ast.dump, before)), {text for one in before for text in _texts(one)}
    like_siblings = {
        id(part)
        for test, others in _chained_conditions(new)
        if _condition_form(test) in map(_condition_form, others)
        for part in _atoms(test)
    }
    found = 0
    for condition in after:
        dump = ast.dump(condition)
        guessed = _has_constant(condition) and not (_texts(condition) and _texts(condition) <= known_texts)
        found += old_counts[dump] <= 0 and guessed and id(condition) not in like_siblings
        old_counts[dump] -= 1
    return found


def _chained_conditions(tree: ast.AST) -> Iterator[tuple[ast.expr, list[ast.expr]]]:
    """Yields every condition of a chain of `if` and `elif`, or of consecutive `if` statements, with the chain's other
    conditions."""
    inner: set[int] = set()
    for block in (block for node in ast.walk(tree) for block in blocks(node)):
        for is_if, run in itertools.groupby(block, lambda stmt: isinstance(stmt, ast.If) and id(stmt) not in inner):
            tests = [test for one in run for test in _chain_tests(one, inner)] if is_if else []  # type: ignore[arg-type]
            yield from ((test, [other for other in tests if other is not test]) for test in tests)


def _chain_tests(node: ast.If, inner: set[int]) -> Iterator[ast.expr]:
    """Yields the conditions of an `if` and its `elif` branches, and adds the branches to `inner`."""
    yield node.test
    while len(node.orelse) == 1 and isinstance(node.orelse[0], ast.If):
        node = node.orelse[0]
        inner.add(id(node))
        yield node.test


def _condition_form(test: ast.expr) -> list[str]:
    """The nodes of a condition as text, with "" for each constant."""
    return ["" if isinstance(node, ast.Constant) else _node_label(node) for node in ast.walk(test)]


def condition_form_text(test: ast.expr) -> str:
    """The nodes of a condition as one text, without its constants."""
    return " ".join(filter(None, _condition_form(test)))


def _node_label(node: ast.AST) -> str:
    """The type of a node with its name."""
    return f"{type(node).__name__} {getattr(node, 'id', getattr(node, 'attr', ''))}"


def _conditions(tree: ast.AST) -> Iterator[ast.expr]:
    """Yields the conditions of a piece of code; operands of `and` and `or` one by one."""
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
    """Whether a condition compares with a number or a text or passes one to a call; indices, lookups and operands of
    arithmetic do not count."""
    if isinstance(test, ast.Constant):
        return test.value is not None and not isinstance(test.value, bool)
    if isinstance(test, ast.Subscript):
        return _has_constant(test.value)
    if isinstance(test, ast.Call) and last_name(test.func) in LOOKUPS:
        return _has_constant(test.func)
    return not isinstance(test, ast.BinOp) and any(map(_has_constant, ast.iter_child_nodes(test)))


def _texts(test: ast.expr) -> set[str]:
    return {node.value for node in ast.walk(test) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
