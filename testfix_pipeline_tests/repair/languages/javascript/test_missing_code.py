"""Templates for code that is missing beside other code propose their examples, and nothing elsewhere."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

BOUND = (
    "class A {{\n"
    "  constructor(s) {{\n"
    "{0}    this.s = s;\n"
    "    s.on('a', this.read);\n"
    "  }}\n"
    "  read() {{\n"
    "    return 1;\n"
    "  }}\n"
    "}}\n"
)


COUPON = (
    "const all = [{{ used: false, code: 'a' }}];\n"
    "function redeem(coupon) {{\n"
    "  if (coupon.used) return 0;\n"
    "{0}  return 1;\n"
    "}}\n"
)
DAYS = (
    "function f(xs) {{\n"
    "  const days = new Map();\n"
    "  for (const x of xs) {{\n"
    "    if (!days.has(x.day)) {{\n"
    "      g();\n"
    "{0}    }}\n"
    "    days.get(x.day).log(x);\n"
    "  }}\n"
    "}}\n"
)
LOG = (
    "function f(lines) {{\n"
    "  const entries = [];\n"
    "  for (const line of lines) {{\n"
    "    const [time, name] = line.split(' ');\n"
    "{0}  }}\n"
    "  return entries;\n"
    "}}\n"
)
BUSY = (
    "class A {{\n"
    "  start() {{\n"
    "    this.busy += 1;\n"
    "    this.open();\n"
    "  }}\n"
    "  stop() {{\n"
    "{0}    this.close();\n"
    "  }}\n"
    "}}\n"
)

RANKS = (
    "function put(name, rank) {{\n"
    "  all.push({{ name, rank }});\n"
    "  all.sort((a, b) => a.rank - b.rank);\n"
    "}}\n"
    "function move(name, rank) {{\n"
    "  const one = find(name);\n"
    "{0}  return one;\n"
    "}}\n"
)

EXAMPLES = [
    ("assignment.unset", RANKS.format(""), RANKS.format("  one.rank = rank;\n")),
    ("assignment.unset", COUPON.format(""), COUPON.format("  coupon.used = true;\n")),
    ("container.unfilled", DAYS.format(""), DAYS.format("      days.set(x.day, []);\n")),
    ("container.unfilled", LOG.format(""), LOG.format("    entries.push({ time, name });\n")),
    ("update.one-way", BUSY.format(""), BUSY.format("    this.busy -= 1;\n")),
    ("method.bound-once", BOUND.format(""), BOUND.format("    this.read = this.read.bind(this);\n")),
]


def _bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(("kind", "before", "after"), EXAMPLES)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    assert _bare(after) in {_bare(text) for name, text in proposed(before) if name == kind}


@pytest.mark.parametrize("before", dict.fromkeys(before for _, before, _ in EXAMPLES))
def test_what_these_templates_propose_parses(before: str) -> None:
    kinds = {kind for kind, *_ in EXAMPLES}
    assert [text for kind, text in proposed(before) if kind in kinds and not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("assignment.unset", COUPON.format("  coupon.used = true;\n")),
        ("container.unfilled", DAYS.format("      days.set(x.day, []);\n")),
        ("container.unfilled", LOG.format("    entries.push({ time, name });\n")),
        ("update.one-way", BUSY.format("    this.busy -= 1;\n")),
    ],
)
def test_a_template_proposes_nothing_for_other_code(kind: str, text: str) -> None:
    assert kind not in {name for name, _ in proposed(text)}
