"""Parses Python files, and finds tests and asserting functions in them."""

from __future__ import annotations

import ast

from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty, parse_or_none


def defines_tests(source: str | bytes) -> bool:
    """Whether a file may contain tests, by usual names and bases; true for one that can't be parsed."""
    tree = parse_or_none(source)
    return tree is None or any(_is_test(node) for node in ast.walk(tree))


def defines_test_classes(source: str | bytes) -> bool:
    """Whether a file may contain classes of tests, by usual names and bases; true for one that can't be parsed."""
    tree = parse_or_none(source)
    return tree is None or any(map(_is_test_class, ast.walk(tree)))


def _is_test_class(node: ast.AST) -> bool:
    if not isinstance(node, ast.ClassDef):
        return False
    return node.name.startswith("Test") or any("Test" in ast.unparse(base) for base in node.bases)


def _is_test(node: ast.AST) -> bool:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return node.name.startswith("test")
    return _is_test_class(node)


def asserting_functions(source: str | bytes) -> set[str]:
    """The texts of the functions in a file that assert something."""
    functions = [node for node in ast.walk(parse_or_empty(source)) if isinstance(node, FunctionNode)]
    return {ast.unparse(one) for one in functions if any(map(_is_assertion, ast.walk(one)))}


def _is_assertion(node: ast.AST) -> bool:
    raised = isinstance(node, ast.Raise) and node.exc is not None
    return isinstance(node, ast.Assert) or (raised and "AssertionError" in ast.unparse(node))
