"""What nothing reads is found, is read by edits, and says which patch is right."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.unread_names import number_of_unread
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

LIMIT = "const MOST = {{ after: 6, pause: 2 }};\nfunction f(n) {{\n  return {0};\n}}\n"
CLAMPED = (
    "function last(y, m) {{\n  return y * m;\n}}\n"
    "function f(s, y) {{\n  const m = 2;\n  return g(y, m, {0});\n}}\n"
    "module.exports = {{ f, last }};\n"
)

CHECKED = (
    "class A {{\n  isOld(coupon) {{\n    return coupon.at < 1;\n  }}\n"
    "  use(id) {{\n    const coupon = all.get(id);\n    if ({0}) return;\n  }}\n}}\n"
)
COLUMNS = (
    "function f(xs) {{\n  for (let col = 0; col < 3; col++) {{\n"
    "    for (let row = 0; row < 3; row++) g(xs[row][{0}]);\n  }}\n}}\n"
)

EXAMPLES = [
    ("unread.value", COLUMNS.format("row"), COLUMNS.format("col")),
    ("unread.condition", CHECKED.format("!coupon"), CHECKED.format("!coupon || this.isOld(coupon)")),
    ("unread.branch", LIMIT.format("n - MOST.pause"), LIMIT.format("n > MOST.after ? n - MOST.pause : n")),
    ("unread.operand", "function f(a, b) {\n  return a;\n}", "function f(a, b) {\n  return a * b;\n}"),
    ("unread.value", "function f(a, b) {\n  return g(a, 10);\n}", "function f(a, b) {\n  return g(a, b);\n}"),
    ("unread.default", "function f(a, b) {\n  return m.get(a);\n}", "function f(a, b) {\n  return m.get(a) ?? b;\n}"),
    ("unread.argument", "function f(a, b) {\n  return g(a);\n}", "function f(a, b) {\n  return g(a, b);\n}"),
    (
        "unread.condition",
        "function f(a, b) {\n  if (a.ok) g(a);\n}",
        "function f(a, b) {\n  if (a.ok && !b) g(a);\n}",
    ),
    (
        "unread.corrected",
        "const DAY = 24;\nfunction f(a, b) {\n  let c = a - b;\n  return c;\n}\nf();",
        "const DAY = 24;\nfunction f(a, b) {\n  let c = a - b;\n  if (c < 0) c += DAY;\n  return c;\n}\nf();",
    ),
    (
        "unread.guard",
        "function f(a, most) {\n  a.n += 1;\n  return a;\n}",
        "function f(a, most) {\n  if (a.n >= most) return a;\n  a.n += 1;\n  return a;\n}",
    ),
    (
        "unread.statement",
        "class A {\n  constructor() { this.n = 0; }\n  add(x) {\n    this.log();\n  }\n}",
        "class A {\n  constructor() { this.n = 0; }\n  add(x) {\n    this.log();\n    this.n += x;\n  }\n}",
    ),
    (
        "unread.statement",
        "import { clean } from './clean';\nexport function f(x) {\n  return x;\n}",
        "import { clean } from './clean';\nexport function f(x) {\n  clean(x);\n  return x;\n}",
    ),
    (
        "unread.bound",
        CLAMPED.format("s.d"),
        CLAMPED.format("Math.min(s.d, last(y, m))"),
    ),
]


def _bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(("kind", "before", "after"), EXAMPLES)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    assert _bare(after) in {_bare(text) for name, text in proposed(before) if name == kind}


@pytest.mark.parametrize("before", dict.fromkeys(before for _, before, _ in EXAMPLES))
def test_what_these_templates_propose_parses(before: str) -> None:
    found = [text for kind, text in proposed(before) if kind.startswith("unread.")]
    assert [text for text in found if not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("function f(a, b) {\n  return a;\n}\nf();", ["b"]),
        ("xs.map((x, at) => at);", []),
        ("xs.map((x, _at) => x);", []),
        ("export const f = ({ a, b }) => b;", ["a"]),
        ("import { a, b as c } from './x';\nexport default a;", ["c"]),
        ("export function f() {\n  const a = 1;\n}\nfunction g() {}", ["g", "a"]),
        ("class A {\n  constructor(private readonly a: number) {}\n}\nnew A(1);", []),
        ("import type { A } from './x';\nexport const f = (a: A) => a;", []),
        ("const wait = 1;\nexport function f(o) {\n  const { sleep = wait } = o;\n  return sleep;\n}", []),
        ("export interface A { done: (value: number) => void; get(key: string): number }", []),
        ("import { h } from './h';\nexport const f = () => <p />;", []),
        ("try { f(); } catch (error) { g(); }", []),
        ("const f = function again(n) { return n; };\nf();", []),
        ("module.exports = { f };\nfunction f(done) { done(); }", []),
    ],
)
def test_names_that_nothing_reads(text: str, names: list[str]) -> None:
    assert sorted(number_of_unread(JsSource("a.tsx", text.encode()))) == sorted(names)


@pytest.mark.parametrize(
    ("new", "unused", "used"), [("a + b", 0, 1), ("b", 0, 1), ("a", 0, 0), ("a + 1", 0, 0), ("2", 1, 0), ("(", 0, 0)]
)
def test_a_patch_says_which_names_it_reads_first_and_no_longer(new: str, unused: int, used: int) -> None:
    source = JsSource("a.js", b"function f(a, b) {\n  return a;\n}\nf(1, 2);\n")
    start = source.text.index("a;")
    candidate = Candidate.single(source, Edit("a.js", start, start + 1, new, "value.replaced", 0.5, 2), 1.0, "js.value")
    signs = JAVASCRIPT.signs(candidate, FailureEvidence())
    assert (signs.newly_unused, signs.newly_used) == (unused, used)
