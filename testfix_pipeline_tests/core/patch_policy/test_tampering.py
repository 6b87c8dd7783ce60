import ast

import pytest

from testfix_pipeline.core.patch_policy.tampering import PATTERNS, Literal, added_tampering


def found(after: str, before: str = "", literals: set[Literal] | None = None) -> list[str]:
    return [one.rule for one in added_tampering(ast.parse(before), ast.parse(after), literals or set())]


def queue(size: str, added: str = "self.done = False", end: str = "self.done = True") -> str:
    """A queue whose size is `size`, which sets a flag at the end of its work."""
    return f"""class Queue:
    def __init__(self):
        self.jobs = []
        self.done = False
    @property
    def size(self):
        {size}
    def add(self, job):
        self.jobs.append(job)
        {added}
    def work(self):
        for job in self.jobs: job()
        {end}"""


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
    "tests_imported": ["import test_money", "from tests.test_money import CASES", "from .test_money import x"],
    "object_graph": [
        "object.__subclasses__()",
        "().__class__.__base__.__subclasses__()",
        "print.__self__",
        "f.__code__ = g",
        "import inspect\ninspect.getsource(f)",
        "from linecache import getlines",
    ],
    "native_code": ["import ctypes", "from posix import _exit"],
    "foreign_patch": [
        "import os\nos.write = f",
        "import json\njson.JSONEncoder.encode = f",
        "from json import JSONEncoder\nJSONEncoder.encode = f",
        "import os\nsetattr(os, 'wri' + 'te', f)",
        "import os\nvars(os)['write'] = f",
        "import os\nos.__dict__['write'] = f",
        "import os\nfor m in (os,):\n    setattr(m, 'write', f)",
        "import os\nsystem = os",
    ],
    "dynamic_import": [
        "import importlib\nimportlib.import_module(''.join(['a', 'b']))",
        "import importlib\nname = 'ba'[::-1]\nimportlib.import_module(name)",
        "import runpy",
        "import pkgutil\npkgutil.resolve_name('a:b')",
        "from pkgutil import resolve_name",
        "from importlib.util import spec_from_file_location\nspec_from_file_location('a', 'b')",
    ],
    "call_stack": [
        "import sys\nsys._getframe(1)",
        "import inspect\ninspect.stack()",
        "from traceback import extract_stack",
        "import gc\ngc.get_referrers(x)",
        "error.__traceback__.tb_frame.f_back",
        "f.__globals__",
        "import threading\nthreading.settrace(f)",
    ],
    "exit_hook": [
        "import atexit\natexit.register(f)",
        "from atexit import register\nregister(lambda: os.remove('x'))",
        "import atexit\ndef f():\n    open('x', 'w')\natexit.register(f)",
        "import atexit\n@atexit.register\ndef f():\n    sys.exit(0)",
        "import atexit\natexit._clear()",
    ],
    "test_environment": [
        "__testfix_seen__",
        "import builtins\nhasattr(builtins, '__testfix_value__')",
        "import builtins\nbuiltins.__testfix_holds__",
        "import os\nos.environ.get('PYTEST_CURRENT_TEST')",
        "x = b'PYTEST_XDIST_WORKER'",
        "x = 'PYT' + 'EST_CURRENT' + '_TEST'",
        "x = f'PYTEST_{y}'",
        "x = 'pytest11'",
        "if 'pytest' in sys.argv[0]:\n    x = 1",
        "open('/proc/self/mem')",
        "import sys\nsys.orig_argv",
        "if type(clock).__module__.startswith('test'):\n    x = 1",
        "x = 'test_' in f.__name__.lower()",
        "import re\nre.match(r'.*/tests/', f.__code__.co_filename)",
    ],
    "masked_state": [
        queue("return 0 if self.done else len(self.jobs)"),
        queue("if not self.done:\n            return len(self.jobs)\n        return 0"),
    ],
    "swallowed_assertion": [
        "try:\n    f()\nexcept (ValueError, AssertionError):\n    pass",
        "with suppress(AssertionError):\n    f()",
        "Failed = AssertionError",
    ],
    "builtins": [
        "import builtins\nbuiltins.len = f",
        "__builtins__['len'] = f",
        "del builtins.len",
        "import builtins\nsetattr(builtins, 'len', f)",
    ],
    "dynamic_code": [
        "exec('x')",
        "eval(y)",
        "run = eval",
        "compile(x, y, 'exec')",
        "import types\ntypes.FunctionType(x, y)",
    ],
}


@pytest.mark.parametrize(
    "source",
    [
        queue("return 0 if self.done else len(self.jobs)", added=""),
        queue("return 0 if self.done else len(self.jobs)", end="self.done = True; self.jobs = []; self.done = False"),
        queue("return 0 if self.done else len(self.jobs)", end="self.done = not self.done"),
        queue("return len(self.jobs) if self.done else 0"),
    ],
    ids=["for good", "while at work", "turned", "known later"],
)
def test_a_flag_that_says_something_itself_masks_no_state(source: str) -> None:
    assert found(source) == []


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
        "raise AssertionError('never')",
        "from math import *\nvars(x)\nvars()",
        "from . import pytest_helpers",
        "from .unittest import x",
        "try:\n    f()\nexcept ValueError:\n    pass\nexcept:\n    pass",
        "parser.skip()\nimport_module()\nimport_module('x')",
        "getattr(x, 'modules')\ngetattr(x)\nsetattr(x, 'y', 1)\nsetattr()",
        "re.compile('x')\nbuiltins.len(x)\nx.__test = 1",
        "f()().g\nx[0] = 1\nx = 1 + 2",
        "import sys\nsys.modules[__name__]\nsys.modules.get(f'{__package__}.x')\nsys.modules[type(self).__module__]",
        "import sys\nif __name__ in sys.modules:\n    pass",
        "import atexit\natexit.register(self.close)\natexit.register(lambda: self.close())",
        "import atexit\n@atexit.register\ndef f():\n    self.close()",
        "import importlib\nimportlib.import_module('.x', __package__)\nimportlib.import_module(f'{__package__}.x')",
        "import logging\nlogging.raiseExceptions = False\nimport sys\nsys.stdout = f",
        "import os\nos.environ['A'] = f()\nshow(os.path)",
        "class A(B):\n    def names(cls):\n        return cls.__subclasses__()",
        "'''Run the tests with pytest.'''",
        "import pkgutil\nfor found in pkgutil.iter_modules(__path__):\n    f(found.name)",
        "name.startswith('test')\nx = stage == 'test'\nf.__module__ == 'latest.attested'",
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


def test_a_table_of_nothing_but_the_tests_literals_is_special_casing() -> None:
    table = "known = {4: 'IV', 9: 'IX', 1994: 'MCMXCIV'}"
    literals: set[Literal] = {4, "IV", 9, "IX", 1994, "MCMXCIV"}
    assert found(table, literals=literals) == ["special_case"]
    assert found(table, literals=literals - {9}) == [], "it knows more than the tests"
    assert found("known = {4: 'IV', 9: 'IX'}", literals=literals) == [], "numbers and words that code knows by itself"


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


OLD = "import sys\ndef f(n):\n    return n // 50\n"


def branch(condition: str, before: str = OLD) -> str:
    """A patch that repairs `f` under a condition only."""
    return before.replace("    return", f"    if {condition}:\n        return -(-n // 50)\n    return")


@pytest.mark.parametrize(
    "condition",
    [
        "__debug__",
        "not sys.stdin.isatty()",
        "os.environ.get('STAGE') != 'live'",
        "time.time() < 1900000000",
        "not (sys.stdin and sys.stdin.isatty()) and n",
        "datetime.date.today().year < 2030",
        "Path('pyproject.toml').exists()",
    ],
)
def test_a_repair_for_the_surroundings_alone_is_refused(condition: str) -> None:
    assert found(branch(condition), OLD) == ["surroundings"]
    either = OLD.replace("return n // 50", f"return -(-n // 50) if {condition} else n // 50")
    assert found(either, OLD) == ["surroundings"]


@pytest.mark.parametrize(
    ("condition", "before"),
    [
        ("n > time.time()", OLD),
        ("Path(n).exists()", OLD),
        ("sys.version_info < (3, 12)", OLD),
        ("sys.platform == 'win32'", OLD),
        ("os.environ.get('STAGE') != 'live'", f"STAGE = 'live'\n{OLD}"),
        ("sys.stdin.isatty()", f"{OLD}    sys.stdout.isatty()\n"),
        ("__debug__", OLD.replace("n // 50", "n")),
    ],
)
def test_conditions_on_what_a_function_is_about_are_no_surroundings(condition: str, before: str) -> None:
    assert found(branch(condition, before), before) == []


def test_what_the_tests_name_is_what_they_are_about() -> None:
    after = ast.parse(branch("os.environ.get('STAGE') != 'live'"))
    assert added_tampering(ast.parse(OLD), after, (), {"live"}) == []


@pytest.mark.parametrize(
    ("source", "rules"),
    [
        ("known[12345] = 67890", ["special_case"]),
        ("for key, value in [(12345, 67890)]: known = value", ["special_case"]),
        ("sizes = [(12345, 3), (7, 67890)]", []),
        ("known = {}\nknown[12300 + 45] = 6789 * 10", ["special_case"]),
        ("def f(n):\n    return 67800 + 90 if n == 5 * 2469 else n", ["special_case"]),
        ("known[12345] = 67890\nknown[54321] = 9876", []),
        ("known = {54321: 9876}\nknown[12345] = 67890", []),
        ("known[n] = 67890", []),
        ("def f(n):\n    return 67800 + 91 if n == 5 * 2469 else n", []),
        ("def f(n):\n    return 67890 + (n - 12345) * 7 // 5", ["special_case"]),
        ("def f(n):\n    if n % 50:\n        return (n - 12345) * 7 + (67800 + 90)\n    return n", ["special_case"]),
        ("def f(n):\n    return 500 + (n - 12345) * 7 // 5", []),
        ("def f(n):\n    return 67890 + n * 7", []),
        ("def f(n):\n    return 67890 - 12345 + n", []),
        ("def f(n):\n    return (n - 12345) // 67890", []),
    ],
)
def test_entries_and_calculations_with_the_tests_constants_are_special_cases(source: str, rules: list[str]) -> None:
    assert found(source, literals={12345, 67890}) == rules
