"""Templates for forgotten cases, releases and remainders propose their examples, and nothing elsewhere."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

SET = (
    "class A {{\n"
    "  past = [];\n"
    "  set(text) {{\n"
    "{0}    this.text = text;\n"
    "  }}\n"
    "  size() {{ return this.past.length; }}\n"
    "}}\n"
)
UNDO = "class A {{\n  undo() {{\n{0}    this.next.push(this.text);\n    this.text = this.past.pop();\n  }}\n}}\n"
EXAMPLES = {
    "guard.empty": [(UNDO.format(""), UNDO.format("    if (this.past.length === 0) return;\n"))],
    "name.replaced": [("x = fs.reduce((r, f) => f(x), 1);", "x = fs.reduce((r, f) => f(r), 1);")],
    "regex.class": [(r"x = /[,;]/.test(y);", r"x = /[,;\n]/.test(y);")],
    "deleted.alternative": [("if (a) b(); else c();", "if (a) b();")],
    "assignment.added": [
        (
            "function f() {\n  let on = false;\n  return () => {\n    g();\n  };\n}",
            "function f() {\n  let on = false;\n  return () => {\n    on = true;\n    g();\n  };\n}",
        )
    ],
    "container.changed": [
        (
            SET.format(""),
            SET.format("    this.past.push(this.text);\n"),
        )
    ],
}


def _bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(
    ("kind", "before", "after"), [(kind, *one) for kind, examples in EXAMPLES.items() for one in examples]
)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    assert _bare(after) in {_bare(text) for name, text in proposed(before) if name == kind}


@pytest.mark.parametrize("before", [before for examples in EXAMPLES.values() for before, _ in examples])
def test_what_these_templates_propose_parses(before: str) -> None:
    assert [text for kind, text in proposed(before) if kind in EXAMPLES and not JAVASCRIPT.parses("a.js", text)] == []
