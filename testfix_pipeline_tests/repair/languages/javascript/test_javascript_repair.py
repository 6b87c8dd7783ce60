"""A project in JavaScript is repaired with its own framework as the judge, and no model."""

from collections.abc import Callable, Mapping
from pathlib import Path

from testfix_pipeline.standalone.api import repair_project

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


def test_a_wrong_operator_is_found_and_the_checkout_stays_as_it_was(
    write: Callable[[Mapping[str, str]], Path], node: str
) -> None:
    root = write({"package.json": PACKAGE, "cart.js": CART, "cart.test.js": TESTS})
    report = repair_project(root, seconds=240, cores=1, history=False)
    assert report.outcome == "fixed" and report.failing_after == 0
    patch = report.bugs[0].patch
    assert patch is not None and "100 - percent" in patch.diff
    assert (root / "cart.js").read_text() == CART
