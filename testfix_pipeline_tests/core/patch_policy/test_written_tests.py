"""Which tests a change edits or removes, by the text of their files, in every language that has a reader."""

from typing import NamedTuple

import pytest

from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.written_tests import TestChange, WrittenTests, changed_tests

PYTHON = '''\
import pytest
from shop import total


def item(price):
    return {"price": price}


class TestTotal:
    def test_two(self):
        """Two items."""
        found = total([item(2), item(4)])
        assert found == 6  # euros


@pytest.mark.parametrize("n, want", [(1, 1), (2, 2)])
def test_each(n, want):
    with pytest.raises(ValueError):
        total(None)
    assert total([item(n)]) == want
'''
NODE = """\
const { test, describe } = require('node:test');
const assert = require('node:assert');
const { total } = require('../shop');

const item = (price) => ({ price });
describe('total', () => {
  test('two', () => {
    const found = total([item(2), item(4)]);
    assert.strictEqual(found, 6);
  });
});
"""
VITEST = """\
import { describe, expect, it } from 'vitest';
import { total } from '../shop';

const prices: number[] = [2, 4];
describe('total', () => {
  it('two', () => {
    expect(total(prices)).toBe(6);
  });
  it.each([[1, 1], [2, 2]])('of %i', (n, want) => {
    expect(total([n])).toEqual(want);
  });
});
"""
GO = """\
package shop

import "testing"

func TestTotal(t *testing.T) {
	cases := []struct{ price, want int }{
		{1, 1},
		{2, 2},
	}
	for _, c := range cases {
		if got := Total(c.price); got != c.want {
			t.Errorf("got %d", got)
		}
	}
}

func ExampleTotal() {
	fmt.Println(Total(3))
	// Output: 3
}
"""


class Edit(NamedTuple):
    """What is replaced by what in a file, and the kind of change that it is, "" for none."""

    path: str
    source: str
    old: str
    new: str
    kind: str = ""
    said: str = ""


P, J, V, G = ("test_shop.py", PYTHON), ("test/shop.test.js", NODE), ("test/shop.test.ts", VITEST), ("shop_test.go", GO)
PY, JS, TS, GO_ = "found == 6", "assert.strictEqual(found, 6)", "expect(total(prices)).toBe(6)", "got != c.want"
CASES = {
    "python: another value": Edit(*P, PY, "found == 7", "edited", "`assert found == 6` is changed or gone"),
    "python: anything": Edit(*P, PY, "found == ANY", "edited"),
    "python: a skip in it": Edit(*P, "        found =", "        pytest.skip()\n        found =", "edited", "skip"),
    "python: a marked class": Edit(*P, "class TestTotal", "@pytest.mark.skip\nclass TestTotal", "edited", "skip"),
    "python: a marked file": Edit(*P, "def item", "pytestmark = pytest.mark.xfail\n\ndef item", "edited", "xfail"),
    "python: gone": Edit(*P, "test_two", "two", "removed", "no test with its body"),
    "python: what is tested": Edit(*P, "found = total", "total = sum\n        found = total", "edited", "= sum"),
    "python: bound in an assertion": Edit(*P, "  # euros", "\n        assert (total := 1)", "edited"),
    "python: a helper": Edit(*P, '{"price": price}', '{"price": 0}', "edited", "What the tests share"),
    "python: a new fixture for all": Edit(
        *P, "class Test", "@pytest.fixture(autouse=True)\ndef none():\n    pass\n\n\nclass Test", "edited", "autouse"
    ),
    "python: a module is patched": Edit(*P, "class Test", "pytest.x = 1\n\n\nclass Test", "edited"),
    "python: a base of a class": Edit(*P, "TestTotal", "TestTotal(dict)", "edited", "dict"),
    "python: another module": Edit(*P, "from shop", "from fake_shop", "edited"),
    "python: other cases": Edit(*P, "(2, 2)", "(2, 3)", "edited"),
    "python: a message that does something": Edit(*P, PY, f"{PY}, item(3)", "edited"),
    "python: examples in a test": Edit(*P, "Two items.", ">>> 1", "edited"),
    "python: one more assertion": Edit(*P, "  # euros", "\n        assert found > 0"),
    "python: one more import": Edit(*P, "import total", "import mean, total"),
    "python: one more helper": Edit(*P, "class Test", "def more():\n    pass\n\n\nLIST = []\n\n\nclass Test"),
    "python: another layout": Edit(*P, '        """Two items."""\n', "\n        # two\n"),
    "python: renamed": Edit(*P, "test_two", "test_of_two"),
    "python: a new test": Edit(*P, "@pytest", "def test_new():\n    assert 1\n\n\n@pytest"),
    "python: a message": Edit(*P, PY, f'{PY}, "the sum"'),
    "node: truth": Edit(*J, JS, "assert.ok(found)", "edited"),
    "node: a constant": Edit(*J, JS, "assert(true)", "edited"),
    "node: itself": Edit(*J, JS, "assert.strictEqual(6, 6)", "edited"),
    "node: a bound": Edit(*J, JS, "assert(found > 5)", "edited"),
    "node: no assertion": Edit(*J, f"    {JS};\n", "", "edited"),
    "node: skip": Edit(*J, "test('two'", "test.skip('two'", "edited", "`skip`"),
    "node: only": Edit(*J, "test('two'", "test.only('two'", "edited", "`only`"),
    "node: todo": Edit(*J, "test('two', ", "test('two', { todo: true }, ", "edited", "`todo`"),
    "node: a skipped group": Edit(*J, "describe('total'", "describe.skip('total'", "edited", "`skip`"),
    "node: skip in it": Edit(*J, "() => {\n    const", "(t) => {\n    t.skip();\n    const", "edited", "`skip`"),
    "node: an early return": Edit(*J, "    const found", "    return;\n    const found", "edited"),
    "node: gone": Edit(*J, "test('two'", "later('two'", "removed"),
    "node: another value": Edit(*J, JS, "assert.strictEqual(found, 7)", "edited"),
    "node: another form": Edit(*J, JS, "assert(found === 6)", "edited"),
    "node: a helper": Edit(*J, "({ price })", "({ price: 0 })", "edited", "What the tests share"),
    "node: one more name": Edit(*J, "{ total }", "{ mean, total }"),
    "node: another layout": Edit(*J, f"{JS};", "\n      // euros\n      assert.strictEqual(\n        found, 6)"),
    "node: renamed": Edit(*J, "test('two'", "test('of two'"),
    "vitest: truth": Edit(*V, TS, "expect(total(prices)).toBeTruthy()", "edited"),
    "vitest: nothing": Edit(*V, TS, "expect(total(prices))", "edited"),
    "vitest: not": Edit(*V, TS, "expect(total(prices)).not.toBe(5)", "edited"),
    "vitest: anything": Edit(*V, TS, "expect(total(prices)).toEqual(expect.anything())", "edited"),
    "vitest: xit": Edit(*V, "it('two'", "xit('two'", "edited", "`skip`"),
    "vitest: another case": Edit(*V, "[2, 2]]", "[2, 3]]", "edited"),
    "vitest: one more case": Edit(*V, "[2, 2]]", "[2, 2], [3, 3]]"),
    "vitest: a hole in a case": Edit(*V, "[2, 2]]", "[, 2]]", "edited"),
    "vitest: a hole for a case": Edit(*V, "[[1, 1], [2, 2]]", "[, [2, 2]]", "edited"),
    "vitest: a hole in what they share": Edit(*V, "= [2, 4]", "= [, 4]", "edited"),
    "vitest: a comma at the end": Edit(*V, "= [2, 4]", "= [2, 4,]"),
    "vitest: a stand-in": Edit(*V, "const prices", "vi.mock('../shop');\nconst prices", "edited", "vi.mock"),
    "go: a bound": Edit(*G, GO_, "got < 0", "edited"),
    "go: never": Edit(*G, GO_, "false", "edited"),
    "go: no failure": Edit(*G, '\t\t\tt.Errorf("got %d", got)\n', "", "edited"),
    "go: skip": Edit(*G, "\tcases :=", '\tt.Skip("later")\n\tcases :=', "edited", "`Skip`"),
    "go: an early return": Edit(*G, "\tcases :=", "\treturn\n\tcases :=", "edited", "returns"),
    "go: gone": Edit(*G, "func TestTotal", "func testTotal", "removed"),
    "go: another output": Edit(*G, "Output: 3", "Output: 4", "edited"),
    "go: another case": Edit(*G, "{2, 2}", "{2, 3}", "edited"),
    "go: one more case": Edit(*G, "\t\t{2, 2},\n", "\t\t{2, 2},\n\t\t{3, 3},\n"),
    "go: a main of the tests": Edit(
        *G, "func ExampleTotal", "func TestMain(m *testing.M) { os.Exit(0) }\n\nfunc ExampleTotal", "edited", "TestMain"
    ),
    "go: one more import": Edit(*G, 'import "testing"', 'import (\n\t"os"\n\t"testing"\n)'),
    "go: another layout": Edit(*G, "\tfor _", "\t// each\n\tfor _"),
}  # fmt: skip


def _read(path: str, source: str) -> WrittenTests:
    language = language_of(path)
    found = language.written_tests(path, source) if language is not None else None
    assert found is not None
    return found


def _changes(edit: Edit) -> list[TestChange]:
    assert edit.source.count(edit.old) == 1
    after = _read(edit.path, edit.source.replace(edit.old, edit.new))
    return changed_tests(_read(edit.path, edit.source), after, [after])


@pytest.mark.parametrize("edit", CASES.values(), ids=CASES)
def test_a_change_of_a_test_has_a_kind(edit: Edit) -> None:
    found = _changes(edit)
    kinds = {one.kind for one in found}
    assert edit.kind in kinds if edit.kind else not kinds, found
    assert kinds <= {edit.kind, "edited"}, found
    assert not edit.said or any(edit.said in one.why for one in found), found


def test_a_test_that_moved_to_another_file_is_not_removed() -> None:
    before, nothing = _read(*P), WrittenTests()
    assert changed_tests(before, nothing, [before]) == []
    assert {one.kind for one in changed_tests(before, nothing, [])} == {"removed"}


def test_tests_of_the_same_title_are_distinguished() -> None:
    twice = NODE.replace("  test('two'", "  test('two', () => assert.ok(total([])));\n  test('two'")
    assert list(_read("a.test.js", twice).tests) == [("total", "two"), ("total", "two", "#2")]


@pytest.mark.parametrize("path", ["test_a.py", "a.test.js", "a.test.ts", "a_test.go"])
def test_a_file_that_has_no_tree_is_not_read(path: str) -> None:
    language = language_of(path)
    assert language is not None and language.written_tests(path, "def (((\n") is None


@pytest.mark.parametrize(
    ("path", "source", "is_setup"),
    [
        ("conftest.py", "", True), ("pytest.ini", "", False), ("test_a.py", "", False), ("jest.config.js", "", True),
        ("__mocks__/fs.js", "", True), ("a.test.js", "", False), ("__snapshots__/a.snap", "", False),
        ("a_test.go", "package a\n\nfunc TestMain(m *testing.M) {\n}\n", True), ("a_test.go", "package a\n", False),
    ],
)  # fmt: skip
def test_files_that_a_runner_uses_without_being_named(path: str, source: str, is_setup: bool) -> None:
    language = language_of(path)
    assert bool(language and language.is_runner_setup(path, source)) == is_setup


JS_HELPER = "export function near(a, b) {\n  return Math.abs(a - b) < 1; // close\n}\n"
GO_HELPER = "package a\n\nfunc near(a int, b int) bool {\n\treturn a-b < 1\n}\n"
LONG_SUM = f"X = {' + '.join('1' * 4000)}\n"
RUST = "#[test]\nfn two() {\n    assert_eq!(total(&[1, 1]), 2);\n}\n"


@pytest.mark.parametrize(
    ("path", "before", "after", "same"),
    [
        ("a.js", JS_HELPER, JS_HELPER.replace("(a, b)", "(\n  a,\n  b,\n)").replace(" // close", ""), True),
        ("a.js", JS_HELPER, JS_HELPER.replace("< 1", "< 2"), False),
        ("a.js", JS_HELPER, JS_HELPER.replace("return ", "return\n"), False),
        ("a.js", JS_HELPER, "/** @jest-environment jsdom */\n" + JS_HELPER, False),
        ("a.js", "const a = [1, ,];\n", "const a = [1];\n", False),
        ("a.js", "f(/ /);\n", "f(/  /);\n", False),
        ("a.js", "f(/a b/g);\n", "f( /a b/g );\n", True),
        ("a.tsx", "f(<p>{x} {y}</p>);\n", "f(<p>{x}{y}</p>);\n", False),
        ("a.js", JS_HELPER, "export function (", False),
        ("a_test.go", GO_HELPER, GO_HELPER.replace("\n\nfunc", "\n\n// near says it.\nfunc"), True),
        ("a_test.go", GO_HELPER, "//go:build linux\n\n" + GO_HELPER, False),
        ("tests/a.rs", RUST, RUST.replace("(total", "(\n        total").replace("2)", "2,\n    )") + "// done\n", True),
        ("tests/a.rs", RUST, RUST.replace(", 2)", ", 3)"), False),
        ("tests/a.rs", RUST, "/// ```\n/// panic!()\n/// ```\n" + RUST, False),
        ("conftest.py", "X = [1, 2]\n", "# two\nX = [\n    1,\n    2,\n]\n", True),
        ("conftest.py", "X = [1, 2]\n", "X = [1, 3]\n", False),
        ("conftest.py", LONG_SUM, LONG_SUM + "\n", False),
    ],
)
def test_files_that_differ_in_layout_and_comments_alone_have_the_same_tokens(path, before, after, same):
    language = language_of(path)
    tokens = [language.tokens(path, one) for one in (before, after)]
    assert (tokens[0] is not None and tokens[0] == tokens[1]) is same
