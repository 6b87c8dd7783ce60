import ast

import pytest

from testfix_pipeline.core.tampering import PATTERNS, Literal, added_tampering, constant_text


def found(after: str, before: str = "", literals: set[Literal] | None = None) -> list[str]:
    return [one.rule for one in added_tampering(ast.parse(before), ast.parse(after), literals or set())]


CASES = {
    "test_framework": [
        "import pytest",
        "import _pytest.reports as r",
        "from unittest import mock",
        "import importlib\nimportlib.import_module('_pytest' + '.runner')",
        "__import__('pytest')",
        "from importlib import import_module as load\nload('pytest')",
    ],
    "module_table": [
        "import sys\nsys.modules['a'] = 1",
        "import sys as s\ns.modules.update({})",
        "from sys import modules as m",
        "import sys\ngetattr(sys, 'mod' + 'ules')",
        "__import__('sys').modules",
        "import sys\nsys.meta_path.insert(0, x)",
        "from sys import *",
        "import sys\nvars(sys)['modules']",
        "import sys\nsys.__dict__",
    ],
    "call_stack": [
        "import sys\nsys._getframe(1)",
        "import inspect\ninspect.stack()",
        "from traceback import extract_stack",
        "import gc\ngc.get_referrers(x)",
    ],
    "exit_hook": ["import atexit", "from atexit import register", "atexit.register(f)"],
    "hard_exit": ["import os\nos._exit(0)", "from os import _exit"],
    "test_environment": [
        "import os\nos.environ.get('PYTEST_CURRENT_TEST')",
        "x = b'PYTEST_XDIST_WORKER'",
        "x = 'PYT' + 'EST_CURRENT' + '_TEST'",
        "x = f'PYTEST_{y}'",
        "x = 'pytest11'",
    ],
    "constant_comparison": [
        "class A:\n    def __eq__(self, other):\n        return True",
        "class A:\n    def __lt__(self, other):\n        if other:\n            return True\n        return True",
        "class A:\n    __eq__ = lambda self, other: True",
        "class A:\n    def __eq__(self, other):\n        return 1 == 1",
    ],
    "skip": ["raise SkipTest", "pytest.mark.xfail", "self.skipTest('x')", "__test__ = False"],
    "swallowed_assertion": [
        "try:\n    f()\nexcept AssertionError:\n    pass",
        "try:\n    f()\nexcept (ValueError, AssertionError):\n    pass",
    ],
    "builtins": [
        "import builtins\nbuiltins.len = f",
        "__builtins__['len'] = f",
        "del builtins.len",
        "import builtins\nsetattr(builtins, 'len', f)",
    ],
    "dynamic_code": ["exec('x')", "eval(y)"],
}


def test_each_pattern_has_a_case() -> None:
    assert set(CASES) == {name for name, _, _ in PATTERNS}


@pytest.mark.parametrize(("rule", "source"), [(rule, source) for rule, sources in CASES.items() for source in sources])
def test_added_patterns_are_found_and_old_ones_left(rule: str, source: str) -> None:
    assert rule in found(source)
    assert found(source, source) == []
    assert found(f"x = 1\nif x:\n{indented(source)}\n", source) == [], "re-indenting adds nothing"
    assert rule in found(f"{source}\n{source}", source), "a second one does"


def indented(source: str) -> str:
    return "\n".join(f"    {line}" for line in source.splitlines())


@pytest.mark.parametrize(
    "source",
    [
        "import os, sys\nsys.exit(1)\nos.path.join('a', 'b')",
        "class A:\n    def __eq__(self, other):\n        return self.x == other.x",
        "class A:\n    def __eq__(self, other):\n        raise NotImplementedError",
        "class A:\n    def __eq__(self, other):\n        return False",
        "class A:\n    def __eq__(self, other):\n        return",
        "from math import *\nvars(x)\nvars()",
        "class A:\n    __hash__ = lambda self: 1\n    x.y = lambda: True",
        "from . import pytest_helpers",
        "from .unittest import x",
        "try:\n    f()\nexcept ValueError:\n    pass\nexcept:\n    pass",
        "parser.skip()\nimport_module()\nimport_module(name)",
        "getattr(x, 'modules')\ngetattr(x)\nsetattr(x, 'y', 1)\nsetattr()",
        "re.compile('x')\nbuiltins.len(x)\nx.__test = 1",
        "f()().g\nx[0] = 1\nx = 1 + 2",
    ],
)
def test_ordinary_code_is_left_alone(source: str) -> None:
    assert found(source) == []


SPECIAL = [
    "def f(n):\n    if n == 1234:\n        return 5678\n    return n",
    "def f(n):\n    if n == 1234:\n        n = 5678\n    return n",
    "def f(n):\n    return 5678 if n == 1234 else n",
    "def f(n):\n    match n:\n        case 1234:\n            return 5678",
    "def f(n):\n    return {1234: 5678}[n]",
    "def f(n):\n    return {1234: 5678}.get(n, n)",
]


@pytest.mark.parametrize("source", SPECIAL)
def test_special_casing(source: str) -> None:
    assert found(source, literals={1234, 5678}) == ["special_case"]
    assert found(source, source, literals={1234, 5678}) == []
    assert found(source, literals={1234}) == [], "an input alone is no special-casing"


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    if n == 0:\n        return 1",
        "def f(m):\n    if m == 'ab':\n        return ''",
        "def f(m):\n    if m == 'strict':\n        return g(m)\n    return None",
        "def f(m):\n    if m == 'strict':\n        pass\n    match m:\n        case 'strict':\n            return",
        "x = {**y, 'strict': 1}[m]",
        "f('strict')('strict')",
    ],
)
def test_ordinary_branches(source: str) -> None:
    assert found(source, literals={0, 1, "ab", "", "strict", "12.5", 12.5}) == []


def test_lines_and_sentence() -> None:
    (one,) = added_tampering(ast.parse("x = 1"), ast.parse("x = 1\nimport pytest\nimport pytest\n"))
    assert one.lines == (2, 3) and one.reason == "The patch adds code that imports a test framework into the source."


def test_constant_text_of_other_nodes_is_empty() -> None:
    assert constant_text(ast.parse("x").body[0]) == "" and constant_text(ast.Constant(3)) == ""
