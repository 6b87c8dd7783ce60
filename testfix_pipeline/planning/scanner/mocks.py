"""mock_leakage: what belongs to tests, found in production code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.planning.scanner.source import Source, dotted
from testfix_pipeline.planning.scanner.table import Hit

_MOCK_MODULES = {
    "unittest.mock",
    "mock",
    "pytest_mock",
    "responses",
    "requests_mock",
    "httpretty",
    "flexmock",
    "doublex",
}
_TEST_MODULES = {
    "pytest",
    "_pytest",
    "unittest",
    "nose",
    "hypothesis",
    "factory_boy",
    "faker",
    "freezegun",
    "testfixtures",
}
_MOCK_NAMES = re.compile(
    r"(?i)^(mock|stub|spy|fake|dummy)(?=[A-Z_])\w*(service|client|repo|repository|api|data|response)s?$"
)
_PROBES = ("PYTEST_CURRENT_TEST", "PYTEST_RUNNING")
_OWN_TESTING = re.compile(r"(^|/)(testing|testutils?|pytest_\w+|conftest|plugin|_pytest)(/|\.py|$)")
"""A package's own support for its users' tests, which may import what tests import."""


def mock_leakage(source: Source) -> Iterator[Hit]:
    """Mocks, spies and stubs, test utilities, and questions whether a test is running."""
    if _OWN_TESTING.search(source.path):
        return
    for node in source.nodes:
        yield from _imported(source, node)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and _MOCK_NAMES.match(node.name):
            yield Hit("mock_in_production", node.lineno, f"{node.name} is named as a test double", node.end_lineno or 0)
        elif _asks_for_tests(node) and not _asks_for_tests(source.parents[node]):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), "behaves differently when a test is running")


def _imported(source: Source, node: ast.AST) -> Iterator[Hit]:
    for module in _modules(node):
        if module.partition(".")[0] in source.path.split("/"):
            continue  # its own
        if _within(module, _MOCK_MODULES):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"imports {module}")
        elif _within(module, _TEST_MODULES) or _is_test_module(module):
            yield Hit("test_utility_import", getattr(node, "lineno", 0), f"imports {module}")


def _modules(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        if node.module == "unittest":
            return [f"unittest.{alias.name}" for alias in node.names]
        own = node.level and (node.module or "").partition(".")[0] == "tests"  # a package's own `tests` may be no tests
        return [] if own else [node.module or ""]
    return []


def _within(module: str, known: set[str]) -> bool:
    parts = module.split(".")
    return any(".".join(parts[:length]) in known for length in range(1, len(parts) + 1))


def _is_test_module(module: str) -> bool:
    parts = module.split(".")
    return parts[0] in ("tests", "test_utils", "conftest") or any(
        re.match(r"test_\w+$|conftest$", part) for part in parts
    )


def _asks_for_tests(node: ast.AST) -> bool:
    """`PYTEST_CURRENT_TEST` read from the environment, or `"pytest" in sys.modules`."""
    if isinstance(node, (ast.Call, ast.Subscript, ast.Compare)) and "environ" in (text := ast.unparse(node)):
        return len(text) < 200 and any(probe in text for probe in _PROBES)
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant):
        return node.left.value in ("pytest", "unittest") and any(
            dotted(other) == "sys.modules" for other in node.comparators
        )
    return False
