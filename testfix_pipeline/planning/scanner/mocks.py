"""mock_leakage: test code in production code."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import dotted
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_MOCKS = re.compile(r"(unittest\.mock|mock|pytest_mock|responses|requests_mock|httpretty|flexmock|doublex)(\..*)?")
_TEST_TOOLS = re.compile(
    r"(_?pytest|unittest|nose|hypothesis|factory_boy|faker|freezegun|testfixtures|tests|test_utils|conftest)(\..*)?|"
    r"(.*\.)?(test_\w+|conftest)(\..*)?"
)
_MOCK_NAMES = re.compile(
    r"(?i)^(mock|stub|spy|fake|dummy)(?=[A-Z_])\w*(service|client|repo|repository|api|data|response)s?$"
)
_MOCK_VALUES = re.compile(
    r"(?i)_?(mock|fake|stub|dummy)_\w*(data|users?|response|result|items?|rows?|client|service|records?|payload)s?"
)
"""Values that stand in for real ones, where they are literals."""
_TEST_FLAGS = re.compile(
    r"PYTEST_CURRENT_TEST|PYTEST_RUNNING|(?i:(is_|in_|running_)?(unit_?)?test(s|ing)?(_mode|_env|_run|_running)?|pytest\w*|running_tests)"
)
_RUNNERS = ("pytest", "py.test", "unittest")
_OWN_TESTING = re.compile(r"(^|/)(testing|testutils?|pytest_\w+|conftest|plugin|_pytest)(/|\.py|$)")
"""A package's own support for its users' tests, which may import what tests import."""


def mock_leakage(source: Source) -> Iterator[Hit]:
    """Yield mocks, stubs, imports of test utilities, and code that detects whether a test is running."""
    if _OWN_TESTING.search(source.path):
        return
    for node in source.nodes:
        yield from _import_hits(source, node)
        if name := _stand_in_name(node):
            last = getattr(node, "end_lineno", 0)
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"{name} is named as a test double", last)
        elif _detects_test_run(source, node) and not _detects_test_run(source, source.parents[node]):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), "behaves differently when a test is running")


def _import_hits(source: Source, node: ast.AST) -> Iterator[Hit]:
    imported = imported_names([node])  # a package's own `tests` may be no tests
    others = (one for one in imported if not (one.level and one.top == "tests"))
    for module in dict.fromkeys(one.whole if one.module == "unittest" else one.module for one in others):
        if module.partition(".")[0] in source.path.split("/"):
            continue  # its own
        if _MOCKS.fullmatch(module):
            yield Hit("mock_in_production", getattr(node, "lineno", 0), f"imports {module}")
        elif _TEST_TOOLS.fullmatch(module):
            yield Hit("test_utility_import", getattr(node, "lineno", 0), f"imports {module}")


def _stand_in_name(node: ast.AST) -> str:
    """The name of a function, class, literal or made object that is named as a test double; "" for anything else."""
    if isinstance(node, (FunctionNode, ast.ClassDef)):
        return node.name if _MOCK_NAMES.match(node.name) else ""
    if not (isinstance(node, ast.Assign) and isinstance(node.value, (ast.Dict, ast.List, ast.Tuple, ast.Call))):
        return ""
    return next((name for name in map(dotted, node.targets) if _MOCK_VALUES.fullmatch(name)), "")


def _detects_test_run(source: Source, node: ast.AST) -> bool:
    """Whether a node reads a test flag of the environment, `"pytest" in sys.modules`, or the runner in `sys.argv`."""
    if isinstance(node, ast.Call) and source.qualified(node.func) in ("os.getenv", "os.environ.get"):
        return bool(node.args) and _is_test_flag(node.args[0])
    if isinstance(node, ast.Subscript) and source.qualified(node.value) == "os.environ":
        return isinstance(node.ctx, ast.Load) and _is_test_flag(node.slice)
    if not isinstance(node, (ast.Call, ast.Compare)):
        return False
    inside = list(ast.walk(node))
    places = {source.qualified(each) for each in inside if isinstance(each, ast.Attribute)}
    if isinstance(node, ast.Compare) and "os.environ" in places and _is_test_flag(node.left):
        return True
    named = any(isinstance(each, ast.Constant) and each.value in _RUNNERS for each in inside)
    return named and ("sys.argv" in places or ("sys.modules" in places and isinstance(node, ast.Compare)))


def _is_test_flag(value: ast.AST) -> bool:
    text = value.value if isinstance(value, ast.Constant) else None
    return isinstance(text, str) and _TEST_FLAGS.fullmatch(text) is not None
