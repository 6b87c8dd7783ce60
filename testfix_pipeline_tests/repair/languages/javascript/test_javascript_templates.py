"""Each template of JavaScript proposes its examples, and nothing that doesn't parse."""

from __future__ import annotations

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.model.edit import apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline_tests.repair.languages.javascript.template_examples import EXAMPLES


def _bare(text: str) -> str:
    return "".join(text.split())


def proposed(text: str) -> list[tuple[str, str]]:
    """The kind of each edit of a file, with the file's new text."""
    source = JAVASCRIPT.read("a.js", text.encode())
    targets = [JAVASCRIPT.target(source, stmt, FailureEvidence()) for stmt in dict.fromkeys(source.statements.values())]
    edits = [edit for target in targets for each in JAVASCRIPT.producers for edit in JAVASCRIPT.propose(target, each)]
    return [(edit.kind, apply_spans(text, edit.spans)) for edit in edits]


@pytest.mark.parametrize(
    ("kind", "before", "after"), [(kind, *one) for kind, examples in EXAMPLES.items() for one in examples]
)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    assert _bare(after) in {_bare(text) for name, text in proposed(before) if name == kind}


@pytest.mark.parametrize("before", dict.fromkeys(one for examples in EXAMPLES.values() for one, _ in examples))
def test_what_these_templates_propose_parses(before: str) -> None:
    assert [text for kind, text in proposed(before) if kind in EXAMPLES and not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("elements.separate", "const a = new Array(n).fill(0);"),
        ("update.dropped", "for (let i = 0; i < n; i++) f(i);"),
        ("loop.awaited", "xs.forEach((x) => g(x));"),
        ("value.branch-exchanged", "function f(a, b) {\n  return (a < b ? a - b : 0);\n}"),
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
