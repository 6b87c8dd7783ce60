"""Templates for state that a change loses propose their examples, and nothing elsewhere."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

REDUCER = (
    "function f(state, action) {{\n"
    "  const line = state.lines.find((one) => one.id === action.id);\n"
    "  {0};\n"
    "  return {{ ...state, lines: [...state.lines] }};\n"
    "}}\n"
)
LOOP = "function f(xs) {{\n  for (const x of xs) {{\n    if (x.old) {0};\n  }}\n  return xs;\n}}\n"
HELD = (
    "class A {{\n"
    "  stage = 1;\n"
    "  held = 2;\n"
    "  hold() {{\n"
    "    {0}this.go(3);\n"
    "  }}\n"
    "  resume() {{\n"
    "    this.go({1});\n"
    "  }}\n"
    "}}\n"
)

EXAMPLES = [
    (
        "element.renewed",
        REDUCER.format("line.count += action.count ?? 1"),
        REDUCER.format(
            "state = { ...state, lines: state.lines.map((each) => "
            "(each === line ? { ...each, count: each.count + (action.count ?? 1) } : each)) }"
        ),
    ),
    (
        "element.renewed",
        LOOP.format("x.n = 0"),
        LOOP.format("xs = xs.map((each) => (each === x ? { ...each, n: 0 } : each))"),
    ),
    ("field.remembered", HELD.format("", "2"), HELD.format("this.held = this.stage;\n    ", "this.held")),
]


def _bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(("kind", "before", "after"), EXAMPLES)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    found = [text for name, text in proposed(before) if name == kind]
    assert _bare(after) in map(_bare, found)
    assert [text for text in found if not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    "text",
    [
        "function f() {\n  const x = all.find(g);\n  x.n += 1;\n}\n",  # no parameter holds the list
        "function f(xs) {\n  const x = make(xs);\n  x.n += 1;\n}\n",
        HELD.format("this.held = 4;\n    ", "2"),  # the field is used
    ],
)
def test_nothing_is_proposed_where_no_state_is_lost(text: str) -> None:
    assert {kind for kind, _ in proposed(text)}.isdisjoint({"element.renewed", "field.remembered"})
