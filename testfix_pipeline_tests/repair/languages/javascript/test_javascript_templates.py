"""Each template of JavaScript proposes its examples, and nothing that doesn't parse."""

from __future__ import annotations

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.model.edit import apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline_tests.repair.languages.javascript.template_examples import BUSY, COUPON, DAYS, EXAMPLES, LOG


def _bare(text: str) -> str:
    return "".join(text.split())


def proposed(text: str) -> list[tuple[str, str]]:
    """The kind of each edit of a file, with the file's new text."""
    source = JAVASCRIPT.read("a.js", text.encode())
    targets = [JAVASCRIPT.target(source, stmt, FailureEvidence()) for stmt in dict.fromkeys(source.statements.values())]
    edits = [edit for target in targets for each in JAVASCRIPT.producers for edit in JAVASCRIPT.propose(target, each)]
    return [(edit.kind, apply_spans(text, edit.spans)) for edit in edits]


@pytest.mark.parametrize(("kind", "before", "after"), EXAMPLES)
def test_a_template_proposes_its_example_and_nothing_that_does_not_parse(kind: str, before: str, after: str) -> None:
    found = [text for name, text in proposed(before) if name == kind]
    assert _bare(after) in map(_bare, found)
    assert [text for text in found if not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("elements.separate", "const a = new Array(n).fill(0);"),
        ("update.dropped", "for (let i = 0; i < n; i++) f(i);"),
        ("loop.awaited", "xs.forEach((x) => g(x));"),
        ("value.branch-exchanged", "function f(a, b) {\n  return (a < b ? a - b : 0);\n}"),
        ("presence.there", "if (/a/.test(x)) f();"),
        ("assignment.unset", COUPON.format("  coupon.used = true;\n")),
        ("container.unfilled", DAYS.format("      days.set(x.day, []);\n")),
        ("container.unfilled", LOG.format("    entries.push({ time, name });\n")),
        ("update.one-way", BUSY.format("    this.busy -= 1;\n")),
    ],
)
def test_a_template_proposes_nothing_for_other_code(kind: str, text: str) -> None:
    assert kind not in {name for name, _ in proposed(text)}


def test_a_guard_asks_nothing_of_what_is_called() -> None:
    code = "function f(p, q) {\n  if (p.startsWith(':')) return 1;\n  q.push(p);\n}\n"
    asked = [text for kind, text in proposed(code) if kind == "guard.asked"]
    assert any("if (q.startsWith(':'))" in text for text in asked)
    assert [text for text in asked if "if (q.push" in text or "if (q(" in text] == []


def test_no_call_of_a_function_with_its_own_parameters_is_proposed_within_it() -> None:
    inner = "  function g() {\n    while (xs.length > n) h();\n  }\n  g();\n"
    code = f"function f(xs, n) {{\n{inner}}}\nfunction h() {{}}\nmodule.exports = {{ f }};\n"
    called = [text for kind, text in proposed(code) if kind.startswith(("unread.", "call.", "condition."))]
    assert any("f(n, xs)" in text for text in called)
    assert [text for text in called if text.count("f(xs, n)") > 1] == []


def test_branches_whose_conditions_have_more_words_than_others_are_no_models() -> None:
    code = "if (a.b(c)) {\n  f(a);\n} else if (a.b()) {\n  g(1);\n}\n"
    assert "parallel.inserted" not in {kind for kind, _ in proposed(code)}


def test_the_likeliest_of_every_place_comes_before_others_of_one() -> None:
    constants = [text for kind, text in proposed("f(20, 7, 900);") if kind == "literal.replaced"]
    assert constants[:3] == ["f(21, 7, 900);", "f(20, 8, 900);", "f(20, 7, 901);"]
    operators = [text for kind, text in proposed("x = a === 1 || b !== 2;") if kind == "operator.replaced"]
    assert operators[:3] == ["x = a === 1 && b !== 2;", "x = a !== 1 || b !== 2;", "x = a === 1 || b === 2;"]


def test_elements_are_ordered_by_no_operator_but_their_difference() -> None:
    assert _replaced("xs.sort(([, a], [, b]) => a - b);") == set()
    assert "xs.sort((a, b) => a.x - b.x || a.y - b.y);" in _replaced("xs.sort((a, b) => a.x - b.x && a.y - b.y);")
    assert "xs.map((a, b) => a + b);" in _replaced("xs.map((a, b) => a - b);")
    assert "xs.sort((a, b) => a.n - b.n);" in _replaced("xs.sort((a, b) => a.n + b.n);")


def _replaced(code: str) -> set[str]:
    return {text for kind, text in proposed(code) if kind == "operator.replaced"}
