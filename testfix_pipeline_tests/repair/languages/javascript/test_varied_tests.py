"""Tests are varied into inputs that no test has, which distinguish patches of a closure's code."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.languages.project_run import project_of
from benchmarks.languages.trial import repair_request
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.engine import repair
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.varied_tests import varied_tests
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.search.varied_behaviour import rows_of_varied_tests
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, FrameworkProcesses

TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { makeTill } = require('./till.js');

test('adds up', () => {
  const till = makeTill('café', [1, 2]);
  till.pay(5);
  till.pay(5);
  assert.strictEqual(till.sum(true), 10);
});
test('nothing', () => {
  assert.strictEqual(makeTill('x').sum(), 0);
});
"""


def variations(titles: list[list[str]]) -> list[str]:
    """The changed lines of each variation."""
    source = JsSource("till.test.js", TESTS.encode())
    old = TESTS.splitlines()
    found = list(varied_tests(source, titles))
    assert all(JAVASCRIPT.parses("till.test.js", one.text) for one in found)
    return [" ".join(line.strip() for line in one.text.splitlines() if line not in old) for one in found]


def test_literals_and_calls_are_varied_and_what_is_expected_is_not() -> None:
    found = variations([["adds up"]])
    assert "till.pay(5); till.pay(5);" in found, "a call made twice"
    assert "const till = makeTill('caf', [1, 2]);" in found
    assert "const till = makeTill('café', [2]);" in found
    assert "till.pay(6);" in found and "till.pay(6); till.pay(6);" in found, "in one place, and wherever it stands"
    assert "assert.strictEqual(till.sum(false), 10);" in found
    assert not any("), 11)" in one or "), 9)" in one for one in found), "what a test expects stays"
    assert not any("'adds u'" in one or "./till" in one for one in found)


def test_only_the_wanted_tests_are_varied() -> None:
    assert all("nothing" not in one and "makeTill('')" not in one for one in variations([["adds up"]]))
    assert "assert.strictEqual(makeTill('xx').sum(), 0);" in variations([["nothing"]])
    assert not variations([["of another file"]])


PACKAGE = '{"name": "till", "version": "1.0.0", "scripts": {"test": "node --test"}}'
TILL = """\
function makeTill(name, start) {
  let sum = 0;
  return {
    pay(amount) {
      if (amount < 0) {
        sum += amount;
      }
    },
    sum: () => sum,
  };
}

module.exports = { makeTill };
"""
TILL_TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { makeTill } = require('./till.js');

test('pays', () => {
  const till = makeTill('x');
  till.pay(5);
  assert.strictEqual(till.sum(), 5);
});
test('starts with nothing', () => {
  const till = makeTill('y');
  till.pay(0);
  assert.strictEqual(till.sum(), 0);
});
"""


@pytest.mark.bubblewrap
def test_patches_of_closures_are_distinguished_by_varied_tests(write, node) -> None:
    """No call of a closure can be recorded: what `pay(-5)` does only a varied test shows."""
    root = write({"package.json": PACKAGE, "till.js": TILL, "till.test.js": TILL_TESTS})
    result = repair(replace(repair_request(root, seconds=60.0, cores=1), after_first_seconds=4.0))
    patches = [one for one in result.patches if one.complete]
    assert {one.features["observed"] for one in patches} == {1.0}
    assert len({one.group for one in patches}) > 1, [one.diff for one in patches]
    assert any("till.test.js::" in one.call for one in result.differences)


COUNT = """\
function count(items) {
  let n = 0;
  for (const item of items) n += item.qty > 0 ? 1 : item.qty;
  return n;
}

module.exports = { count };
"""
COUNT_TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { count } = require('./count.js');

test('counts', () => assert.equal(count([{ qty: 2 }, { qty: 3 }]), 5));
test('counts one', () => assert.equal(count([{ qty: 1 }]), 1));
test('none', () => assert.equal(count([]), 0));
"""


@pytest.mark.bubblewrap
def test_doubtful_patches_are_compared_although_the_search_for_better_ones_takes_all_the_time(write, node) -> None:
    root = write({"package.json": PACKAGE, "count.js": COUNT, "count.test.js": COUNT_TESTS})
    result = repair(repair_request(root, seconds=12.0, cores=1))
    patches = [one for one in result.patches if one.complete]
    assert patches and {one.features.get("observed") for one in patches} == {1.0}


SPIN = """\
module.exports = async (n) => {
  if (n === 4) {
    await new Promise((done) => process.getBuiltinModule('fs').stat('.', done));
    for (;;) {}
  }
  return n + 1;
};
"""
SPIN_TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const spin = require('./spin.js');

test('wrong', async () => assert.strictEqual(await spin(8), 8));
test('right', async () => {
  assert.strictEqual(await spin(3), 4);
});
"""
WRONG, RIGHT = TestId("spin.test.js::wrong"), TestId("spin.test.js::right")


@pytest.mark.bubblewrap
def test_a_variation_that_costs_the_process_leaves_the_others(write, node) -> None:
    root = write({"package.json": PACKAGE, "spin.js": SPIN, "spin.test.js": SPIN_TESTS})
    patch = {"spin.js": SPIN.replace("n + 1", "n - -1")}
    processes = FrameworkProcesses(project_of(root), root, root.parent / "pristine", Clock(120.0))
    try:
        processes.measure(ExpectedOutcomes([WRONG], [RIGHT], {}))
        origins = {RIGHT: "near passing", WRONG: "near failing"}
        rows = list(rows_of_varied_tests(processes, [patch], origins, seconds=20.0))
    finally:
        processes.close()
    assert not any(row.call.endswith("right with 4 for 3") for row in rows)
    assert any(row.origin == "near failing" for row in rows) and all(row.under == (row.before,) for row in rows)
