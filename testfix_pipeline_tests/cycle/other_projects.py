"""Small projects whose tests pytest does not run: node:test, and a shell script that writes TAP or JUnit XML."""

import json
from collections.abc import Mapping
from typing import Any

from testfix_pipeline_tests.cycle.projects import WORDS

CART = """\
'use strict';
const { round } = require('money');

function total(items) {
  let sum = 0;
  for (let i = 0; i < items.length; i++) sum += items[i].price * items[i].count;
  return round(sum);
}

function isFree(items) {
  return total(items) >= 100;
}

module.exports = { total, isFree };
"""
CART_TEST = """\
const { test, describe } = require('node:test');
const assert = require('node:assert');
const { total, isFree } = require('../cart.js');

const item = (price, count) => ({ price, count });
describe('total', () => {
  test('of nothing', () => assert.strictEqual(total([]), 0));
  test('of two', () => assert.strictEqual(total([item(2, 3), item(1, 1)]), 7));
});
test('free', () => assert.ok(isFree([item(60, 1), item(40, 1)])));
test('not free', () => assert.ok(!isFree([item(1, 1)])));
"""
MORE_CART_TESTS = """\
test('nearly free', () => assert.strictEqual(isFree([item(33, 3)]), false));
test('free of two', () => assert.strictEqual(isFree([item(30, 3), item(10, 1)]), true));
test('more than free', () => assert.strictEqual(isFree([item(40, 3)]), true));
"""
MONEY = {
    "node_modules/money/package.json": '{"name": "money", "version": "1.0.0", "main": "index.js"}',
    "node_modules/money/index.js": "module.exports = { round: (x) => Math.round(x * 100) / 100 };\n",
}
CART_BUGS = {"loop": ("i < items.length", "i < items.length - 1"), "limit": (">= 100", "> 100")}
TEST_SCRIPT = json.dumps({"name": "cart", "scripts": {"test": "node --test"}})

SUM = "add() {\n  echo $(($1 + $2))\n}\ntwice() {\n  echo $(($1 * 2))\n}\n"
SUM_BUGS = {"add": ("$1 + $2", "$1 - $2"), "twice": ("$1 * 2", "$1 * 3")}
TAP_TESTS = """\
. ./sum.sh
number=0
check() {
  number=$((number + 1))
  if [ "$2" = "$3" ]; then echo "ok $number - $1"; else echo "not ok $number - $1"; bad=1; fi
}
echo "TAP version 13"
echo "1..3"
check "adds" "$(add 2 3)" 5
check "adds nothing" "$(add 2 0)" 2
check "doubles" "$(twice 4)" 8
exit ${bad:-0}
"""


def buggy(text: str, bugs: Mapping[str, tuple[str, str]], *names: str) -> str:
    """A source with the bugs of these names."""
    for name in names:
        text = text.replace(*bugs[name])
    return text


def cart_files(*bugs: str) -> dict[str, str]:
    """A project of node:test, whose dependency git ignores."""
    source = buggy(CART, CART_BUGS, *bugs)
    return {
        "package.json": TEST_SCRIPT, ".gitignore": "node_modules\n", "cart.js": source, "test/cart.test.js": CART_TEST,
        **MONEY,
    }  # fmt: skip


def sum_files(*bugs: str) -> dict[str, str]:
    """A project in shell, whose tests write TAP to their output."""
    return {"sum.sh": buggy(SUM, SUM_BUGS, *bugs), "tests/run.sh": TAP_TESTS}


TAP = {"test_command": "sh tests/run.sh", "results": "stdout"}


def analysis(point: str, *causes: str) -> dict[str, Any]:
    """An answer that no rule refuses; one hypothesis per cause."""
    one = {"modification_points": [point], "affected_tests": [], "confidence_score": 0.9}
    return {
        "kind": "ok",
        "text": WORDS,
        "payload": {"hypotheses": [{**one, "root_causes": [cause], "approach": cause} for cause in causes]},
    }


def writes(**files: str) -> dict[str, Any]:
    """A worker that writes these files."""
    return {"files": files, "confidence": 0.9}


KINDS = ("TypeError", "RangeError", "SyntaxError")


def kind_files(*fixed: str) -> dict[str, str]:
    """A project of node:test with a module for each kind of error, of which those in `fixed` raise none.

    They are far apart in one file, so that fixes of several are merged line by line.
    """
    functions = [f"exports.{kind} = () => {{\n  {_line(kind, fixed)}\n}};\n" for kind in KINDS]
    tests = [f"test('{kind}', () => assert.strictEqual(kinds.{kind}(), 1));\n" for kind in KINDS]
    start = "const { test } = require('node:test');\nconst assert = require('node:assert');\n"
    also = "test('fine', () => assert.ok(kinds));\ntest('well', () => assert.ok(kinds));\n"
    return {
        "package.json": TEST_SCRIPT,
        "kinds.js": "\n\n\n\n".join(functions),
        "test/kinds.test.js": f"{start}const kinds = require('../kinds.js');\n{''.join(tests)}{also}",
    }


def _line(kind: str, fixed: tuple[str, ...]) -> str:
    return "return 1;" if kind in fixed else f"throw new {kind}('wrong');"


BANK = """\
package bank

import "errors"

// ErrPoor says that there is too little.
var ErrPoor = errors.New("poor")

// Account has money.
type Account struct{ cents int }

// Put adds.
func (a *Account) Put(cents int) { a.cents += cents }

// Take removes.
func (a *Account) Take(cents int) error {
	if cents >= a.cents {
		return ErrPoor
	}
	a.cents -= cents
	return nil
}
"""
BANK_TESTS = """\
package bank

import "testing"

func TestTake(t *testing.T) {
	a := &Account{10}
	if err := a.Take(4); err != nil || a.cents != 6 {
		t.Errorf("got %v and %d", err, a.cents)
	}
}

func TestTakeAll(t *testing.T) {
	a := &Account{10}
	if err := a.Take(10); err != nil {
		t.Errorf("got %v, want nil", err)
	}
}

func TestTakeMore(t *testing.T) {
	if err := (&Account{1}).Take(2); err != ErrPoor {
		t.Errorf("got %v", err)
	}
}
"""
BANK_FILES = {"go.mod": "module example.com/bank\n\ngo 1.21\n", "bank.go": BANK, "bank_test.go": BANK_TESTS}
