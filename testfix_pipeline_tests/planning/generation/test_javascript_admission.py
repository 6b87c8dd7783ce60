"""The filter for tests of JavaScript, on real runs of node:test."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.planning.code_readers import surface_of
from testfix_pipeline.planning.generation.javascript.js_admission import notice
from testfix_pipeline.planning.generation.javascript.js_rendering import JsDraft, rendered
from testfix_pipeline.planning.generation.javascript.suite_style import JsTestStyle

SHOP = "// caf\xe9\nexports.twice = (a) => a * 2;\n"
FILE = "made.test.js"
IMPORTS = ("const { twice } = require('./shop.js');",)
RIGHT, WRONG = "assert.strictEqual(twice(3), 6);", "assert.strictEqual(twice(3), 7);"
NOT_WARM = "test.before(() => {});"
"""A hook of the function itself, which the warm process does not have."""
Noticing = Callable[..., list[JsDraft]]


@pytest.fixture
def noticed(tmp_path: Path, node: str) -> Noticing:
    """The drafts that were tried, of one test whose body is given."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "package.json").write_text('{"scripts": {"test": "node --test"}}')
    (tree / "shop.js").write_bytes(SHOP.encode("latin-1"))
    (tree / "own.test.js").write_text("require('node:test').test('own', () => {});\n")
    target = TargetProject(Path(sys.executable), "ours", suites=find_suites(tree).suites)
    [routine] = surface_of("shop.js", SHOP)

    def tried(body: str, *before: str) -> list[JsDraft]:
        draft = JsDraft(routine, ("twice",), ["test('twice', () => {", f"  {body}", "});"], FILE)
        text = rendered([draft], [*IMPORTS, *before], JsTestStyle("node:test", "assert", is_module=False))
        return notice(target, tree, {FILE: text}, [draft], 120)

    return tried


@pytest.mark.parametrize("before", [(), (NOT_WARM,)])
def test_what_notices_a_mutation_says_so_and_a_comment_may_be_in_another_encoding(noticed: Noticing, before):
    [draft] = noticed(RIGHT, *before)
    assert draft.kills[:1] == ["shop.js:2 statement removed"]


@pytest.mark.parametrize("before", [(), (NOT_WARM,)])
def test_what_fails_without_a_mutation_counts_as_not_tried(noticed: Noticing, before):
    assert noticed(WRONG, *before) == []
