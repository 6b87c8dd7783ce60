"""Python files as syntax trees: what may hold tests, which functions assert."""

from __future__ import annotations

import ast
import warnings

from testfix_pipeline.core import python_code


def parsed(source: str | bytes) -> ast.Module | None:
    """The syntax tree of a file, or None if it has none."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes are the project's own affair
            return python_code.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def defines_tests(source: str | bytes) -> bool:
    """Whether a file may hold tests, by the usual names and bases; one that can't be read may."""
    tree = parsed(source)
    return tree is None or any(_is_test(node) for node in ast.walk(tree))


def _is_test(node: ast.AST) -> bool:
    if isinstance(node, ast.ClassDef):
        return node.name.startswith("Test") or any("Test" in ast.unparse(base) for base in node.bases)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test")


def asserting(source: str | bytes) -> set[str]:
    """The functions of a file that assert something, as texts."""
    tree = parsed(source)
    functions = (
        [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)] if tree else []
    )
    return {ast.unparse(one) for one in functions if any(map(_is_assertion, ast.walk(one)))}


def _is_assertion(node: ast.AST) -> bool:
    raised = isinstance(node, ast.Raise) and node.exc is not None
    return isinstance(node, ast.Assert) or (raised and "AssertionError" in ast.unparse(node))
