"""Changed tests of JavaScript and TypeScript have to notice what the old ones noticed, whatever they look like."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from testfix_pipeline.core.verification import Verification
from testfix_pipeline.repair.languages.javascript.answer_hooks import with_answer_hooks
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline_tests.frameworks.conftest import npm_modules
from testfix_pipeline_tests.steps.verification.conftest import Trick, joined, unnamed

pytestmark = pytest.mark.program("node")

BANK = """\
export class Account {
  #log = [];
  constructor(balance = 0) {
    this.balance = balance;
  }
  earn(amount) {
    this.balance += amount;
    this.#log.push(amount);
  }
  pay(amount) {
    if (amount > this.balance) throw new RangeError('not enough');
    this.balance -= amount;
  }
  get entries() {
    return this.#log.length;
  }
  static of(...amounts) {
    const account = new Account();
    amounts.forEach((one) => account.earn(one));
    return account;
  }
}

export function share(total, people) {
  const each = Math.floor(total / people);
  return Array.from({ length: people }, (_, place) => each + (place < total % people ? 1 : 0));
}

export const initials = (name) => name.split(' ').map((word) => word[0]).join('').toUpperCase();

export const scaledBy = (factor) => (value) => value * factor;

export async function receipt(account, name) {
  await null;
  if (!name) throw new TypeError('no name');
  return { name, balance: account.balance, lines: [`${name}: ${account.balance}`] };
}

export default function area(width, height = 1) {
  return side(width) * side(height);
}

export function side(length) {
  return Math.abs(length);
}

export function* squares(most) {
  for (let number = 1; number <= most; number++) yield number * number;
}
"""
HEAD = """\
import test from 'node:test';
import assert from 'node:assert/strict';
import area, { Account, initials, receipt, scaledBy, share, side, squares } from './bank.js';
"""
SHARE = "test('share', () => {\n  assert.deepEqual(share(7, 3), [3, 2, 2]);\n});\n"
INITIALS = "test('initials', () => {\n  assert.equal(initials('ada byron'), 'AB');\n});\n"
AREA = "test('area', () => {\n  assert.equal(area(-2, 3), 6);\n});\n"
SCALED = "test('scaled', () => {\n  assert.equal(scaledBy(3)(5), 15);\n});\n"
EARN = (
    "test('earn', () => {\n  const account = new Account();\n  account.earn(5);\n"
    "  assert.equal(account.balance, 5);\n});\n"
)
SQUARES = "test('squares', () => {\n  assert.deepEqual([...squares(3)], [1, 4, 9]);\n});\n"
PAY = """\
test('pay', () => {
  const account = new Account(5);
  account.pay(2);
  assert.equal(account.balance, 3);
  assert.throws(() => account.pay(4), { name: 'RangeError', message: /enough/ });
});
"""
ENTRIES = "test('entries', () => {\n  assert.equal(Account.of(1, 2).entries, 2);\n});\n"
RECEIPT = """\
test('receipt', async () => {
  assert.deepEqual(await receipt(new Account(4), 'tea'), { name: 'tea', balance: 4, lines: ['tea: 4'] });
  await assert.rejects(receipt(new Account(4), ''), TypeError);
});
"""
TESTS = "\n".join((HEAD, SHARE, INITIALS, AREA, SCALED, EARN, PAY, ENTRIES, SQUARES, RECEIPT))
PACKAGE = '{"name": "bank", "type": "module", "scripts": {"test": "node --test"}}'
FILES = {"package.json": PACKAGE, "bank.js": BANK, "bank.test.js": TESTS}

TAMPERINGS = {
    "the length alone": (
        SHARE,
        SHARE.replace("deepEqual(share(7, 3), [3, 2, 2])", "equal(share(7, 3).length, 3)"),
        "share(7, 3)",
    ),
    "one of several answers": (
        SHARE,
        SHARE.replace(
            "assert.deepEqual(share(7, 3), [3, 2, 2])", "assert.ok(['3,2,2', '3,3,1'].includes(String(share(7, 3))))"
        ),
        "share(7, 3)",
    ),
    "computed by what is tested": (AREA, AREA.replace("6)", "side(-2) * side(3))"), "side"),
    "computed when it is imported": (
        INITIALS,
        "const WANTED = initials('ada byron');\n" + INITIALS.replace("'AB'", "WANTED"),
        "initials('ada byron')",
    ),
    "in any case": (
        INITIALS,
        INITIALS.replace("initials('ada byron'), 'AB'", "initials('ada byron').toLowerCase(), 'ab'"),
        "initials('ada byron')",
    ),
    "errors are swallowed": (
        AREA,
        "test('area', () => {\n  try {\n    assert.equal(area(-2, 3), 6);\n  } catch {\n    // unstable\n  }\n});\n",
        "area(-2, 3)",
    ),
    "never awaited": (
        RECEIPT,
        RECEIPT.replace(
            "async () => {\n  assert.deepEqual(await receipt(new Account(4), 'tea')",
            "() => {\n  receipt(new Account(4), 'tea').then((is) => assert.deepEqual(is",
        ).replace(
            "lines: ['tea: 4'] });\n  await assert.rejects",
            "lines: ['tea: 4'] })).catch(() => {});\n  return assert.rejects",
        ),
        "receipt(",
    ),
    "any error": (PAY, PAY.replace("{ name: 'RangeError', message: /enough/ }", "Error"), "Account.pay(4)"),
    "any rejection": (RECEIPT, RECEIPT.replace("''), TypeError", "'')"), "receipt("),
    "what is left behind": (
        EARN,
        EARN.replace("assert.equal(account.balance, 5)", "assert.ok(account)"),
        "Account.earn",
    ),
    "a part of the object": (
        RECEIPT,
        RECEIPT.replace(
            "assert.deepEqual(await receipt(new Account(4), 'tea'), { name: 'tea', balance: 4, lines: ['tea: 4'] })",
            "assert.equal((await receipt(new Account(4), 'tea')).name, 'tea')",
        ),
        "receipt(",
    ),
    "what a returned function answers": (
        SCALED,
        SCALED.replace("assert.equal(scaledBy(3)(5), 15)", "assert.equal(typeof scaledBy(3)(5), 'number')"),
        "scaledBy",
    ),
    "what a getter answers": (ENTRIES, ENTRIES.replace("entries, 2", "balance, 3"), "Account."),
    "how many a generator gives": (
        SQUARES,
        SQUARES.replace("deepEqual([...squares(3)], [1, 4, 9])", "equal([...squares(3)].length, 3)"),
        "squares(3)",
    ),
    "behind an early return": (
        SHARE,
        SHARE.replace("() => {\n", "() => {\n  if (share(7, 3)) return;\n"),
        "share(7, 3)",
    ),
}


@pytest.mark.parametrize("tricks", joined(TAMPERINGS.values()), ids=lambda tricks: f"{len(tricks)} tricks")
def test_what_is_no_longer_noticed_is_named(tricks: list[Trick], changed: Callable[..., Verification]) -> None:
    after = TESTS
    for old, new, _ in tricks:
        assert old in after and old != new
        after = after.replace(old, new)
    found = changed(FILES, {"bank.test.js": after})
    assert (found.verdict, unnamed(tricks, found)) == ("not verified", [])
    assert not any("weakened" in reason for reason in found.verdict_with_reasons()[1])


HELPER = (
    "import assert from 'node:assert/strict';\n"
    "export const same = (is, wanted) => assert.deepStrictEqual(is, wanted);\n"
)
REFACTORINGS: dict[str, dict[str, str | None]] = {
    "assertions in a helper of another file": {
        "helpers.js": HELPER,
        "bank.test.js": TESTS.replace("assert.equal(", "same(")
        .replace("assert.deepEqual(", "same(")
        .replace(HEAD, HEAD + "import { same } from './helpers.js';\n"),
    },
    "a table of cases": {
        "bank.test.js": TESTS.replace(
            SHARE + "\n" + INITIALS,
            "const cases = [\n  ['share', () => share(7, 3), [3, 2, 2]],\n"
            "  ['initials', () => initials('ada byron'), 'AB'],\n];\n"
            "for (const [title, call, wanted] of cases) test(title, () => assert.deepEqual(call(), wanted));\n",
        )
    },
    "one test of several": {
        "bank.test.js": TESTS.replace(AREA, "")
        .replace(SCALED, "")
        .replace(
            EARN,
            "test('numbers', () => {\n  assert.equal(area(-2, 3), 6);\n  const thrice = scaledBy(3);\n"
            "  const got = thrice(5);\n"
            "  assert.strictEqual(got, 15);\n});\n" + EARN,
        )
    },
    "groups with a hook, and subtests": {
        "bank.test.js": TESTS.replace(HEAD, HEAD + "import { beforeEach, describe } from 'node:test';\n")
        .replace(
            PAY,
            "describe('paying', () => {\n  let account;\n  beforeEach(() => {\n    account = new Account(5);\n  });\n"
            "  test('less', () => {\n    account.pay(2);\n    assert.deepEqual(account.balance, 3);\n  });\n"
            "  test('too much', () => {\n    account.pay(2);\n"
            "    try {\n      account.pay(4);\n      assert.fail('paid');\n    } catch (error) {\n"
            "      assert.ok(error instanceof RangeError);\n      assert.match(error.message, /enough/);\n"
            "    }\n  });\n});\n",
        )
        .replace(
            INITIALS,
            "test('texts', async (t) => {\n"
            "  await t.test('initials', () => assert.equal(initials('ada byron'), 'AB'));\n});\n",
        )
    },
    "promises instead of await": {
        "bank.test.js": TESTS.replace(
            RECEIPT,
            "test('receipt of tea', () =>\n  receipt(new Account(4), 'tea').then(({ name, ...rest }) => {\n"
            "    assert.equal(name, 'tea');\n    assert.deepEqual(rest, { balance: 4, lines: ['tea: 4'] });\n  }));\n"
            "test('no name', async () => {\n  const failing = receipt(new Account(4), '');\n"
            "  await assert.rejects(() => failing, { name: 'TypeError' });\n});\n",
        )
    },
    "another file, another order, other names": {
        "bank.test.js": None,
        "tests/all.test.js": "\n".join(
            (
                HEAD.replace("./bank.js", "../bank.js"),
                RECEIPT.replace("'receipt'", "'writes receipts'"),
                ENTRIES,
                SQUARES,
                PAY,
                EARN,
                SCALED,
                AREA.replace("'area'", "'area of a rectangle'"),
                INITIALS,
                SHARE,
            )
        ),
    },
    "calls at the head of the file": {
        "bank.test.js": TESTS.replace(
            SHARE, "const shares = share(7, 3);\n" + SHARE.replace("share(7, 3)", "shares")
        ).replace(
            EARN,
            "let earner;\ntest.before(() => {\n  earner = new Account();\n  earner.earn(5);\n});\n"
            "test('earn', () => assert.equal(earner.balance, 5));\n",
        )
    },
    "more cases": {
        "bank.test.js": TESTS.replace("[3, 2, 2]);\n", "[3, 2, 2]);\n  assert.deepEqual(share(6, 2), [3, 3]);\n")
    },
}


@pytest.mark.parametrize("after", REFACTORINGS.values(), ids=REFACTORINGS)
def test_restructured_tests_are_verified(after: dict[str, str | None], changed: Callable[..., Verification]) -> None:
    found = changed(FILES, after)
    assert found.verdict == "verified", found.verdict_with_reasons()
    assert found.sharpness is not None and found.sharpness.noticed > 20 and not found.sharpness.lost


def test_generators_that_are_sent_to_run_as_they_are(changed: Callable[..., Verification]) -> None:
    saga = "export function* saga() {\n  const got = yield 'ask';\n  yield got * 2;\n  return got;\n}\n"
    head = (
        "import assert from 'node:assert/strict';\nimport test from 'node:test';\nimport { saga } from './saga.js';\n"
    )
    steps = "  assert.equal(talk.next().value, 'ask');\n  assert.equal(talk.next(4).value, 8);\n"
    end = "  assert.deepEqual(talk.next(), { value: 4, done: true });\n"
    begin = f"{head}test('saga', () => {{\n  const talk = saga();\n"
    files = {"package.json": PACKAGE, "saga.js": saga, "saga.test.js": f"{begin}{steps}{end}}});\n"}
    other = f"{begin}  const first = talk.next();\n{steps.replace('talk.next().value', 'first.value')}{end}}});\n"
    found = changed(files, {"saga.test.js": other})
    assert found.verdict == "verified", found.verdict_with_reasons()


def test_a_first_line_for_the_shell_stays_first() -> None:
    text = with_answer_hooks(JsSource("main.ts", b"#!/usr/bin/env node\nexport const f = (a: number) => a;\n")).text
    assert text.startswith("#!/usr/bin/env node\n// @ts-nocheck\nexport const f")


def test_another_input_is_for_a_person(changed: Callable[..., Verification]) -> None:
    other = TESTS.replace("share(7, 3), [3, 2, 2]", "share(8, 3), [3, 3, 2]")
    verdict, reasons = changed(FILES, {"bank.test.js": other}).verdict_with_reasons()
    assert verdict == "cannot tell" and "`share(7, 3)`" in " ".join(reasons), reasons


TYPED = """\
export type Line = { name: string; cents: number };

export abstract class Priced {
  constructor(protected readonly lines: Line[] = []) {}
  abstract label(): string;
  total(): number {
    return this.lines.reduce((sum, one) => sum + one.cents, 0);
  }
}

export class Cart extends Priced {
  label = (): string => `${this.lines.length} for ${this.total()}`;
  add<T extends Line>(line: T, count: number = 1): this {
    for (let n = 0; n < count; n++) this.lines.push(line);
    return this;
  }
}

export const isLine = (value: unknown): value is Line =>
  typeof value === 'object' && value !== null && 'cents' in value;
export function find(lines: Line[], name: string): Line;
export function find(lines: Line[], name: string): Line | undefined {
  return lines.find((one) => one.name === name);
}
"""
PLAIN = """\
class Cart {
  constructor(lines = []) { this.lines = lines; }
  total() { return this.lines.reduce((sum, one) => sum + one.cents, 0); }
  label() { return `${this.lines.length} for ${this.total()}`; }
  add(line, count = 1) { for (let n = 0; n < count; n++) this.lines.push(line); return this; }
}
const isLine = function (value) { return typeof value === 'object' && value !== null && 'cents' in value; };
module.exports = { Cart, isLine, find(lines, name) { return lines.find((one) => one.name === name); } };
"""
CASES = """\
const tea = { name: 'tea', cents: 250 };
describe('cart', () => {
  it('total', () => { expect(new Cart().add(tea, 2).total()).toBe(500); });
  it('label', () => { expect(new Cart().add(tea).label()).toBe('1 for 250'); });
  it('line', () => { expect(isLine(tea)).toBe(true); expect(isLine(null)).toBe(false); });
  it('find', () => { expect(find([tea], 'tea')).toBe(tea); });
});
"""
NICER = """\
const tea = { name: 'tea', cents: 250 };
const is = (got, wanted) => expect(got).toBe(wanted);
let cart;
beforeEach(() => { cart = new Cart(); });
it('total', () => { cart.add(tea, 2); is(cart.total(), 500); });
it('label', () => { is(cart.add(tea).label(), '1 for 250'); });
for (const [value, wanted] of [[tea, true], [null, false]]) it(`line ${wanted}`, () => { is(isLine(value), wanted); });
it('find', () => { is(find([tea], 'tea'), tea); });
"""
REQUIRED = "const { Cart, find, isLine } = require('../src/cart');\n"
HEADS = {
    "vitest": "import { beforeEach, describe, expect, it } from 'vitest';\n"
    "import { Cart, find, isLine } from '../src/cart';\n",
    "jest": REQUIRED,
    "mocha": REQUIRED + "const assert = require('assert');\n"
    "const expect = (is) => ({ toBe: (wanted) => assert.strictEqual(is, wanted) });\n",
}
TOTAL = "new Cart().add(tea, 2).total()"
EDITS = {
    "restructured": (CASES, NICER, "verified", "notice all"),
    "compared with itself": (
        f"expect({TOTAL}).toBe(500)",
        f"expect({TOTAL}).toBe({TOTAL})",
        "not verified",
        "total()`",
    ),
    "not null": (
        "expect(find([tea], 'tea')).toBe(tea)",
        "expect(find([tea], 'tea') !== null).toBe(true)",
        "not verified",
        "`find(",
    ),
    "computed by its data": ("toBe('1 for 250')", "toBe('1 for ' + tea.cents)", "verified", "notice all"),
}
EDITED = [("vitest", edit) for edit in EDITS] + [
    (framework, edit) for framework in ("jest", "mocha") for edit in ("restructured", "not null")
]


@pytest.mark.npm
@pytest.mark.parametrize(("framework", "edit"), EDITED)
def test_other_frameworks_commonjs_and_typescript(repository: Callable[..., Any], framework: str, edit: str) -> None:
    modules = npm_modules()
    assert modules is not None
    repo = repository()
    (repo.root / "node_modules").symlink_to(modules.resolve())
    suffix = "ts" if framework == "vitest" else "js"
    package = {"name": "shop", "scripts": {"test": framework}, "devDependencies": {framework: "*"}}
    files = {".gitignore": "node_modules\n", "package.json": json.dumps(package)}
    test = f"test/cart.test.{suffix}"
    files |= {f"src/cart.{suffix}": TYPED if suffix == "ts" else PLAIN, test: HEADS[framework] + CASES}
    repo.commit("before", **files)
    old, new, verdict, reason = EDITS[edit]
    assert old in CASES
    repo.write(test, HEADS[framework] + CASES.replace(old, new))
    found = verify({"project": str(repo.root)}, ChangeToVerify())
    said, reasons = found.verdict_with_reasons()
    assert said == verdict and reason in " ".join(reasons), reasons
    assert found.sharpness is not None and found.sharpness.noticed > 5


HALF = PLAIN.replace("class Cart {", "class Cart {\n  half(cents) { return cents; }\n  twice(cents) { return cents; }")
WHOLE = HALF.replace("twice(cents) { return cents", "twice(cents) { return 2 * cents")
RED = "it('half', () => { expect(new Cart().half(4)).toBe(2); });\n"
TWICE = "it('twice', () => { expect(new Cart().twice(4)).toBe(8); });\n"
BESIDE = {
    "prototype": ("Cart.prototype.half = (cents) => cents / 2;\n" + TWICE, "not verified", "only beside changed tests"),
    "object": ("it('own', () => { const cart = new Cart(); cart.half = () => 2; expect(cart.half(4)).toBe(2); });\n"
               + TWICE, "verified", "Still failing as before: test/cart.test.js::half"),
}  # fmt: skip


@pytest.mark.npm
@pytest.mark.parametrize("added", BESIDE.values(), ids=BESIDE)
def test_a_new_file_that_replaces_a_method_for_all_tests_is_not_verified(repository, added) -> None:
    modules = npm_modules()
    assert modules is not None
    repo = repository()
    (repo.root / "node_modules").symlink_to(modules.resolve())
    package = {"name": "shop", "scripts": {"test": "mocha"}, "devDependencies": {"mocha": "*"}}
    files = {".gitignore": "node_modules\n", "package.json": json.dumps(package), "src/cart.js": HALF}
    repo.commit("before", **files, **{"test/cart.test.js": HEADS["mocha"] + RED + TWICE})
    repo.write("src/cart.js", WHOLE)
    repo.write("test/a.test.js", HEADS["mocha"] + added[0])
    said, reasons = verify({"project": str(repo.root)}, ChangeToVerify()).verdict_with_reasons()
    assert said == added[1] and added[2] in " ".join(reasons), reasons


SHOP = """\
export const LIMIT = 3;
export class Basket {
  static currency = 'EUR';
}
export const total = (prices) => prices.reduce((sum, one) => sum + one, 0);
export async function* evens(most) {
  for (let at = 0; at < most; at++) yield at * 2;
}
export function steps(most) {
  var most = most ?? 2;
  return [1, 2, 3].slice(0, most);
}
"""
SHOP_TESTS = """\
import assert from 'node:assert/strict';
import test from 'node:test';
import * as shop from './shop.js';

test('all', async () => {
  assert.equal(shop.total([1, 2]), 3);
  assert.equal(shop.LIMIT, 3);
  assert.equal(shop.Basket.currency, 'EUR');
  const found = [];
  for await (const one of shop.evens(3)) found.push(one);
  assert.deepEqual(found, [0, 2, 4]);
  assert.deepEqual(shop.steps(), [1, 2]);
  assert.ok('Basket' in shop);
});
"""
SHOP_FILES = {"package.json": PACKAGE, "shop.js": SHOP, "shop.test.js": SHOP_TESTS}


def test_removed_assertions_are_missed_beside_one_that_stays(changed: Callable[..., Verification]) -> None:
    head, *_ = SHOP_TESTS.partition("  assert.equal(shop.LIMIT")
    found = changed(SHOP_FILES, {"shop.test.js": f"{head}  shop.evens;\n  shop.steps();\n}});\n"})
    sharp = found.sharpness
    assert found.verdict == "not verified" and sharp is not None and sharp.left_out == 2
    assert {one.call for one in sharp.lost} >= {"LIMIT", "currency", "evens(...)", "steps(...)"}
    assert sharp.unproved == ["shop.test.js:13: `assert.ok('Basket' in shop)`"]


def test_assertions_that_move_into_a_helper_are_not_missed(changed: Callable[..., Verification]) -> None:
    moved = SHOP_TESTS.replace("  assert.ok('Basket' in shop);\n", "")
    helper = "\nfunction same(found, wanted) {\n  assert.deepEqual(found, wanted);\n}\n"
    other = moved.replace("assert.equal(", "same(").replace("assert.deepEqual(", "same(") + helper
    found = changed({**SHOP_FILES, "shop.test.js": moved}, {"shop.test.js": other})
    assert found.verdict == "verified", found.verdict_with_reasons()
