"""What a verified change of JavaScript or TypeScript does beyond the tests."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.verification import behaviour_differences
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline_tests.frameworks.conftest import npm_modules

PACKAGE = '{"name": "shop", "type": "module", "scripts": {"test": "node --test"}}'
CODE = """\
const RATE = 1;

export class Item {
  constructor(name, each) {
    this.name = name;
    this.each = each;
  }
  cost(count) {
    return this.each * count * RATE;
  }
}

export function price(count, each) {
  const found = count + each;
  return found;
}

export const label = (item) => item.name;

export async function later(items) {
  return items.map((one) => one);
}
"""
FIXED = CODE.replace("count + each", "count * each")
CLAMPED = CODE.replace("count + each", "Math.min(count * each, 50)")
TESTS = """\
import test from 'node:test';
import assert from 'node:assert/strict';
import { Item, label, later, price } from './shop.js';

test('price', () => assert.equal(price(3, 5), 15));
test('two', () => assert.equal(price(2, 2), 4));
test('label', () => assert.ok(label(new Item('tea', 2))));
test('cost', () => assert.ok(new Item('tea', 2).cost(3) > 1));
test('later', async () => assert.equal((await later(['b', 'a'])).length, 2));
"""
FILES = {"package.json": PACKAGE, "shop.js": CODE, "shop.test.js": TESTS}
Changed = Callable[..., Verification]
pytestmark = pytest.mark.program("node")

contained = pytest.mark.bubblewrap
"""For calls that no test makes, which need a sandbox."""


@contained
def test_calls_that_come_to_something_else_are_shown(changed: Changed) -> None:
    found = changed(FILES, {"shop.js": CLAMPED})
    assert found.verdict == "verified" and found.calls_compared > 5, found.behaviour_note
    assert found.behaviour and all(one.before != one.after for one in found.behaviour)
    assert all(one.call.startswith("price(") and one.made_by == "us" for one in found.behaviour)


@contained
def test_what_only_looks_different_has_no_differences(changed: Changed) -> None:
    plain = FIXED.replace("  const found = count * each;\n  return found;", "  return each * count;")
    found = changed({**FILES, "shop.js": FIXED}, {"shop.js": plain})
    assert found.verdict == "verified" and found.calls_compared > 5 and not found.behaviour, found


@pytest.mark.parametrize(
    ("old", "new", "call", "before", "after"),
    [
        ("=> item.name", "=> item.name.toUpperCase()", "label(", "returns 'tea'", "returns 'TEA'"),
        ("RATE = 1", "RATE = 2", "Item.cost(3)", "returns 6", "returns 12"),
        ("items.map((one) => one)", "items.sort()", "later(", "returns [ 'b', 'a' ]", "returns [ 'a', 'b' ]"),
    ],
)
def test_calls_of_passing_tests_that_change_are_shown_though_the_tests_do_not_mind(
    changed: Changed, old: str, new: str, call: str, before: str, after: str
) -> None:
    found = changed(FILES, {"shop.js": FIXED.replace(old, new)})
    assert found.verdict == "verified"
    [mine] = [one for one in found.behaviour if one.made_by == "a test"]
    assert mine.call.startswith(call) and mine.before == before and mine.after.startswith(after), found.behaviour


@contained
def test_an_endless_call_and_one_that_throws_are_behaviour(changed: Changed) -> None:
    strange = (
        "if (count === 0) for (;;);\n  if (each === '') throw new TypeError('none');\n  const found = count * each"
    )
    found = changed(FILES, {"shop.js": CODE.replace("const found = count + each", strange)})
    assert found.verdict == "verified"
    assert "does not end" in {one.after for one in found.behaviour}, found.behaviour


@contained
def test_what_a_call_writes_stays_in_the_copy(changed: Changed, tmp_path: Path) -> None:
    code = "import fs from 'node:fs';\nexport function keep(name) {\n  fs.writeFileSync(name, 'x');\n  return 0;\n}\n"
    tests = "import test from 'node:test';\nimport assert from 'node:assert';\nimport { keep } from './shop.js';\n"
    outside = tmp_path / "outside"
    tests += (
        f"test('keep', () => {{ let n = 1; try {{ n = keep({str(outside)!r}); }} catch {{}} assert.equal(n, 1); }});\n"
    )
    files = {"package.json": PACKAGE, "shop.js": code, "shop.test.js": tests}
    changed(files, {"shop.js": code.replace("return 0", "return 1")})
    assert not outside.exists() and not list(tmp_path.glob("outsid*"))


def test_only_calls_of_tests_are_made_where_nothing_contains_them(changed: Changed) -> None:
    found = changed(FILES, {"shop.js": CLAMPED}, sandbox={"mode": "off"})
    assert found.calls_compared and not found.behaviour


def test_where_there_is_no_time_it_says_so(changed: Changed, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(behaviour_differences, "MOST_SECONDS", 0.01)
    found = changed(FILES, {"shop.js": CLAMPED})
    assert found.verdict == "verified" and not found.calls_compared
    assert found.behaviour_note.startswith("There was no time to compare calls")


def test_a_call_that_needs_private_members_counts_for_nothing(changed: Changed) -> None:
    code = "export class Cart {\n  #all = [];\n  add(one) {\n    return this.#all.push(one) + 1;\n  }\n}\n"
    tests = "import test from 'node:test';\nimport assert from 'node:assert';\nimport { Cart } from './shop.js';\n"
    tests += "test('add', () => assert.equal(new Cart().add(1), 1));\ntest('new', () => new Cart());\n"
    files = {"package.json": PACKAGE, "shop.js": code, "shop.test.js": tests}
    found = changed(files, {"shop.js": code.replace(" + 1", "")})
    assert found.verdict == "verified" and not found.calls_compared
    assert found.behaviour_note == "The tests make no calls that can be repeated."


def test_two_functions_of_one_name_are_not_taken_for_each_other(changed: Changed) -> None:
    other = "export function price(text) {\n  return text.trim();\n}\n"
    tests = (
        TESTS + "import { price as clean } from './other.js';\ntest('clean', () => assert.equal(clean(' a '), 'a'));\n"
    )
    files = {**FILES, "other.js": other, "shop.test.js": tests}
    found = changed(files, {"shop.js": CLAMPED, "other.js": other.replace("text.trim()", "text.trim().trimEnd()")})
    assert found.verdict == "verified" and not any(one.call.startswith("price(") for one in found.behaviour)


TYPED = (
    "export class Money { constructor(readonly cents: number) {} }\n"
    "export const price = (count: number, each: Money): number => count + each.cents;\n"
)
CALLED = "\nit('price', () => { expect(price(3, new Money(5))).toBe(15); });\n"
HEADS = {
    "vitest": "import { expect, it } from 'vitest';\nimport { Money, price } from '../src/shop';",
    "jest": "const { Money, price } = require('../src/shop');",
    "mocha": "const { Money, price } = require('../src/shop');\nconst assert = require('assert');\n"
    "const expect = (is) => ({ toBe: (wanted) => assert.equal(is, wanted) });",
}
PLAIN = "class Money { constructor(cents) { this.cents = cents; } }\nmodule.exports = {\n  Money,\n"
PLAIN += "  price(count, each) {\n    return count + each.cents;\n  },\n};\n"


@pytest.mark.npm
@pytest.mark.parametrize("framework", list(HEADS))
def test_other_frameworks_commonjs_and_typescript(repository: Callable[..., Any], framework: str) -> None:
    modules = npm_modules()
    assert modules is not None
    repo = repository()
    (repo.root / "node_modules").symlink_to(modules.resolve())
    is_typed = framework == "vitest"
    code = TYPED if is_typed else PLAIN
    path = "src/shop.ts" if is_typed else "src/shop.js"
    test = "test/shop.test.ts" if is_typed else "test/shop.test.js"
    package = {"name": "shop", "scripts": {"test": framework}, "devDependencies": {framework: "*"}}
    files = {".gitignore": "node_modules\n", "package.json": json.dumps(package), path: code}
    repo.commit(**files, **{test: HEADS[framework] + CALLED})
    repo.write(path, code.replace("count + each.cents", "Math.min(count * each.cents, 50)"))
    found = verify({"project": str(repo.root)}, ChangeToVerify())
    assert found.verdict == "verified" and found.calls_compared > 3, found
    assert {one.before for one in found.behaviour} >= {"returns 5"}, found.behaviour
