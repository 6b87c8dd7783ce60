"""Finds tests that pass because a patch moved what they expect: they compute it from the project's own data."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.patch_policy.second_look import Objection, Sighting, moved_expectation
from testfix_pipeline.core.python_code import parse_or_none
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.patch_checks.test_values import functions_of
from testfix_pipeline.execution.patch_checks.varied_tests import (
    MOST_TESTS,
    Records,
    VariationPlan,
    has_changed,
    recorded_text,
    run_both,
)
from testfix_pipeline.execution.project import TargetProject

_LONGEST = 80
"""How much of an expression `in_target/testfix_varied.py` names a place by."""


def find_moved_expectation(
    project: TargetProject, before: Path, after: Path, seen: Sequence[Sighting], timeout: float
) -> Objection | None:
    """Return the objection to a patch under which a test's own calculation changes and no result of the code, or None.

    Both trees hold the test files.
    """
    plans = [VariationPlan(one, (), ()) for one in seen[:MOST_TESTS]]
    old, new = run_both(project, before, after, plans, timeout)
    for test in (one.sighting.test for one in plans):
        source = project.root(after) / TestId(test).file
        tree = parse_or_none(source.read_bytes() if source.is_file() else b"")
        if tree is not None and test in old and test in new and _is_moved(tree, test, old[test], new[test]):
            return moved_expectation(test)
    return None


def _is_moved(tree: ast.Module, test: str, old: Sequence[Records], new: Sequence[Records]) -> bool:
    imported = set(_foreign_names(tree))
    for sides in _compared_sides(tree, TestId(test)):
        changed = [has_changed(_place(one), old, new) for one in sides]
        calls = [_calls_one_of(one, imported) for one in sides]
        stays = [not moved and recorded_text(new[0], _place(one)) for one, moved in zip(sides, changed, strict=True)]
        if any(changed[at] and not calls[at] and stays[1 - at] and calls[1 - at] for at in (0, 1)):
            return True
    return False


def _foreign_names(tree: ast.Module) -> Iterator[str]:
    """The names that a test file imports from elsewhere than the standard library."""
    yield from (one.name for one in imported_names(tree.body) if one.top not in sys.stdlib_module_names)


def _compared_sides(tree: ast.Module, test: TestId) -> Iterator[tuple[ast.expr, ast.expr]]:
    inner = (node for function in functions_of(tree, test) for node in ast.walk(function))
    for node in (one.test for one in inner if isinstance(one, ast.Assert)):
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield node.left, node.comparators[0]


def _calls_one_of(node: ast.expr, names: set[str]) -> bool:
    called = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
    return any(isinstance(one, ast.Name) and one.id in names for function in called for one in ast.walk(function))


def _place(node: ast.expr) -> str:
    return f"{' '.join(ast.unparse(node).split())[:_LONGEST]} (line {node.lineno})"
