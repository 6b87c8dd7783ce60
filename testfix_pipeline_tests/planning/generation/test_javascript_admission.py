"""The filter for tests of JavaScript, on real runs of node:test."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, Case, FrameworkInfo, Requirement
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import find_suites
from testfix_pipeline.planning.code_readers import surface_of
from testfix_pipeline.planning.generation.javascript.js_admission import drafts_tried
from testfix_pipeline.planning.generation.javascript.js_characterisation import characterise_javascript
from testfix_pipeline.planning.generation.javascript.js_observation import JsExample, observe_examples
from testfix_pipeline.planning.generation.javascript.js_rendering import JsDraft, render_tests
from testfix_pipeline.planning.generation.javascript.suite_style import JsTestStyle

SHOP = "// caf\xe9\nexports.twice = (a) => a * 2;\n"
FILE = "made.test.js"
IMPORTS = ("const { twice } = require('./shop.js');",)
RIGHT, WRONG = "assert.strictEqual(twice(3), 6);", "assert.strictEqual(twice(3), 7);"
NOT_WARM = "test.before(() => {});"
"""A hook of the function itself, which the warm process does not have."""
STYLE = JsTestStyle("node:test", "assert", is_module=False)
Noticing = Callable[..., list[JsDraft]]


@pytest.fixture
def shop(tmp_path: Path, node: str) -> tuple[TargetProject, Path]:
    """A project of node:test, and its tree."""
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "package.json").write_text('{"scripts": {"test": "node --test"}}')
    (tree / "shop.js").write_bytes(SHOP.encode("latin-1"))
    (tree / "own.test.js").write_text("require('node:test').test('own', () => {});\n")
    return TargetProject(Path(sys.executable), "ours", suites=find_suites(tree).suites), tree


@pytest.fixture
def noticed(shop: tuple[TargetProject, Path]) -> Noticing:
    """The drafts that were tried, of one test whose body is given."""
    target, tree = shop
    [routine] = surface_of("shop.js", SHOP)

    def tried(body: str, *before: str) -> list[JsDraft]:
        draft = JsDraft(routine, ("twice",), ["test('twice', () => {", f"  {body}", "});"], FILE)
        text = render_tests([draft], [*IMPORTS, *before], STYLE)
        return drafts_tried(target, tree, {FILE: text}, [draft], 120)

    return tried


@pytest.mark.parametrize("before", [(), (NOT_WARM,)])
def test_what_notices_a_mutation_says_so_and_a_comment_may_be_in_another_encoding(noticed: Noticing, before):
    [draft] = noticed(RIGHT, *before)
    assert draft.kills[:1] == ["shop.js:2 statement removed"]


@pytest.mark.parametrize("before", [(), (NOT_WARM,)])
def test_what_fails_without_a_mutation_counts_as_not_tried(noticed: Noticing, before):
    assert noticed(WRONG, *before) == []


def test_half_a_character_is_observed_as_an_escape_and_a_whole_one_as_it_is(shop: tuple[TargetProject, Path]):
    target, tree = shop
    examples = [JsExample("cut", call) for call in ("'\U0001f600'.slice(0, 1)", "'\U0001f600'.slice(0)")]
    found = observe_examples(target, tree, FILE, [], examples, STYLE, seconds=60)
    assert [one.value for one in found] == [r'"\ud83d"', "'\U0001f600'"]


def test_calls_that_requirements_show_are_pinned_where_the_code_agrees_and_said_where_not(
    shop: tuple[TargetProject, Path],
):
    target, tree = shop
    cases = [
        Case(given="as asked", expected=f"`twice({given})` is {value}", source=f"AC-{given}")
        for given, value in ((21, 42), (5, 11))
    ]
    wanted = Requirement(id="L1-1", file="shop.js", layer="L1", part="happy", target="twice", cases=cases)
    framework = FrameworkInfo(framework="node:test")
    analysis = Analysis(session_id="WFS-test-x", framework=framework, requirements=[wanted])
    made = characterise_javascript(target, tree, analysis, test_files=["own.test.js"], running=None, seconds=120)
    (text,) = made.files.values()
    assert "twice(21), 42" in text and "twice(5)" not in text
    assert [(one.criteria, one.kept, one.reason) for one in made.tests if one.expected_failure] == [
        (["AC-5"], False, "AC-5 says that twice(5) gives 11, but it gives 10")
    ]
