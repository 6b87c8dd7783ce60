"""AI-code issues of JavaScript and TypeScript: in sources, and in tests."""

import pytest

from testfix_pipeline.planning.scanner import scan
from testfix_pipeline.planning.scanner.javascript_antipatterns import javascript_anti_patterns

SOURCES = {
    "function f() {\n  // TODO\n}\n": ["todo_body"],
    "function f() { throw new Error('Not implemented yet'); }\n": ["not_implemented"],
    "try { f(); } catch (error) {}\n": ["empty_handler"],
    "try { f(); } catch {\n  // it may be gone\n}\n": [],
    "function f() {\n  return 1;\n  g();\n}\n": ["unreachable_code"],
    "function f() {\n  return g();\n  function g() {}\n}\n": [],
    "while (true) { g(); }\n": ["endless_loop"],
    "while (true) { if (g()) break; }\n": [],
    "const a = b as unknown as string;\n": ["double_cast"],
    "import { vi } from 'vitest';\nvi.fn();\n": ["unknown_package", "mock_in_production", "test_utility_import"],
    "const password = 'hunter2hunter2';\n": ["hardcoded_secret"],
    "eval(text);\n": ["code_from_input"],
    "execSync(`rm ${folder}`);\n": ["code_from_input"],
    "execSync('git status');\n": [],
    "pattern.exec(text);\n": [],
    "import { a, gone } from './own';\n": ["missing_name"],
    "import { a } from './own';\n": [],
    "import { a } from './gone';\n": ["missing_name"],
    "import { a } from 'left-padd';\n": ["unknown_package"],
    "import fs from 'node:fs';\n": [],
    "function (\n": ["syntax_error"],
}


@pytest.mark.parametrize(("text", "patterns"), SOURCES.items(), ids=range(len(SOURCES)))
def test_sources(tmp_path, text, patterns):
    (tmp_path / "own.ts").write_text("export const a = 1;\n")
    (tmp_path / "code.ts").write_text(text)
    found = scan(tmp_path, ["code.ts"], interpreter=None)
    assert sorted(one.pattern for one in found) == sorted(patterns), found
    assert all(one.file == "code.ts" and one.new for one in found)


def test_packages_that_are_declared_or_installed_above_are_known(tmp_path):
    root = tmp_path / "packages" / "shop"
    (root / "src").mkdir(parents=True)
    (tmp_path / "node_modules" / "hoisted").mkdir(parents=True)
    (root / "package.json").write_text('{"devDependencies": {"declared": "^1"}, "dependencies": []}')
    (root / "src" / "code.js").write_text("import 'declared';\nimport 'hoisted/x';\nimport 'left-padd';\n")
    found = scan(root, ["src/code.js"], interpreter=None, checkout=tmp_path)
    assert [(one.pattern, one.line) for one in found] == [("unknown_package", 3)]


def test_what_is_older_than_the_base_commit_is_not_new(tmp_path):
    (tmp_path / "code.js").write_text("eval(text);\neval(text);\n")
    found = scan(tmp_path, ["code.js"], interpreter=None, changed_lines={"code.js": {2}})
    assert [(one.line, one.new) for one in found] == [(1, False), (2, True)]


TESTS = {
    "test('a', () => { expect(f(1)).toBe(2); });": [],
    "test('a', () => {});": ["empty_test"],
    "test('a', () => { f(1); });": ["no_assertion"],
    "test('a', () => { expectSum(f(1)); });": [],
    "test('a', () => { expect(1).toBe(1); });": ["tautology"],
    "test.only('a', () => { expect(f(1)).toBe(2); });": ["focused_test"],
    "test.skip('a', () => { expect(f(1)).toBe(2); });": ["skip_without_reason"],
    "// needs the network\ntest.skip('a', () => { expect(f(1)).toBe(2); });": [],
    "describe.skip('a', () => { it('b', () => { expect(f(1)).toBe(2); }); });": ["skip_without_reason"],
    "test('a', async () => { expect(f(1)).resolves.toBe(2); });": ["missing_await"],
    "test('a', async () => { await expect(f(1)).resolves.toBe(2); });": [],
    "test('a', () => { return expect(f(1)).rejects.toThrow(); });": [],
    "test('a', async () => { assert.rejects(f(1)); });": ["missing_await"],
    "test('a', async () => { await Promise.all([expect(f(1)).resolves.toBe(2)]); });": [],
    "test('a', () => { expect(g(1)).toBe(2); });": ["never_exercises_subject"],
    "test.todo('a');": ["skip_without_reason"],
}


@pytest.mark.parametrize(("text", "patterns"), TESTS.items(), ids=range(len(TESTS)))
def test_tests(text, patterns):
    found = javascript_anti_patterns("a.test.ts", text, {"a": "f.ts::f"})
    assert [one.pattern for one in found] == patterns
    assert all(one.severity == "critical" and one.test.startswith("a.test.ts::a") for one in found)
