"""A project in JavaScript is repaired with its own framework as the judge, and no model."""

from pathlib import Path

from testfix_pipeline.standalone.api import repair_project
from testfix_pipeline_tests.conftest import Repository

PACKAGE = '{"name": "cart", "version": "1.0.0", "scripts": {"test": "node --test"}}'
CART = """\
function total(items) {
  let sum = 0;
  for (const item of items) {
    sum += item.price * item.count;
  }
  return sum;
}

function discount(items, percent) {
  return (total(items) * (100 + percent)) / 100;
}

module.exports = { total, discount };
"""
TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { total, discount } = require('./cart.js');

const items = [{ price: 100, count: 2 }];
test('total', () => assert.strictEqual(total(items), 200));
test('discount', () => assert.strictEqual(discount(items, 20), 160));
test('no discount', () => assert.strictEqual(discount(items, 0), 200));
"""


def test_a_wrong_operator_is_found_and_the_checkout_stays_as_it_was(write, node) -> None:
    root = write({"package.json": PACKAGE, "cart.js": CART, "cart.test.js": TESTS})
    report = repair_project(root, seconds=240, cores=1, history=False)
    assert report.outcome == "fixed" and report.failing_after == 0
    patch = report.bugs[0].patch
    assert patch is not None and "100 - percent" in patch.diff
    assert (root / "cart.js").read_text() == CART


def test_a_recent_change_that_broke_a_test_is_undone(tmp_path: Path, node: str) -> None:
    right = CART.replace("(100 + percent)", "(100 - percent)")
    root = Repository(tmp_path / "cart")
    root.commit(**{"package.json": PACKAGE, "cart.js": right, "cart.test.js": TESTS})
    # nothing of this is in the search space: only the history knows it
    root.write("cart.js", right.replace("(total(items) * (100 - percent)) / 100", "Object.keys(items).join()"))
    report = repair_project(root.root, seconds=240, cores=1)
    patch = report.bugs[0].patch
    assert patch is not None and "+  return (total(items) * (100 - percent)) / 100;" in patch.diff


WALK = """\
function steps(stops) {
  return stops.slice(2).map((stop, at) => stop - stops[at]);
}

module.exports = { steps, longest: (stops) => Math.max(...steps(stops)), uphill: (stops) => steps(stops)[0] > 0 };
"""
WALK_TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { steps, longest, uphill } = require('./walk.js');

test('steps', () => assert.deepStrictEqual(steps([1, 2, 4]), [1, 2]));
test('longest', () => assert.strictEqual(longest([1, 2, 4, 9]), 5));
test('uphill', () => { if (!uphill([1, 5])) throw new Error('it goes down'); });
test('no step', () => assert.deepStrictEqual(steps([]), []));
"""


def test_one_bug_that_fails_tests_in_several_ways_is_repaired_once(write, node) -> None:
    root = write({"package.json": PACKAGE, "walk.js": WALK, "walk.test.js": WALK_TESTS})
    report = repair_project(root, seconds=240, cores=1, history=False)
    [bug] = report.bugs
    assert (report.outcome, report.failing_before) == ("fixed", 3)
    assert bug.patch is not None and len(bug.patch.flips) == 3 > len(bug.tests)
    assert "stops.slice(1)" in report.diff
