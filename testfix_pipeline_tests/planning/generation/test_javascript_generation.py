"""Characterisation tests of JavaScript and TypeScript: inputs, style, place, and what is withdrawn."""

import textwrap

import pytest

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.plan_records import GeneratedTest, Generation
from testfix_pipeline.planning.code_readers import surface_of
from testfix_pipeline.planning.generation.javascript.js_inputs import (
    MOST,
    argument_lists,
    interface_fields,
    mined_calls,
)
from testfix_pipeline.planning.generation.javascript.js_observation import JsExample, JsObservation
from testfix_pipeline.planning.generation.javascript.js_rendering import drafts_of, render_tests
from testfix_pipeline.planning.generation.javascript.suite_style import (
    JsTestStyle,
    import_lines,
    import_specifier,
    new_test_file,
    style_of,
)
from testfix_pipeline.planning.generation.withdrawal import (
    concerned_tests,
    source_of_test_file,
    spans_of_tests,
    with_file_texts,
    withdraw,
)
from testfix_pipeline.planning.javascript_code.code_mutations import JsMutation, mutations_of
from testfix_pipeline.planning.javascript_code.exported_names import Exports
from testfix_pipeline.repair.languages.javascript.source import JsSource


def lists(text: str, *mined: str) -> list[str]:
    [routine] = surface_of("a.ts", text)
    return argument_lists(routine, mined, interface_fields(parse("a.ts", text)))


def test_arguments_come_from_calls_types_comparisons_and_use():
    found = lists("export function f(n: number, text = 'x') { return n > 10 ? text : ''; }", "7, 'q'")
    assert found[:2] == ["7, 'q'", "3"]
    assert {"10", "9", "11", "3, 'x'"} <= set(found)
    assert {"'Hello World'", "''"} <= set(lists("export function f(a) { return a.trim(); }"))
    assert "[1, 2, 3]" in lists("export const f = (a) => a.map((x) => x);")
    assert lists("export const f = (a: 'left' | 'right') => a;") == ["'left'", "'right'"]
    item = "interface Item { name: string; price: number; note?: string }\n"
    assert "[{ name: 'ab', price: 3 }, { name: '', price: 0 }]" in lists(f"{item}export const f = (a: Item[]) => a;")
    fares = "const fares = { adult: 12, dog: 0 };\n"
    assert lists(f"{fares}export function f(kind: keyof typeof fares) {{ return fares[kind]; }}") == [
        "'adult'",
        "'dog'",
    ]
    assert lists("export const f = (a = false) => a;") == ["", "false", "true"]
    assert "'ab'" in lists("export const f = (a: Imported) => a;")
    assert len(lists("export const f = (a, b, c, d) => [a, b, c, d];")) == MOST


def test_a_title_says_the_first_results():
    [routine] = surface_of("a.js", "export function f(a) {}")
    found = [JsObservation(JsExample("f", f"f({n})"), str(n), is_plain=True) for n in range(9)]
    [draft] = drafts_of(routine, found, JsTestStyle("vitest", groups=True))
    assert draft.titles == ("f", "returns 0, 1, 2 and 2 more")
    assert len(draft.lines) == 7


def test_calls_are_taken_over_where_all_their_arguments_are_literals():
    trees = [parse("a.ts", "f(1, [{ a: -1 }]); new C('x'); m.f(x); f(`a`); f({ ...a });")]
    assert mined_calls(trees) == {"f": ["1, [{ a: -1 }]"], "C": ["'x'"]}


STYLES = {
    "vitest": ("vitest", 'import { it, expect } from "vitest";\nimport { a } from "../a";\nit("x", () => {});'),
    "jest": ("jest", "const { a } = require('../a');\ndescribe('x', () => { test('y', () => {}); });"),
    "mocha": ("mocha", "const { expect } = require('chai');\nit('x', () => { expect(1); });"),
    "node": ("node:test", "import test from 'node:test';\nimport { a } from '../a.js';\ntest('x', () => {});"),
}
IMPORTS = {
    "vitest": ['import { expect, it } from "vitest";'],
    "jest": [],
    "mocha": ["const { expect } = require('chai');"],
    "node": ["import { test } from 'node:test';", "import assert from 'node:assert/strict';"],
}


@pytest.mark.parametrize("name", STYLES)
def test_the_style_is_that_of_the_tests_there_are(name):
    framework, text = STYLES[name]
    assert style_of(framework, [text], is_module=False).imports == IMPORTS[name]


@pytest.mark.parametrize(
    ("source", "tests", "expected"),
    [
        ("src/cart.ts", ["test/cart.test.ts", "test/a.spec.ts"], "test/cart-characterisation.test.ts"),
        ("lib/a/b.js", ["lib/x/c.test.js", "lib/a/d.test.js"], "lib/a/b-characterisation.test.js"),
        ("index.js", ["test/byte-parse.js"], "test/index-characterisation.js"),
        ("a.js", [], "test/a-characterisation.test.js"),
    ],
)
def test_a_new_test_file_lies_and_is_named_as_its_neighbours(source, tests, expected):
    assert new_test_file(source, tests, set(tests)) == expected
    assert new_test_file(source, tests, {*tests, expected}) == expected.replace("isation", "isation2")


def test_what_is_tested_is_imported_as_neighbours_do():
    assert import_specifier("test/a.test.ts", "src/a.ts", JsTestStyle("vitest")) == "../src/a"
    assert import_specifier("test/a.test.ts", "src/a.ts", JsTestStyle("vitest", suffix=".js")) == "../src/a.js"
    assert import_specifier("a.test.js", "a.js", JsTestStyle("jest", is_module=False)) == "./a"
    assert import_specifier("a.test.js", "a.mjs", JsTestStyle("node:test")) == "./a.mjs"
    both = Exports({"default": "range", "b": "b"})
    lines = import_lines("a.test.js", "a.js", {"default", "b"}, both, JsTestStyle("node:test"))
    assert lines == ["import { b } from './a.js';", "import range from './a.js';"]


OBSERVED = [
    JsObservation(JsExample("f", "f(1)"), "2", is_plain=True),
    JsObservation(JsExample("f", "f([])"), "[]"),
    JsObservation(JsExample("f", "f(-1)"), error="RangeError", message="it's negative"),
    JsObservation(JsExample("f", "f(null)"), error="TypeError", message="Cannot read properties of null"),
]
RENDERED = {
    "expect": ["expect(f(1)).toBe(2);", "expect(f([])).toEqual([]);", 'expect(() => f(-1)).toThrow("it\'s negative");'],
    "chai": [
        "expect(f(1)).to.equal(2);",
        "expect(f([])).to.deep.equal([]);",
        'expect(() => f(-1)).to.throw("it\'s negative");',
    ],
    "assert": [
        "assert.strictEqual(f(1), 2);",
        "assert.deepStrictEqual(f([]), []);",
        "assert.throws(() => f(-1), { name: 'RangeError', message: \"it's negative\" });",
    ],
}


@pytest.mark.parametrize("assertions", RENDERED)
def test_values_and_own_errors_are_pinned_and_those_of_node_itself_are_not(assertions):
    [routine] = surface_of("a.js", "export function f(a) {}")
    style = JsTestStyle("mocha", assertions, groups=True)
    drafts = drafts_of(routine, OBSERVED, style)
    text = render_tests(drafts, ["import { f } from './a.js';"], style)
    assert [one.strip() for one in text.splitlines() if "f(" in one] == RENDERED[assertions]
    assert "null" not in text
    assert [draft.titles for draft in drafts] == [
        ("f", "returns 2 different results"),
        ("f", 'throws "it\'s negative"'),
    ]


FILE = """\
import { f } from './a';
describe('f', () => {
  it('a', () => {
    expect(f(1)).toBe(2);
  });
});
describe('g', () => {
  it('b', () => {
    expect(f(2)).toBe(4);
  });

  it('c', () => {
    expect(f(3)).toBe(6);
  });
});
"""


def test_tests_are_taken_out_of_their_file_with_groups_that_hold_no_other():
    names = ("f::a", "g::b", "g::c")
    tests = [GeneratedTest(name=name, file="a.test.ts", target="a.ts::f", kept=True) for name in names]
    made = Generation(files={"a.test.ts": FILE}, tests=tests)
    assert spans_of_tests(source_of_test_file("a.test.ts", FILE)) == {
        "a.test.ts::f::a": range(3, 6),
        "a.test.ts::g::b": range(8, 11),
        "a.test.ts::g::c": range(12, 15),
    }
    assert concerned_tests(source_of_test_file("a.test.ts", FILE), 9) == ["a.test.ts::g::b"]
    left = withdraw(made, {"a.test.ts::f::a": "wrong", "a.test.ts::g::b": "wrong"})
    group = FILE[FILE.index("describe('f'") : FILE.index("describe('g'")]
    test = "  it('b', () => {\n    expect(f(2)).toBe(4);\n  });\n"
    assert left.files["a.test.ts"] == FILE.replace(group, "").replace(test, "")
    assert [test.kept for test in left.tests] == [False, False, True]
    assert withdraw(made, {f"a.test.ts::{name}": "wrong" for name in names}).files == {}


def test_mutations_are_those_of_the_lines_that_are_asked_for():
    source = JsSource("a.js", b"const a = 1 + 2;\nif (!a) throw 3;\nf(a, 1);\n")
    assert [(one.kind, one.new) for one in mutations_of(source, range(2, 3))] == [
        ("guard removed", ";"), ("negation removed", "a"), ("number", "4"),
    ]  # fmt: skip
    [first] = [one for one in mutations_of(source, range(1, 2)) if one.kind == "arithmetic"]
    assert first.applied_to("const a = 1 + 2;") == "const a = 1 - 2;"


def test_a_mutation_that_can_not_be_read_is_known():
    assert not JsMutation("a.js", 0, 1, "const", "x", 1).parses("a = 1;")


def test_only_a_line_feed_ends_a_line():
    text = FILE.replace("expect(f(1))", "expect(f('\x85\u2028'))")
    tests = [GeneratedTest(name=name, file="a.test.ts", target="a.ts::f", kept=True) for name in ("f::a", "g::b")]
    made = Generation(files={"a.test.ts": text}, tests=tests)
    left = withdraw(made, {"a.test.ts::g::b": "wrong"}).files["a.test.ts"]
    test = "  it('b', () => {\n    expect(f(2)).toBe(4);\n  });\n"
    assert left == text.replace(test, "")
    assert with_file_texts(made, {"a.test.ts": text}).tests[1].source == textwrap.dedent(test)
