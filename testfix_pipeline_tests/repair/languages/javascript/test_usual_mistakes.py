"""Templates for mistakes that programs of other people have propose their examples, and nothing elsewhere."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

WALK = "function f(o, path, other) {{\n  const next = o[path];\n{0}  return g(next);\n}}\n"

EXAMPLES = {
    "argument.order": [
        ("function f(xs) {\n  return xs.sort().map((x) => x.at);\n}",
         "function f(xs) {\n  return xs.sort((a, b) => a.at - b.at).map((x) => x.at);\n}"),
        ("function f(xs) {\n  return xs.sort().map((x) => x.at);\n}",
         "function f(xs) {\n  return xs.sort((a, b) => a.at.localeCompare(b.at)).map((x) => x.at);\n}"),
    ],
    "guard.missing": [(WALK.format(""), WALK.format("  if (next === undefined) return other;\n"))],
}  # fmt: skip
_CHANGES = [(kind, *one) for kind, examples in EXAMPLES.items() for one in examples]


def _bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(("kind", "before", "after"), _CHANGES)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    found = proposed(before)
    assert _bare(after) in {_bare(text) for name, text in found if name == kind}
    assert [text for name, text in found if name in EXAMPLES and not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("presence.there", "if (/a/.test(x)) f();"),
    ],
)
def test_a_template_proposes_nothing_for_other_code(kind: str, text: str) -> None:
    assert kind not in {name for name, _ in proposed(text)}


def test_the_likeliest_constants_of_all_places_come_before_others_of_one() -> None:
    found = [text for kind, text in proposed("f(20, 7, 900);") if kind == "literal.replaced"]
    assert found[:3] == ["f(21, 7, 900);", "f(20, 8, 900);", "f(20, 7, 901);"]


def test_a_related_method_of_dates_is_proposed() -> None:
    assert ("property.related", "x = d.getUTCDay();") in proposed("x = d.getUTCDate();")


def test_the_likeliest_operator_of_every_place_comes_before_others_of_one() -> None:
    found = [text for kind, text in proposed("x = a === 1 || b !== 2;") if kind == "operator.replaced"]
    assert found[:3] == ["x = a === 1 && b !== 2;", "x = a !== 1 || b !== 2;", "x = a === 1 || b === 2;"]
