"""Templates for code that is missing beside other code propose their examples, and nothing elsewhere."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

WINDOW = (
    "class A {{\n"
    "  add(at, n) {{\n"
    "    this.xs.push({{ at, n }});\n"
    "    this.sum += n;\n"
    "  }}\n"
    "  cut() {{\n"
    "{0}    this.xs.shift();\n"
    "  }}\n"
    "}}\n"
)
STORE = (
    "class A {{\n"
    "  put(k, x) {{\n"
    "    this.all.set(k, x);\n"
    "    this.size += x.length;\n"
    "  }}\n"
    "  drop(k) {{\n"
    "{0}    this.all.delete(k);\n"
    "  }}\n"
    "}}\n"
)
COUNT = (
    "const all = new Set();\n"
    "let n = 0;\n"
    "function add(x) {{\n"
    "  all.add(x);\n"
    "  n++;\n"
    "}}\n"
    "function drop(x) {{\n"
    "  all.delete(x);\n"
    "{0}}}\n"
)
TRY = (
    "async function f(q) {{\n"
    "  try {{\n"
    "    await g();\n"
    "    q.active -= 1;\n"
    "  }} catch (e) {{\n"
    "    {0}q.failed.push(e);\n"
    "  }}\n"
    "}}\n"
)
CHECKED = (
    "function f(xs) {{\n  for (const x of xs) {{\n    if (x.n < 0) return false;\n{0}    total.add(x);\n  }}\n}}\n"
)
VALIDATED = "function f(xs) {{\n  for (const x of xs) {{\n    this.check(x);\n{0}    total.add(x);\n  }}\n}}\n"
ELSE = (
    "function f(mark) {{\n  if (open === null) {{\n    open = mark[1];\n  }} else {0}{{\n    open = null;\n  }}\n}}\n"
)
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
WALK = (
    "async function walk(node, depth = 0) {{\n"
    "  const found = [];\n"
    "  let total = 0;\n"
    "  for (const one of node.children) {{\n"
    "    {0}\n"
    "  }}\n"
    "  return found;\n"
    "}}\n"
)

EXAMPLES = [
    ("result.collected", WALK.format("walk(one);"), WALK.format("found.push(...walk(one));")),
    ("result.collected", WALK.format("return walk(one);"), WALK.format("found.push(walk(one));")),
    ("result.collected", WALK.format("await walk(one);"), WALK.format("total += await walk(one);")),
    ("assignment.unset", RANKS.format(""), RANKS.format("  one.rank = rank;\n")),
    ("assignment.unset", COUPON.format(""), COUPON.format("  coupon.used = true;\n")),
    ("container.unfilled", DAYS.format(""), DAYS.format("      days.set(x.day, []);\n")),
    ("container.unfilled", LOG.format(""), LOG.format("    entries.push({ time, name });\n")),
    ("update.one-way", BUSY.format(""), BUSY.format("    this.busy -= 1;\n")),
    ("update.paired", WINDOW.format(""), WINDOW.format("    this.sum -= this.xs[0].n;\n")),
    ("update.paired", STORE.format(""), STORE.format("    this.size -= this.all.get(k).length;\n")),
    ("update.paired", COUNT.format(""), COUNT.format("  n--;\n")),
    ("copied.from-branch", TRY.format(""), TRY.format("q.active -= 1;\n    ")),
    ("loop.split", CHECKED.format(""), CHECKED.format("  }\n  for (const x of xs) {\n")),
    ("loop.split", VALIDATED.format(""), VALIDATED.format("  }\n  for (const x of xs) {\n")),
    ("else.conditional", ELSE.format(""), ELSE.format("if (open === mark[1]) ")),
    ("method.bound-once", BOUND.format(""), BOUND.format("    this.read = this.read.bind(this);\n")),
    (
        "moved.spread-after-constants",
        'x = <input {...rest} id={id} type="text" b="off" />;',
        'x = <input type="text" b="off" {...rest} id={id} />;',
    ),
    (
        "moved.spread-after-constants",
        "x = { ...given, id: f(a), tries: 3, wait: 10 };",
        "x = { tries: 3, wait: 10, ...given, id: f(a) };",
    ),
    (
        "condition.changed",
        "function f(q, x) {\n  x.n -= 1;\n  q.shift();\n}",
        "function f(q, x) {\n  x.n -= 1;\n  if (x.n === 0) { q.shift(); }\n}",
    ),
    (
        "guard.changed",
        "function f(q, x) {\n  while (x) {\n    x.n -= 1;\n    g(x);\n  }\n}",
        "function f(q, x) {\n  while (x) {\n    x.n -= 1;\n    if (x.n <= 0) break;\n    g(x);\n  }\n}",
    ),
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
        ("update.paired", WINDOW.format("    this.sum -= this.xs[0].n;\n")),
        ("copied.from-branch", TRY.format("q.active -= 1;\n    ")),
        ("loop.split", "for (const x of xs) {\n  const y = g(x);\n  if (!y) throw e;\n  out.push(y);\n}"),
        ("else.conditional", "if (a) {\n  b = 1;\n} else if (c) {\n  b = 2;\n}"),
        ("moved.spread-after-constants", "x = { tries: 3, ...given, id: f(a) };"),
        ("assignment.unset", COUPON.format("  coupon.used = true;\n")),
        ("container.unfilled", DAYS.format("      days.set(x.day, []);\n")),
        ("container.unfilled", LOG.format("    entries.push({ time, name });\n")),
        ("update.one-way", BUSY.format("    this.busy -= 1;\n")),
        ("result.collected", WALK.format("found.push(...walk(one));")),
        ("result.collected", WALK.format("print(one);")),
        ("result.collected", "function f(x) {\n  const n = 0;\n  const { a, b } = {};\n  f(x);\n}"),
    ],
)
def test_a_template_proposes_nothing_for_other_code(kind: str, text: str) -> None:
    assert kind not in {name for name, _ in proposed(text)}
