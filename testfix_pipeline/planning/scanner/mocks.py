"""mock_leakage: test code in production code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.source_file import Source
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
_MOCK_VALUES = re.compile(
    r"(?i)_?(mock|fake|stub|dummy)_\w*(data|users?|response|result|items?|rows?|client|service|records?|payload)s?"
)
"""Values that stand in for real ones, where they are literals."""
_TEST_FLAGS = re.compile(
    r"(?i)(is_|in_|running_)?(unit_?)?test(s|ing)?(_mode|_env|_run|_running)?|pytest\w*|running_tests"
)
_RUNNERS = ("pytest", "py.test", "unittest")
_PROBES = ("PYTEST_CURRENT_TEST", "PYTEST_RUNNING")
_OWN_TESTING = re.compile(r"(^|/)(testing|testutils?|pytest_\w+|conftest|plugin|_pytest)(/|\.py|$)")
"""A package's own support for its users' tests, which may import what tests import."""


def mock_leakage(source: Source) -> Iterator[Hit]:
    """Yield mocks, stubs, imports of test utilities, and code that detects whether a test is running."""
    if _OWN_TESTING.search(source.path):
        return
    for node in source.nodes:
        yield from _import_hits(source, node)
        if isinstance(node, (FunctionNode, ast.ClassDef)) and _MOCK_NAMES.match(node.name):
            yield Hit("mock_in_production", node.lineno, f"{node.name} is named as a test double", node.end_lineno or 0)
        elif name := _stand_in_name(node):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"{name} is named as a test double")
        elif _detects_test_run(source, node) and not _detects_test_run(source, source.parents[node]):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), "behaves differently when a test is running")


def _import_hits(source: Source, node: ast.AST) -> Iterator[Hit]:
    for module in _imported_modules(node):
        if module.partition(".")[0] in source.path.split("/"):
            continue  # its own
        if _is_in(module, _MOCK_MODULES):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"imports {module}")
        elif _is_in(module, _TEST_MODULES) or _is_test_module(module):
            yield Hit("test_utility_import", getattr(node, "lineno", 0), f"imports {module}")


def _imported_modules(node: ast.AST) -> Iterable[str]:
    imported = imported_names([node])  # a package's own `tests` may be no tests
    others = (one for one in imported if not (one.level and one.top == "tests"))
    return dict.fromkeys(one.whole if one.module == "unittest" else one.module for one in others)


def _is_in(module: str, known: set[str]) -> bool:
    parts = module.split(".")
    return any(".".join(parts[:length]) in known for length in range(1, len(parts) + 1))


def _is_test_module(module: str) -> bool:
    parts = module.split(".")
    return parts[0] in ("tests", "test_utils", "conftest") or any(
        re.match(r"test_\w+$|conftest$", part) for part in parts
    )


def _detects_test_run(source: Source, node: ast.AST) -> bool:
    """Whether a node reads a test flag of the environment, `"pytest" in sys.modules`, or the runner in `sys.argv`."""
    if isinstance(node, ast.Call) and source.qualified(node.func) in ("os.getenv", "os.environ.get"):
        return bool(node.args) and _is_test_flag(node.args[0])
    if isinstance(node, ast.Subscript) and source.qualified(node.value) == "os.environ":
        return isinstance(node.ctx, ast.Load) and _is_test_flag(node.slice)
    if isinstance(node, ast.Compare) and isinstance(node.left, ast.Constant):
        places = {source.qualified(other) for other in node.comparators}
        return (node.left.value in _RUNNERS and "sys.modules" in places) or (
            "os.environ" in places and _is_test_flag(node.left)
        )
    if isinstance(node, (ast.Call, ast.Compare)):
        inside = list(ast.walk(node))
        named = any(isinstance(each, ast.Constant) and each.value in _RUNNERS for each in inside)
        return named and any(source.qualified(each) == "sys.argv" for each in inside if isinstance(each, ast.Attribute))
    return False


def _is_test_flag(value: ast.AST) -> bool:
    text = value.value if isinstance(value, ast.Constant) else None
    return isinstance(text, str) and (text in _PROBES or _TEST_FLAGS.fullmatch(text) is not None)


def _stand_in_name(node: ast.AST) -> str:
    """The name of a literal that is named mock, fake, stub or dummy data, "" for anything else."""
    if not (isinstance(node, ast.Assign) and isinstance(node.value, (ast.Dict, ast.List, ast.Tuple, ast.Call))):
        return ""
    return next((name for name in map(dotted, node.targets) if _MOCK_VALUES.fullmatch(name)), "")
