"""Assertions of Python tests that a change takes out or rewrites: it has to be known whether they notice anything."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from testfix_pipeline.core import python_code
from testfix_pipeline.core.code_view import called
from testfix_pipeline.core.python_code import FunctionNode

Place = tuple[str, int, int]
"""A file with the first and the last line of a statement."""
_ASSERTING = re.compile(r"(?i)assert|check|verify|expect|ensure|must|should|^fail$")
_RAISING = re.compile(r"^(raises|warns|deprecated_call)$|(?i:^assert)")


def gone_assertions(before: Mapping[str, str], after: Mapping[str, str]) -> dict[Place, str]:
    """Return the assertions of files that no file has any more in these words, by their places.

    before, after: the texts of the changed files of the test side, by path.
    """
    old = [(path, node) for path, text in before.items() for node in _statements(text)]
    helpers = {node.name for _, node in old if isinstance(node, FunctionNode) and _asserts(node)}
    now = Counter(_words(node) for text in after.values() for node in _statements(text))
    found = [(path, node, _words(node)) for path, node in old if _is_assertion(node, helpers)]
    lost = Counter(text for _, _, text in found) - now
    return {(path, node.lineno, node.end_lineno or node.lineno): text for path, node, text in found if text in lost}


def _statements(text: str) -> Iterator[ast.stmt]:
    return (node for node in ast.walk(python_code.parse_or_empty(text)) if isinstance(node, ast.stmt))


def _words(node: ast.stmt) -> str:
    """The text of a statement; an assertion's message asks for nothing."""
    return ast.unparse(ast.Assert(node.test) if isinstance(node, ast.Assert) else node)


def _asserts(function: ast.AST) -> bool:
    return any(_is_assertion(node, ()) for node in ast.walk(function))


def _is_assertion(node: ast.AST, helpers: Collection[str]) -> bool:
    """Whether a node is an assertion, a call of one, or expects an exception; helpers: functions with assertions."""
    if isinstance(node, ast.With | ast.AsyncWith):
        return any(_RAISING.search(_called(item.context_expr)) for item in node.items)
    if not isinstance(node, ast.Expr):
        return isinstance(node, ast.Assert)
    name = _called(node.value.value if isinstance(node.value, ast.Await) else node.value)
    return name in helpers or bool(_ASSERTING.search(name))


def _called(node: ast.AST) -> str:
    return called(node) if isinstance(node, ast.Call) else ""
