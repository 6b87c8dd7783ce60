"""Changes that make a suite ask for less are never verified, whatever passes then."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline_tests.cycle.other_projects import CART, CART_TEST, cart_files
from testfix_pipeline_tests.frameworks.conftest import builds

SHOP = """\
def total(prices):
    return sum(prices[:-1])


def name(item):
    return item["name"]
"""
FIXED = SHOP.replace("[:-1]", "")
HELPERS = "def is_total(found, wanted):\n    assert found == wanted\n"
TESTS = """\
from shop import total
from tests.helpers import is_total


def test_two():
    is_total(total([2, 4]), 6)


def test_none():
    assert total([]) == 0
"""
NAMES = """\
from shop import name


def test_name():
    assert name({"name": "tea"}) == "tea"
"""
LOCAL = NAMES.replace("    assert name({", "    said = name({").replace(' == "tea"', '\n    assert said == "tea"')
RED = {"shop.py": SHOP, "tests/helpers.py": HELPERS, "tests/test_shop.py": TESTS, "tests/test_names.py": NAMES}
GREEN = {**RED, "shop.py": FIXED}
TWO, NONE, NAME = "tests/test_shop.py::test_two", "tests/test_shop.py::test_none", "tests/test_names.py::test_name"
DESELECT = (
    "def pytest_collection_modifyitems(items):\n    items[:] = [one for one in items if 'name' not in one.name]\n"
)
SKIP = """\
import pytest


def pytest_collection_modifyitems(items):
    for one in items:
        if "name" in one.name:
            one.add_marker(pytest.mark.skip)
"""
RUNS = """\
from shop import name, total


class Base:
    def run_case(self):
        assert name({}) == self.wanted


class TestPg(Base):
    wanted = "pg"

    def test_run(self):
        self.run_case()


def test_two():
    assert total([2, 4]) == 6
"""
MYSQL = '\n\nclass TestMysql(Base):\n    wanted = "my"\n\n    def test_run(self):\n        self.run_case()\n'
NEW = f"{TESTS}\n\ndef test_three():\n    assert total([1, 2, 3]) == 6\n"

HALF_RED = {
    "shop.py": f"{SHOP}\n\ndef double(price):\n    return price + price + 1\n",
    "tests/test_shop.py": TESTS.replace("import total", "import double, total")
    + """

def test_double():
    assert double(2) == 4
""",
    "tests/helpers.py": HELPERS,
}
DOUBLE = HALF_RED["shop.py"].replace(" + 1", "")
OWN = "\n\ndef test_more():\n    assert shop.double(5) == 10\n"
SUM = """\
import shop


def summed(prices):
    return 6 if prices else 0"""
BESIDE = "Fail on the changed code, and pass only beside changed tests"
HEAD = TESTS.partition("\n\n")[0]
TEST_TWO = "def test_two():\n    is_total(total([2, 4]), 6)\n\n\n"
FIXTURE = """\
import shop


@pytest.fixture
def free(monkeypatch):
    monkeypatch.setattr(shop, "double", lambda price: 0)
"""


class Case(NamedTuple):
    before: dict[str, str]
    after: dict[str, Any]
    verdict: str
    reason: str


CASES = {
    "an edited test that the changed code does not pass": Case(
        RED, {"shop.py": FIXED, "tests/test_shop.py": TESTS.replace(", 6)", ", 7)")},
        "not verified", f"fail on the changed code: {TWO}",
    ),
    "an edited test that passed, and fails": Case(
        GREEN, {"tests/test_shop.py": TESTS.replace("== 0", "== 1")},
        "not verified", f"fail on the changed code: {NONE}",
    ),
    "tests of unchanged files are skipped": Case(
        RED, {"shop.py": FIXED, "conftest.py": SKIP}, "not verified", f"{NAME} is skipped"
    ),
    "tests of unchanged files are left out": Case(
        RED, {"shop.py": FIXED, "conftest.py": DESELECT}, "not verified", f"{NAME} is removed"
    ),
    "settings leave tests of unchanged files out": Case(
        RED, {"shop.py": FIXED, "pytest.ini": "[pytest]\naddopts = --deselect tests/test_names.py::test_name\n"},
        "not verified", f"{NAME} is removed",
    ),
    "settings change": Case(
        RED, {"shop.py": FIXED, "pytest.ini": "[pytest]\naddopts = -q\n"}, "verified", "The changed tests notice all"
    ),
    "settings among those of a package change": Case(
        RED, {"shop.py": FIXED, "pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-q'\n"},
        "verified", "The changed tests notice all",
    ),
    "settings change, and no test notices anything": Case(
        {"shop.py": FIXED, "test_shop.py": "import shop\n\n\ndef test_it():\n    assert shop\n"},
        {"pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-q'\n"},
        "cannot tell", "pyproject.toml can change what every test asks for",
    ),
    "a helper asks for nothing": Case(
        RED, {"shop.py": FIXED, "tests/helpers.py": "def is_total(found, wanted):\n    pass\n"},
        "not verified", "`total([2, 4])` may",
    ),
    "as many assertions, which ask for less": Case(
        RED, {"shop.py": FIXED, "tests/test_shop.py": TESTS.replace(" == 0", " is not None")},
        "not verified", "instead of `0`: no test notices any more",
    ),
    "a failing test is added beside one with its body": Case(
        {"shop.py": SHOP, "tests/test_runs.py": RUNS}, {"shop.py": FIXED, "tests/test_runs.py": RUNS + MYSQL},
        "not verified", "fail on the changed code: tests/test_runs.py::TestMysql::test_run",
    ),
    "a failing test becomes two": Case(
        {"shop.py": SHOP, "tests/test_runs.py": RUNS},
        {"shop.py": FIXED, "tests/test_runs.py": RUNS.replace("TestPg", "TestPostgres") + MYSQL},
        "not verified", "fail on the changed code: tests/test_runs.py::TestPostgres::test_run",
    ),
    "a failing test has another name": Case(
        {"shop.py": SHOP, "tests/test_runs.py": RUNS},
        {"shop.py": FIXED, "tests/test_runs.py": RUNS.replace("TestPg", "TestPostgres")},
        "verified", "Newly passing, and none was lost: tests/test_runs.py::test_two",
    ),
    "a failing test is removed": Case(
        RED, {"shop.py": FIXED, "tests/test_shop.py": TESTS.replace("test_two", "two")}, "not verified",
        f"{TWO} is removed",
    ),
    "an edited test that says something else": Case(
        RED, {"shop.py": FIXED, "tests/test_shop.py": TESTS.replace("total([]) == 0", "total([1]) == 1")},
        "cannot tell", "No test sees any more what `total([])` comes to",
    ),
    "a test in other words, that asks for more": Case(
        {**RED, "tests/test_names.py": LOCAL},
        {"shop.py": FIXED, "tests/test_shop.py": TESTS.replace("== 0", "== 0, 'none'  # free"),
         "tests/test_names.py": f"{LOCAL.replace('said', 'found')}    found = 1\n    assert found\n"},
        "verified", f"Newly passing, and none was lost: {TWO}",
    ),
    "a test in other words that is patched before": Case(
        {**RED, "tests/test_names.py": LOCAL},
        {"shop.py": FIXED, "tests/test_names.py": LOCAL.replace("    said", "    name = dict.get\n    said")},
        "not verified", NAME,
    ),
    "added tests prove nothing": Case(
        GREEN, {"shop.py": FIXED.replace("sum(prices)", "sum(list(prices))"), "tests/test_shop.py": NEW},
        "cannot tell", "the added tests pass on the code before the change too",
    ),
    "an added test proves the change": Case(
        {**RED, "tests/test_shop.py": TESTS.replace("    is_total(total([2, 4]), 6)", "    is_total(total([]), 0)")},
        {"shop.py": FIXED,
         "tests/test_shop.py": NEW.replace("    is_total(total([2, 4]), 6)", "    is_total(total([]), 0)")},
        "verified", "Nothing was lost",
    ),
    "new helpers, data and cases": Case(
        RED, {"shop.py": FIXED, "tests/test_shop.py": NEW, "tests/data/prices.json": "[1, 2]", "tests/slow/conftest.py":
              "import pytest\n", "tests/slow/test_more.py": "def test_more():\n    assert 1\n"},
        "verified", f"Newly passing, and none was lost: {TWO}",
    ),
    "a new module stands before another one": Case(
        RED, {"shop.py": FIXED, "tests/shop.py": FIXED}, "not verified", "No test calls `name` any more"
    ),
    "a new test file replaces code of the program": Case(
        HALF_RED, {"shop.py": DOUBLE, "tests/test_a.py": f"{SUM}\n\nshop.total.__code__ = summed.__code__\n{OWN}"},
        "not verified", f"{BESIDE}: {TWO}",
    ),
    "a new test replaces a built-in function": Case(
        HALF_RED, {"shop.py": DOUBLE, "tests/test_a.py": f"import builtins\n\n{SUM}\n{OWN}    builtins.sum = summed\n"},
        "not verified", f"{BESIDE}: {TWO}",
    ),
    "an edited file replaces a function for another one": Case(
        {**HALF_RED, "tests/test_a.py": f"{SUM}\n{OWN}"},
        {"shop.py": DOUBLE, "tests/test_a.py": f"{SUM}\n\nshop.total.__globals__['sum'] = summed\n{OWN}"},
        "not verified", f"{BESIDE}: {TWO}",
    ),
    "a new test file makes one that can't be imported": Case(
        {**HALF_RED, "tests/test_b.py": "from shop import half\n\n\ndef test_half():\n    assert half(4) == 2\n"},
        {"shop.py": DOUBLE, "tests/test_a.py": f"import shop\n\nshop.half = lambda price: price / 2\n{OWN}"},
        "not verified", f"{BESIDE}: tests/test_b.py",
    ),
    "a failing test moves to a file that replaces the function": Case(
        HALF_RED,
        {"shop.py": DOUBLE, "tests/test_shop.py": HALF_RED["tests/test_shop.py"].replace(TEST_TWO, ""),
         "tests/test_a.py": f"import shop\n{HEAD}\n\ntotal = sum\n{OWN}\n\n{TEST_TWO}"},
        "cannot tell", f"{TWO} failed before and pass only as edited",
    ),
    "a new test file replaces what old tests check": Case(
        GREEN, {"tests/test_a.py": f"{SUM}\n\nshop.total = summed\n\n\ndef test_a():\n    assert 1\n"},
        "not verified", "No test sees any more what `total([2, 4])` comes to",
    ),
    "a new test file replaces what they do not": Case(
        {**GREEN, "shop.py": f"{FIXED}\n\ndef send(price):\n    raise OSError(price)\n"},
        {"tests/test_a.py": "import shop\n\nshop.send = len\n\n\ndef test_a():\n    assert shop.send([]) == 0\n"},
        "verified", "The changed tests notice all",
    ),
    "a new test replaces a function while it runs": Case(
        HALF_RED,
        {"shop.py": DOUBLE, "tests/conftest.py": f"import pytest\n{FIXTURE}",
         "tests/test_a.py": f"import shop\n\n\ndef test_free(free):\n    assert shop.double(2) == 0\n{OWN}"},
        "verified", f"Still failing as before: {TWO}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_weakened_suite_is_not_verified(case: Case, changed: Callable[..., Verification]) -> None:
    found = changed(case.before, case.after)
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == case.verdict and any(case.reason in reason for reason in reasons), reasons


NODE_CASES = {
    "repaired, with a new test": (f"{CART_TEST}test('of three', () => assert.strictEqual(total([item(3, 1)]), 3));\n",
                                  "verified", "Newly passing"),
    "asks for less": (CART_TEST.replace("assert.strictEqual(total([]), 0)", "assert.ok(total([]) < 1)"),
                      "not verified", "instead of `0`: no test notices any more"),
    "asks for nothing": (CART_TEST.replace("assert.strictEqual(total([]), 0)", "{}"),
                         "not verified", "No test sees any more what `total([])` comes to"),
    "skipped": (CART_TEST.replace("test('not free'", "test.skip('not free'"),
                "not verified", "test/cart.test.js::not free is skipped"),
    "the only one, for those who ask for it": (CART_TEST.replace("test('not free'", "test.only('not free'"),
                     "cannot tell", "can't be watched"),
    "red as edited": (CART_TEST.replace("), 7)", "), 8)"), "not verified", "fail on the changed code"),
}  # fmt: skip


@pytest.mark.parametrize("tests", NODE_CASES.values(), ids=NODE_CASES)
def test_a_weakened_suite_of_node_test_is_not_verified(tests, node, changed) -> None:
    files = cart_files("loop")
    found = changed(files, {"cart.js": CART, "test/cart.test.js": tests[0]})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == tests[1] and any(tests[2] in reason for reason in reasons), reasons


def test_a_helper_of_node_test_that_asserts_nothing_is_noticed(node: str, changed: Callable[..., Verification]) -> None:
    helper = "exports.same = (a, b) => require('node:assert').strictEqual(a, b);\n"
    tests = CART_TEST.replace("const item", "const { same } = require('./same.js');\nconst item")
    files = {**cart_files("loop"), "test/same.js": helper}
    files["test/cart.test.js"] = tests.replace("assert.strictEqual(", "same(")
    found = changed(files, {"cart.js": CART, "test/same.js": "exports.same = () => {};\n"})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == "not verified" and any("`total([])` may" in reason for reason in reasons), reasons


GO_CODE = "package shop\n\nfunc Total(a, b int) int {\n\treturn a - b\n}\n"
GO_TEST = """\
package shop

import "testing"

func TestTotal(t *testing.T) {
	if got := Total(2, 4); got != 6 {
		t.Errorf("got %d", got)
	}
}

func TestNone(t *testing.T) {
	if got := Total(0, 0); got != 0 {
		t.Errorf("got %d", got)
	}
}
"""
GO_CASES = {
    "repaired": (GO_TEST, "verified", "Newly passing, and none was lost: shop_test.go::TestTotal"),
    "asks for less": (GO_TEST.replace("got != 0", "got > 9"), "cannot tell",
                      "A person has to say: shop_test.go::TestNone is edited. It is not as it was: `if got"),
    "skipped": (GO_TEST.replace("\tif got := Total(0", '\tt.Skip("later")\n\tif got := Total(0'),
                "not verified", "shop_test.go::TestNone is skipped"),
    "red as edited": (GO_TEST.replace("got != 6", "got != 7"), "not verified", "fail on the changed code"),
}  # fmt: skip


@builds("go")
@pytest.mark.parametrize("tests", GO_CASES.values(), ids=GO_CASES)
def test_a_weakened_suite_of_go_is_not_verified(tests, changed) -> None:
    files = {"go.mod": "module example.org/shop\n\ngo 1.20\n", "shop.go": GO_CODE, "shop_test.go": GO_TEST}
    found = changed(files, {"shop.go": GO_CODE.replace("a - b", "a + b"), "shop_test.go": tests[0]})
    verdict, reasons = found.verdict_with_reasons()
    assert verdict == tests[1] and any(tests[2] in reason for reason in reasons), reasons
