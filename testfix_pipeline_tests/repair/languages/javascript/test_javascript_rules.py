"""Each rewrite rule of JavaScript proposes its examples, and nothing that doesn't parse."""

from __future__ import annotations

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.rewriting import RewriteRule, by_type, rewritten
from testfix_pipeline.repair.languages.javascript.rules import RULES, rules_by_type
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

EXAMPLES = [
    pytest.param(one.edit, *example, id=f"{one.edit}: {one.match}") for one in RULES for example in one.examples
]


def _bare(text: str) -> str:
    return "".join(text.split())


def proposed(text: str, rules: tuple[RewriteRule, ...] = ()) -> list[tuple[str, str]]:
    """The kind of each edit of a file by rules, with the file's new text."""
    source = JAVASCRIPT.read("a.js", text.encode())
    known = by_type(rules) if rules else rules_by_type()
    targets = [JsTarget(source, stmt, FailureEvidence()) for stmt in dict.fromkeys(source.statements.values())]
    return [(edit.kind, apply_spans(text, edit.spans)) for one in targets for edit in rewritten(one, known)]


@pytest.mark.parametrize(("kind", "before", "after"), EXAMPLES)
def test_a_rule_proposes_its_example(kind: str, before: str, after: str) -> None:
    found = proposed(before)
    assert _bare(after) in {_bare(text) for name, text in found if name == kind}
    assert [text for _, text in found if not JAVASCRIPT.parses("a.js", text)] == []


def _rule(match: str, *rewrites: str) -> tuple[RewriteRule, ...]:
    return (RewriteRule("a.rule", match, rewrites, ()),)


@pytest.mark.parametrize(
    ("match", "code"),
    [("$A + $A", "x = a + b;"), ("f($A)", "f(a, b);"), ("f($A)", "g(a);"), ("if ($C) $S", "if (a) b(); else c();")],
)
def test_a_pattern_fits_no_other_code(match: str, code: str) -> None:
    assert proposed(code, _rule(match, "h()")) == []


def test_a_pattern_that_is_no_code_is_refused() -> None:
    with pytest.raises(ValueError, match="is no code"):
        by_type(_rule("f(", "g()"))
