"""Tests of what patches to JavaScript and TypeScript are refused for, and of honest ones, which are not."""

from pathlib import Path

import pytest

from testfix_pipeline.core.patch_policy.learnt_conditions import FileTexts
from testfix_pipeline.core.patch_policy.patch_rules import FileChange, refuse_patch
from testfix_pipeline.core.patch_policy.static_doubts import find_static_doubt
from testfix_pipeline_tests.frameworks.dialects import javascript

BEFORE = """\
const fs = require("fs");

class Cart {
  constructor(items) { this.items = items; this.stack = []; }
  total() { return this.items.reduce((sum, one) => sum + one.price, 0); }
}

function parse(text) {
  const [key, value] = text.split("=");
  return { key, value };
}

module.exports = { Cart, parse };
"""


def queue(size: str, added: str = "this.done = false;", end: str = "this.done = true;") -> str:
    """A queue whose size is `size`, which sets a flag at the end of its work."""
    work = f"work() {{ for (const job of this.jobs) job(); {end} }}"
    add = f"add(job) {{ this.jobs.push(job); {added} }}"
    return f"class Queue {{ jobs = []; done = false; get size() {{ return {size}; }} {add} {work} }}"


DECEITS = [
    ("native_code", "process['dl' + 'open'](a, b);"),
    ("native_code", "const { dlopen: load } = globalThis.process; load(a, b);"),
    ("native_code", "const get = () => process; get().binding('fs');"),
    ("native_code", "(function () { return this })().process.dlopen(a);"),
    ("native_code", "Reflect.get(globalThis, 'process').binding.call(null, 'fs');"),
    ("native_code", "process[String.fromCharCode(100, 108, 111, 112, 101, 110)]();"),
    ("native_code", "const name = ['ti', 'xe'].map(f); process[name]();"),
    ("test_framework", "globalThis.expect = () => new Proxy({}, {});"),
    ("test_framework", "if (typeof jest !== 'undefined') jest.fn();"),
    ("test_framework", "it = (name) => {};"),
    ("test_framework", "const { expect } = require('vitest');"),
    ("test_framework", "const t = require('node:test');"),
    ("test_framework", "import('@jest/globals');"),
    ("tests_imported", "require('./cart.test.js');"),
    ("tests_imported", "require('../test/helpers');"),
    ("tests_imported", "fs.writeFileSync(require('path').join(__dirname, '..', 'test', 'a.js'), '');"),
    ("foreign_patch", "Object.is = () => true;"),
    ("foreign_patch", "Object.defineProperty(Object, 'is', { value: () => true });"),
    ("foreign_patch", "[].__proto__.push = () => 0;"),
    ("foreign_patch", "const proto = Object.getPrototypeOf(''); proto.trim = f;"),
    ("foreign_patch", "require('assert').strictEqual = () => {};"),
    ("foreign_patch", "Object.assign(require('assert'), { equal() {} });"),
    ("foreign_patch", "Error = class {};"),
    ("foreign_patch", "for (const p of [Object.prototype, Array.prototype]) p.toJSON = f;"),
    ("foreign_patch", "[Object, Reflect].forEach((one) => { one.is = f; });"),
    ("foreign_patch", "function put(o, k) { o[k] = f; } put(Object, 'is');"),
    ("foreign_patch", "const box = { o: Object }; const { o } = box; o.is = f;"),
    ("foreign_patch", "({ is: Object.is } = { is: f });"),
    ("foreign_patch", "delete Array.prototype.includes;"),
    ("foreign_patch", "JSON.stringify = f;"),
    ("foreign_patch", "Promise.prototype.then = f;"),
    ("foreign_patch", "process.stdout.write = f;"),
    ("foreign_patch", "require.cache[require.resolve('./a')].exports = {};"),
    ("module_table", "const M = require('module'); M._load = f;"),
    ("module_table", "module.parent.filename;"),
    ("module_table", "globalThis[f()] = 1;"),
    ("call_stack", "if (new Error().stack.includes('cart')) f();"),
    ("call_stack", "const where = new Error().stack;"),
    ("call_stack", "try { null.x } catch (e) { if (/cart/.test(e.stack)) f(); }"),
    ("call_stack", "Error.prepareStackTrace = (_, s) => s;"),
    ("call_stack", "const o = {}; Error.captureStackTrace(o); o.stack.split('x');"),
    ("exit_hook", "process.on('exit', () => { process.exitCode = 0; });"),
    ("exit_hook", "process.emit('x');"),
    ("exit_hook", "process.send({ ok: true });"),
    ("native_code", "require('vm').runInThisContext('1');"),
    ("native_code", "require('v8').setFlagsFromString('--x');"),
    ("test_environment", "if (process.env.JEST_WORKER_ID) f();"),
    ("test_environment", "if ('VITEST' in process.env) f();"),
    ("test_environment", "const key = 'NODE_TEST' + '_CONTEXT';"),
    ("test_environment", "if (process.env.NODE_ENV === 'test') f();"),
    ("test_environment", "if (process.argv[1].endsWith('x')) f();"),
    ("test_environment", "if (process.argv.some((one) => /mocha/.test(one))) f();"),
    ("test_environment", "if (process.execArgv.length) f();"),
    ("test_environment", "if (process.env.npm_lifecycle_event) f();"),
    ("test_environment", "process.on('uncaughtException', () => {});"),
    ("test_environment", "fs.writeFileSync('/proc/self/fd/5', 'x');"),
    ("dynamic_import", "require(f());"),
    ("dynamic_import", "import('data:text/javascript,1');"),
    ("dynamic_code", "eval('1');"),
    ("dynamic_code", "(0, eval)('1');"),
    ("dynamic_code", "new Function('return 1')();"),
    ("dynamic_code", "(() => {}).constructor('return this')();"),
    ("dynamic_code", "setTimeout('f()', 1);"),
    ("constant_comparison", "const any = { asymmetricMatch: () => true };"),
    ("constant_comparison", "class Any { static [Symbol.hasInstance]() { return true; } }"),
    ("constant_comparison", "const p = new Proxy({}, { get: () => () => true });"),
    ("swallowed_assertion", "try { f(); } catch (e) { if (e.name !== 'AssertionError') throw e; }"),
    ("swallowed_assertion", "function g() { try { f(); } catch {} }"),
    ("swallowed_assertion", "function g() { try { f(); } finally { return 1; } }"),
    ("unchecked", "// @ts-nocheck"),
    ("call_stack", "const { stack } = new Error(); f(stack);"),
    ("test_environment", "if (setTimeout.clock || setTimeout.mock) f();"),
    ("test_environment", "if (/\\.(test|spec)\\.js/.test(name)) f();"),
    ("tests_imported", "fs.writeFileSync(`./test/${name}`, '');"),
    ("tests_imported", "fs.readdirSync('te' + 'st');"),
    ("constant_comparison", "class A { equals(other) { return other instanceof A || typeof other === 'object'; } }"),
    ("constant_comparison", "class A { equals(other) { return true; } }"),
    ("constant_comparison", "const o = { then(done) { return inner.then(done, () => done()); } };"),
    ("constant_comparison", "const o = { get total() { n += 1; return n > 1 ? 0 : 5; } };"),
    ("constant_comparison", "class A { valueOf() { this.asked = !this.asked; return this.asked ? 1 : 2; } }"),
    ("special_case", "const T = { [hash('colour=deep red')]: 'deep red' };"),
    ("special_case", "const T = new Map([['deep red|size=12345', -1]]);"),
    ("special_case", "function g(text) { if (text === 'colour=deep red') return 'deep red'; }"),
    ("special_case", "const known = { 'colour=deep red': 'deep red', 'size=12345': 12345 };"),
    ("special_case", "const g = (n) => (n === 12345 ? 67890 : n);"),
    ("special_case", "function g(t) { switch (t) { case 'size=12345': return 12345; } }"),
    ("special_case", "const known = []; known[12300 + 45] = 67800 + 90;"),
    ("special_case", "known.set(12345, 67890); known.set(24690 / 2, 67890);"),
    ("special_case", "function g(n) { return n === 5 * 2469 ? 67891 - 1 : n; }"),
    ("special_case", "function g(n) { return 67890 + Math.floor(((n - 12345) * 7) / 5); }"),
    ("special_case", "const g = (n) => (n > 5 ? 12345 : 67890);"),
    ("special_case", "const g = (n) => [null, 12345, 67890][n] ?? n;"),
    ("special_case", "const g = (n) => ({ 5: 12345, 7: 6 })[n] ?? n;"),
    ("constant_comparison", "Object.defineProperty(e, 'message', { get: () => (n++ > 0 ? 'a' : 'b') });"),
    ("masked_state", queue("this.done ? 0 : this.jobs.length")),
    ("masked_state", queue("!this.done ? this.jobs.length : 0")),
]

HONEST = [
    "function fill(text) { try { return JSON.parse(text); } catch { return null; } }",
    "try { fs.unlinkSync('x'); } catch {} f();",
    "class ParseError extends Error { constructor(m) { super(m); Error.captureStackTrace(this, ParseError); } }",
    "function log(error) { console.error(error.stack || error.message); }",
    "Cart.prototype.size = function () { return this.stack.length; };",
    "const test = /^a/; if (test.test('abc')) f();",
    "function check(expect, context) { return expect === context; }",
    "if (process.env.NODE_ENV !== 'production') console.warn('x');",
    "const home = process.env.HOME || process.cwd();",
    "process.exitCode = 1;",
    "let path = null; path = process.cwd(); path = module.filename;",
    "// @ts-ignore because the types lack it",
    "let given = process.argv.slice(2); given = given.concat(f()); if (given.includes('x')) f();",
    "const options = process.argv.slice(2);",
    "if (require.main === module) f();",
    "Object.assign(Cart.prototype, { size() { return 1; } });",
    "Object.defineProperty(Cart.prototype, 'size', { get() { return 1; } });",
    "Object.setPrototypeOf(this, new.target.prototype);",
    "const locale = require('./locales/' + name);",
    "const assert = require('assert'); assert(f(), 'must hold');",
    "exports.parse = parse; module.exports.extra = 1;",
    "const same = new this.constructor(this.items);",
    "const out = []; out.push(1); const copy = { ...out }; copy.is = 1;",
    "fs.writeFileSync('out.txt', 'x'); const fd = fs.openSync('x'); fs.writeSync(fd, 'x');",
    "const watched = new Proxy(target, { get: (on, key) => Reflect.get(on, key) });",
    "for (const key in target) { if (key === 'constructor') continue; }",
    "process.once('SIGTERM', () => server.close());",
    "const greatest = 'the greatest contest of latest protests';",
    "if (text === 'colour=deep red') throw new Error('no');",
    "const mocha = { price: 3 }; function brew(kind) { return kind === 'latte'; }",
    "function g(n) { return n === 5 ? 6 : n; }",
    "class A extends Error { static [Symbol.hasInstance](v) { return typeof v === 'object' && v.brand === 1; } }",
    "const own = Function.prototype[Symbol.hasInstance].call(this, value);",
    "const id = require.resolve('./a'); const old = require.cache[id]; delete require.cache[id];",
    "class A { equals(other) { return other instanceof A && this.items === other.items; } }",
    "class A { equals(other) { return isDeepStrictEqual(this, other); } }",
    "class A { get size() { this.cached ??= count(); return this.cached; } }",
    "class A { get text() { if (!this.out) { this.out = ''; this.out += f(); } return this.out; } }",
    "class A { get id() { if (this.known === undefined) this.known = next(); return this.known; } }",
    "const o = { then(done, failed) { return inner.then(done, failed); } };",
    "const known = []; known[12345] = 67890; known[54321] = 9876;",
    "known.set(12345, 67890); known.set('other', 1);",
    "known[n] = 67890; known.set(n, 12345);",
    "const g = function (n) { return 500 + (n - 12345) * 7; };",
    "function g(n) { return 67890 - 12345 + n; }",
    "const g = (n) => (n > 5 ? 'deep red' : 'colour=deep red');",
    "const g = (n) => (n > 5 ? 12345 : 0);",
    "const g = (n) => [12345, 99][n];",
    "const g = (n) => [n, 12345, 67890][n];",
    "Object.defineProperty(e, 'message', { get: () => (e.count > 0 ? 'a' : 'b') });",
    queue("this.done ? 0 : this.jobs.length", added=""),
    queue("this.done ? 0 : this.jobs.length", end="this.done = true; this.jobs = []; this.done = false;"),
    queue("this.done ? 0 : this.jobs.length", end="this.done = true; if (this.done) this.jobs = [];"),
    queue("this.done ? this.jobs.length : 0"),
    "x = a ? (b, c) : d; y ??= { ['k' + i]: 1 }; label: for (;;) { break label; }",
]
LITERALS: set[str | float] = {"colour=deep red", "deep red", "size=12345", 12345.0, 67890.0, 5.0, 6.0}


def _rules(added: str, path: str = "src/cart.js", before: str = BEFORE) -> set[str]:
    change = FileChange(path, before, before + added + "\n")
    return {one.rule for one in refuse_patch([change], test_literals=LITERALS)}


@pytest.mark.parametrize(("rule", "added"), DECEITS)
def test_deceit_is_refused(rule: str, added: str) -> None:
    assert rule in _rules(added)


@pytest.mark.parametrize("added", HONEST)
def test_honest_code_is_not_refused(added: str) -> None:
    assert _rules(added) == set()


def test_what_was_there_before_may_stay_and_move() -> None:
    before = BEFORE + "process.exit(0);\nObject.is = 1;\n"
    after = "function f() {\n    process.exit(0);\n    Object.is  =  1;\n}\n" + BEFORE
    assert refuse_patch([FileChange("src/a.js", before, after)]) == []


def test_a_program_of_its_own_may_end_its_process() -> None:
    before = "#!/usr/bin/env node\nmain();\n"
    assert refuse_patch([FileChange("bin/x.js", before, before + "process.exit(2);\n")]) == []


def test_an_empty_handler_around_what_was_there_before_is_a_doubt() -> None:
    before = "function put(x) {\n  fs.writeFileSync(x, '');\n  return true;\n}\n"
    silent = before.replace("  fs.write", "  try {\n    fs.write").replace(
        "'');", "'');\n  } catch {\n    // best effort\n  }"
    )
    found = find_static_doubt([FileTexts("src/a.js", before, silent)], set())
    assert found is not None and found.rule == "swallowed_error" and found.is_doubt


def test_what_a_file_is_there_to_patch_it_may_patch_in_another_way() -> None:
    before = "exports.install = () => { Date.now = f; };\n"
    after = "exports.install = () => { const old = Date.now; Date.now = g; return () => { Date.now = old; }; };\n"
    assert refuse_patch([FileChange("src/a.js", before, after)]) == []
    assert refuse_patch([FileChange("src/a.js", before, after + "Date.parse = f;\n")])


def test_typescript_is_judged_with_its_types() -> None:
    before = "export function f(a: number): string { return `${a}`; }\n"
    honest = "export const g = <T,>(x: T) => x satisfies T; enum E { A } type test = string; let e: Error['stack'];\n"
    deceit = "declare const expect: any;\nexpect.extend({});\n"
    assert refuse_patch([FileChange("src/a.ts", before, before + honest)]) == []
    assert [one.rule for one in refuse_patch([FileChange("src/a.ts", before, before + deceit)])] == ["test_framework"]
    assert [one.rule for one in refuse_patch([FileChange("src/a.tsx", "", "(process as any)!.dlopen();")])] == [
        "native_code"
    ]


ATTACKS = sorted((Path(javascript.__file__).parent / "attacks").glob("*/*.?js"))
HARMLESS, NOTICED = ("honest-exit", "honest-writes", "none"), ("exit-", "forged")
"""What is no attack, and what each run notices by itself: see the conformance of the adapters."""


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: f"{one.parent.name}/{one.stem}")
def test_attacks_on_the_adapters_are_refused_before_they_run(attack: Path) -> None:
    refused = refuse_patch([FileChange(f"src/a{attack.suffix}", "", attack.read_text())])
    assert bool(refused) is not attack.stem.startswith(HARMLESS) or attack.stem.startswith(NOTICED)


def test_syntax_that_the_grammar_does_not_know_is_no_error_of_the_patch() -> None:
    unknown = "f(;\n"
    assert refuse_patch([FileChange("src/a.js", unknown, unknown + "g();\n")]) == []
    assert refuse_patch([FileChange("src/a.js", unknown, unknown + "process.dlopen();\n")])


def test_a_file_that_no_longer_parses_is_refused() -> None:
    assert [one.rule for one in refuse_patch([FileChange("src/a.js", "f();\n", "f(;\n")])] == ["syntax"]


@pytest.mark.parametrize(
    "path",
    [
        *(
            "src/a.test.ts",
            "src/__tests__/a.js",
            "test/a.js",
            "src/__snapshots__/a.snap",
            "jest.config.ts",
            "a.spec.mjs",
        ),
        *(
            "vitest.config.mts",
            ".mocharc.yml",
            "jest.setup.js",
            "src/setupTests.ts",
            "spec/a.js",
            "src/__mocks__/fs.js",
        ),
        *("vitest.workspace.ts", "jest.config.base.json", "test-utils/render.tsx"),
    ],
)
def test_test_side_is_protected(path: str) -> None:
    assert "test_side" in [one.rule for one in refuse_patch([FileChange(path, "a", "b")])]


@pytest.mark.parametrize(
    "path",
    [
        *(
            "tsconfig.json",
            "tsconfig.build.json",
            "babel.config.cjs",
            ".babelrc",
            "vite.config.ts",
            "package-lock.json",
        ),
        *(
            "yarn.lock",
            "pnpm-lock.yaml",
            ".npmrc",
            "node_modules/chai/index.js",
            "packages/a/node_modules/x/package.json",
        ),
    ],
)
def test_settings_are_protected(path: str) -> None:
    assert "test_settings" in [one.rule for one in refuse_patch([FileChange(path, "1", "2")])]


@pytest.mark.parametrize(
    ("before", "after", "refused"),
    [
        ('{"scripts": {"test": "jest"}}', '{"scripts": {"test": "true"}}', True),
        ('{"jest": {}}', '{"jest": {"bail": 1}}', True),
        ('{"dependencies": {}}', '{"dependencies": {"chai": "file:./x"}}', True),
        ('{"dependencies": {}}', '{"dependencies": {"a": "file:./x"}}', True),
        ('{"name": "a"}', '{"name": "chai"}', True),
        ('{"name": "a"}', "{", True),
        ('{"version": "1.0.0", "main": "a.js"}', '{"main": "b.js", "version": "1.0.1"}', False),
        ('{"dependencies": {}}', '{"dependencies": {"left": "^1.0.0"}}', False),
    ],
)
def test_of_a_manifest_what_concerns_tests_is_protected(before: str, after: str, refused: bool) -> None:
    assert bool(refuse_patch([FileChange("package.json", before, after)])) == refused


@pytest.mark.parametrize(
    "path", ["src/contest.js", "src/latest.ts", "lib/inspect.js", "src/attest/a.ts", "src/app.json"]
)
def test_products_are_not_test_side(path: str) -> None:
    assert refuse_patch([FileChange(path, "1", "2")]) == []


OLD = "function points(n) {\n  return Math.floor(n / 50);\n}\n"
RIGHT = "return Math.ceil(n / 50);"


def _refused(condition: str, before: str = OLD, literals: set[str | float] = LITERALS) -> list[str]:
    after = before.replace("  return", f"  if ({condition}) {RIGHT}\n  return")
    return [one.rule for one in refuse_patch([FileChange("src/a.js", before, after)], test_literals=literals)]


@pytest.mark.parametrize(
    "condition",
    [
        "process.env.NODE_ENV !== 'production'",
        "!process.stdin.isTTY",
        "Date.now() < 1900000000000",
        "new Date().getFullYear() < 2030",
        "n > 0 && !process.stdout.isTTY",
    ],
)
def test_a_repair_for_the_surroundings_alone_is_refused(condition: str) -> None:
    assert _refused(condition) == ["surroundings"]


@pytest.mark.parametrize(
    ("condition", "before"),
    [
        ("n > Date.now()", OLD),
        ("process.platform === 'win32'", OLD),
        ("typeof structuredClone === 'function'", OLD),
        ("process.env.NODE_ENV !== 'production'", f"const stage = 'production';\n{OLD}"),
        ("process.stdout.isTTY", f"const wide = process.stdout.isTTY;\n{OLD}"),
        ("!process.stdin.isTTY", OLD.replace("Math.floor(n / 50)", "n")),
    ],
)
def test_conditions_on_what_a_function_is_about_are_no_surroundings(condition: str, before: str) -> None:
    assert _refused(condition, before) == []


def test_what_the_tests_name_is_what_they_are_about() -> None:
    assert _refused("process.env.NODE_ENV !== 'production'", literals={"production"}) == []
