"""A mistake that is written twice is fixed at both places, though the tests show it at one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from benchmarks.languages.trial import repair_request
from testfix_pipeline.repair.engine import repair
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.tree_sitter.language import repeated_edit
from testfix_pipeline.repair.model.edit import Edit, apply_spans

PACKAGE = '{"name": "count", "version": "1.0.0", "scripts": {"test": "node --test"}}'
COUNT = """\
function share(votes, count) {
  return votes / count.cast;
}

function passes(votes, count, least) {
  const enough = votes / count.cast >= least;
  return enough && count.cast > 0;
}

function turnout(count) {
  return count.cast / count.all;
}

function invalid(count) {
  return count.cast - count.valid;
}

module.exports = { share, passes, turnout, invalid };
"""
TESTS = """\
const test = require('node:test');
const assert = require('node:assert');
const { share, passes, turnout } = require('./count.js');

const count = { cast: 10, valid: 8, all: 40 };
const other = { cast: 20, valid: 10, all: 100 };
test('share', () => {
  assert.strictEqual(share(4, count), 0.5);
  assert.strictEqual(share(3, other), 0.3);
});
test('no votes', () => assert.strictEqual(share(0, other), 0));
test('passes', () => assert.strictEqual(passes(4, count, 0.05), true));
test('turnout', () => {
  assert.strictEqual(turnout(count), 0.25);
  assert.strictEqual(turnout(other), 0.2);
});
"""


def repeated(old: str, new: str, text: str = COUNT) -> str | None:
    """The text with the first `old` replaced, and the same elsewhere; None if there is no such place."""
    start = text.index(old)
    source = JsSource("count.js", text.encode())
    edit = Edit("count.js", start, start + len(old), new, "property.replaced", 0.5, source.line_at(start))
    found = repeated_edit(source, edit)
    assert found is None or found.repeats == len(found.more) > 0
    return apply_spans(text, found.spans) if found is not None else None


def test_an_edit_is_repeated_where_the_expression_around_it_is_the_same() -> None:
    assert repeated("cast", "valid") == COUNT.replace("votes / count.cast", "votes / count.valid")
    assert repeated("/", "*") == COUNT.replace("votes / count", "votes * count")
    assert repeated("count.all", "count.valid") is None, "what divides by it is written once"
    assert repeated("return votes", "return -votes") is None, "a statement is no expression"


def test_insertions_and_edits_of_several_places_are_not_repeated() -> None:
    source = JsSource("count.js", COUNT.encode())
    at = COUNT.index("cast")
    assert repeated_edit(source, Edit("count.js", at, at, "x", "a.b", 0.5, 2)) is None
    assert repeated_edit(source, Edit("count.js", at, at + 4, "x", "a.b", 0.5, 2, more=((0, 0, "y"),))) is None


def test_the_edit_at_both_places_comes_first(write: Callable[[Mapping[str, str]], Path], node: str) -> None:
    root = write({"package.json": PACKAGE, "count.js": COUNT, "count.test.js": TESTS})
    result = repair(repair_request(root, seconds=60.0, cores=1))
    best = result.patches[0]
    assert best.complete and best.files["count.js"] == COUNT.replace("votes / count.cast", "votes / count.valid")
    assert "at 2 places" in best.description
    alone = COUNT.replace("return votes / count.cast", "return votes / count.valid")
    assert any(one.files["count.js"] == alone for one in result.patches), "the edit that the tests need"
