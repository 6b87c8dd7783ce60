"""Planning reads JavaScript and TypeScript as it reads Python: outlines, public surfaces, imports, conventions."""

from pathlib import Path

import pytest

from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.javascript.module_imports import Import, imports_of
from testfix_pipeline.planning.code_readers import outline_of, read_code, surface_of
from testfix_pipeline.planning.javascript_code.exported_names import exports_of
from testfix_pipeline.planning.project.files import walked_files
from testfix_pipeline.planning.project.survey import survey_files
from testfix_pipeline.planning.python_code.outline import SkippedBranch
from testfix_pipeline_tests.project_files import write_files

CART = """\
import { round } from './money.js';

/**
 * The price of all items.
 */
export function total(items: Item[], rebate = 0): number {
  if (rebate > 50) {
    throw new RangeError('too much');
  }
  let sum = 0;
  for (const item of items) {
    sum += item.price;
  }
  return round(sum);
}

export class Cart {
  #items = [];
  add(item) {
    this.last = item;
    return this;
  }
  get size() {
    return this.#items.length;
  }
  private hidden() {
    return 1;
  }
}
export const later = async (n) => n * 2;
function inner() {
  return 0;
}
"""


def test_the_ways_of_decisions_are_those_with_lines_of_their_own():
    found = outline_of("cart.ts", CART)
    assert found.branches == [range(8, 9), range(10, 11), range(12, 13)]
    passed = outline_of("a.js", "function f(x) {\n  if (x) {\n    x = 1;\n  }\n  return x;\n}\n")
    assert passed.branches == [range(3, 4), SkippedBranch(range(2, 3), range(3, 4))]
    other = outline_of("a.js", "function f(x) {\n  if (x) {\n    x = 1;\n  } else {\n    x = 2;\n  }\n}\n")
    assert other.branches == [range(3, 4), range(5, 6)]


def test_what_does_not_parse_says_so():
    assert "does not parse" in outline_of("a.ts", "function (").error
    assert surface_of("a.ts", "function (") == ()


def test_the_public_surface_is_what_the_module_exports():
    found = {one.name: one for one in surface_of("cart.ts", CART)}
    assert list(found) == ["total", "Cart.add", "Cart.size", "later"]
    total = found["total"]
    assert [(one.name, one.annotation, one.default) for one in total.parameters] == [
        ("items", "Item[]", ""),
        ("rebate", "", "0"),
    ]
    assert (total.returns, total.doc, total.limits) == ("number", "The price of all items.", ("rebate > 50",))
    [error] = total.raises
    assert (error.kind, error.message, error.condition, error.line) == ("RangeError", "too much", "rebate > 50", 8)
    assert [branch.does for branch in total.branches] == [
        "throws `new RangeError('too much')`",
        "does `sum += item.price`",
    ]
    assert found["Cart.add"].changes == ("this.last",)
    assert found["Cart.size"].is_property
    assert found["later"].is_async


@pytest.mark.parametrize(
    ("text", "names", "is_open"),
    [
        ("export const a = 1, b = 2;", {"a": "a", "b": "b"}, False),
        ("export { a as b }; const a = 1;", {"b": "a"}, False),
        ("export default function f() {}", {"default": "f"}, False),
        ("export * from './other.js';", {}, True),
        ("module.exports = { a, b: c };", {"a": "a", "b": "c"}, False),
        ("module.exports = { ...others };", {}, True),
        ("exports.a = function b() {};", {"a": "b"}, False),
        ("module.exports = f;", {"default": "f"}, False),
        ("module.exports = make();", {"default": "make"}, True),
    ],
)
def test_exports_are_read_from_both_kinds_of_modules(text, names, is_open):
    found = exports_of(parse("a.js", text))
    assert (found.names if "make" not in text else {"default": "make"}, found.is_open) == (names, is_open)


def test_imports_say_what_they_take():
    text = """\
import a, { b as c } from './x.js';
import type { T } from './types';
const { d, e: f } = require('../y');
const all = require('left');
const one = require('@own/pad/sub').g;
"""
    assert imports_of(parse("a.ts", text)) == [
        Import("./x.js", 1, (("default", "a"), ("b", "c"))),
        Import("../y", 3, (("d", "d"), ("e", "f"))),
        Import("left", 4, (("*", "all"),)),
        Import("@own/pad/sub", 5, (("g", "one"),)),
    ]
    assert [one.package for one in imports_of(parse("a.ts", text))] == ["", "", "left", "@own/pad"]


def test_a_survey_knows_what_files_of_the_project_import(tmp_path: Path):
    texts = {"src/a.ts": "import { b } from './b';\nimport pad from 'left-pad';\n", "src/b.ts": "export const b = 1;\n"}
    write_files(tmp_path, {**texts, "test/a.test.ts": "import '../src/a';\n"})
    found = survey_files(walked_files(tmp_path), ["b"])
    assert found.imports == {"src/a.ts": {"src/b.ts"}, "src/b.ts": set(), "test/a.test.ts": {"src/a.ts"}}
    assert found.external == {"left-pad": 1}
    assert found.scripts == []
    assert [one.path for one in read_code(tmp_path, ["src/a.ts", "gone.ts"])] == ["src/a.ts"]
