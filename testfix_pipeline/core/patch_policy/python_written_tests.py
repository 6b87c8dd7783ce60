"""Reads the tests of a Python file as text: see `written_tests.py`.

What they assert is measured (`in_target/testfix_sharpness.py`). Here a test is as it was, changed or gone.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from typing import TypeGuard

from testfix_pipeline.core.patch_policy.written_tests import Names, WrittenStatement, WrittenTest, WrittenTests
from testfix_pipeline.core.python_code import FunctionNode, parse_or_none, stored_names
from testfix_pipeline.core.python_imports import imported_names

_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_PROMPT = ">>>"
_MARKS = "pytestmark"


def written_tests(source: str | bytes) -> WrittenTests | None:
    """The tests of a file; None if it can't be parsed."""
    tree = parse_or_none(source)
    if tree is None:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.Assert) and isinstance(node.msg, ast.Constant):
            node.msg = None
    tests: dict[Names, WrittenTest] = {}
    around: dict[Names, list[WrittenStatement]] = {}
    _read(tree.body, (), tests, around)
    text = source.decode(errors="replace") if isinstance(source, bytes) else source
    words = frozenset(re.findall(r"[^\W\d]\w*", text))
    return WrittenTests(tests, {names: tuple(some) for names, some in around.items()}, words)


def _read(
    body: Sequence[ast.stmt], group: Names, tests: dict[Names, WrittenTest], around: dict[Names, list[WrittenStatement]]
) -> None:
    """Add the tests of a module or class, and the statements beside them."""
    beside = around.setdefault(group, [])
    for node in without_docstring(body):
        if _is_test(node):
            tests[*group, node.name] = WrittenTest(tuple(_statements_of(node)))  # the last one of a name runs
        elif isinstance(node, ast.ClassDef) and any(map(_is_test, ast.walk(node))):
            header = [*node.decorator_list, *node.bases, *node.keywords]
            around[*group, node.name] = [WrittenStatement(ast.unparse(one)) for one in header]
            _read(node.body, (*group, node.name), tests, around)
        else:
            beside.extend(_split_statement(node))


def _is_test(node: ast.AST) -> TypeGuard[FunctionNode]:
    return isinstance(node, _FUNCTIONS) and node.name.startswith("test")


def without_docstring(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    """Return a body without its docstring; one with examples is a doctest."""
    first = body[0] if body else None
    text = first.value.value if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) else None
    return [*body[1:]] if isinstance(text, str) and _PROMPT not in text else [*body]


def _statements_of(test: FunctionNode) -> Iterator[WrittenStatement]:
    """Yield decorators, parameters and statements of the body; to add an assertion does nothing to the others."""
    for mark in test.decorator_list:
        yield WrittenStatement(f"@{ast.unparse(mark)}")
    yield WrittenStatement(f"({ast.unparse(test.args)})")
    for node in without_docstring(test.body):
        yield WrittenStatement(ast.unparse(node), _bound_names(node), isinstance(node, ast.Assert))


def _split_statement(node: ast.stmt) -> Iterator[WrittenStatement]:
    """Yield a statement, or the parts of an import separately."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        for one in imported_names([node]):
            yield WrittenStatement(one.statement, frozenset({one.name}), one.name != "*")
    elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        yield WrittenStatement(ast.unparse(node), frozenset({node.name}), not node.decorator_list)
    else:
        bound = _bound_names(node)
        is_plain = isinstance(node, ast.Assign) and all(isinstance(one, ast.Name) for one in node.targets)
        yield WrittenStatement(ast.unparse(node), bound, is_plain and _MARKS not in bound)


def _bound_names(node: ast.stmt) -> frozenset[str]:
    return frozenset(stored_names(ast.walk(node)))
