"""Test files of JavaScript get one hook behind their imports, in their own way to import."""

import pytest

from testfix_pipeline.core.order_records import SharedState
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence.javascript_edits import (
    names_state,
    with_lines_before,
    with_restoration,
)

TONE = SharedState(name="process.env.TONE", restore=["delete process.env.TONE;"])
SEEN = SharedState(name="seen of src/a.js", save="[...seen]", restore=["seen.splice(0, seen.length, ...saved);"])
HOOK = "afterEach(() => {\n  delete process.env.TONE;\n});\n"


@pytest.mark.parametrize(
    ("framework", "before", "after"),
    [
        ("jest", "const a = require('./a');\n", f"const a = require('./a');\n\n{HOOK}"),
        ("vitest", "import {\n  test,\n} from 'vitest';\n",
         "import {\n  test,\n} from 'vitest';\nimport { afterEach } from 'vitest';\n\n" + HOOK),
        ("node:test", "const { test } = require('node:test');\n",
         "const { test } = require('node:test');\nconst { afterEach } = require('node:test');\n\n" + HOOK),
        ("mocha", "", f"\n{HOOK}"),
    ],
)  # fmt: skip
def test_a_hook_puts_the_state_back_after_each_test(framework: str, before: str, after: str) -> None:
    rest = "\ntest('one', () => { const text = `\nimport x from 'y';\n`; });\n"
    assert list(with_restoration("a.test.js", before + rest, framework, [TONE])) == [after + rest]


def test_a_suite_of_the_other_dialect_has_another_hook_and_pieces_have_names_of_their_own() -> None:
    [changed] = with_restoration("a.js", "suite('a', () => {});\n", "mocha", [TONE, SEEN])
    assert changed.startswith("\nconst saved2 = [...seen];\nteardown(() => {\n  delete process.env.TONE;\n")
    assert "seen.splice(0, seen.length, ...saved2);" in changed


def test_names_that_the_file_has_are_left_to_it() -> None:
    [changed] = with_restoration("a.test.js", "const saved = 1;\nconst saved2 = 2;\n", "jest", [SEEN])
    assert "const saved3 = [...seen];" in changed and "...saved3);" in changed


def test_what_the_framework_takes_back_itself_is_tried_first() -> None:
    text = "import { test, vi } from 'vitest';\ntest('a', () => { vi.useFakeTimers(); });\n"
    first, second = with_restoration("a.test.ts", text, "vitest", [TONE])
    assert "vi.useRealTimers();" in first and "TONE" in second


def test_state_that_no_statement_puts_back_gives_no_change() -> None:
    assert list(with_restoration("a.js", "test('a', () => {});\n", "jest", [SharedState(name="next of a.js")])) == []


def test_a_test_names_state_where_it_has_all_of_its_path() -> None:
    assert names_state("client.get = 1;", "client.get of src/a.js")
    assert not names_state("client.getAll = 1;", "client.get of src/a.js")


def test_a_test_begins_with_what_another_one_does_and_its_imports() -> None:
    source = (
        "const { expect } = require('chai');\nconst { all, add: put } = require('../src/plugins');\n\n"
        "describe('add', () => {\n  it('adds', () => {\n    const one = { name: 'plain' };\n    put('text', one);\n"
        "    expect(all).to.have.property('text');\n  });\n});\n"
    )
    text = (
        "const { expect } = require('chai');\nconst { find } = require('../src/plugins');\n\n"
        "describe('find', () => {\n  it('finds', () => {\n    expect(find('text')).to.be.ok;\n  });\n});\n"
    )
    test, setter = TestId("test/a.test.js::find::finds"), TestId("test/b.test.js::add::adds")
    assert with_lines_before(text, test, source, setter) == (
        "const { expect } = require('chai');\nconst { find } = require('../src/plugins');\n"
        "const { all, add: put } = require('../src/plugins');\n\n"
        "describe('find', () => {\n  it('finds', () => {\n    const one = { name: 'plain' };\n    put('text', one);\n"
        "    expect(find('text')).to.be.ok;\n  });\n});\n"
    )


def test_a_test_of_one_expression_gets_a_block_and_one_that_only_asserts_gives_nothing() -> None:
    text = "import { test } from 'node:test';\nimport { go, sum } from './a.mjs';\n\ntest('sums', () => sum(1));\n"
    source = text + "test('goes', () => {\n  go();\n  assert.ok(sum(2));\n});\ntest('is', () => assert.ok(sum));\n"
    test = TestId("a.test.mjs::sums")
    changed = with_lines_before(source, test, source, TestId("a.test.mjs::goes"))
    assert "test('sums', () => { go(); return sum(1); });\n" in changed
    assert with_lines_before(source, test, source, TestId("a.test.mjs::is")) == ""
