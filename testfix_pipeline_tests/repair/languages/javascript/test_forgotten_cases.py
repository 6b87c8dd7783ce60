"""Templates for forgotten cases, releases and remainders propose their examples, and nothing elsewhere."""

import pytest

from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

SWITCH = (
    "const NEXT = {{ a: ['b'], b: ['c'], c: [{0}] }};\n"
    "function isEnd(s) {{\n"
    "  switch (s) {{\n"
    "    case 'b':{1}\n"
    "      return true;\n"
    "    default:\n"
    "      return false;\n"
    "  }}\n"
    "}}\n"
)
CHUNKS = (
    "function f(xs, n) {{\n"
    "  const all = [];\n"
    "  let part = [];\n"
    "  for (const x of xs) {{\n"
    "    part.push(x);\n"
    "    if (part.length === n) {{ all.push(part); part = []; }}\n"
    "  }}\n"
    "{0}  return all;\n"
    "}}\n"
)
LEASE = (
    "class A {{\n"
    "  renew(lease) {{\n"
    "    {0}lease.cancel = this.clock.after(() => this.end());\n"
    "  }}\n"
    "  end(lease) {{ lease.cancel(); }}\n"
    "}}\n"
)
CACHE = (
    "class A {{\n"
    "  touch(key, value) {{\n"
    "    log(key);{0}\n"
    "  }}\n"
    "  set(key, value) {{\n"
    "    this.map.delete(key);\n"
    "    this.map.set(key, value);\n"
    "  }}\n"
    "}}\n"
)
BUS = (
    "class A {{\n"
    "  on(name, f) {{\n"
    "    this.all.add(f);\n"
    "{0}  }}\n"
    "  off(name, f) {{\n"
    "    this.all.delete(f);\n"
    "  }}\n"
    "}}\n"
)
SET = (
    "class A {{\n"
    "  past = [];\n"
    "  set(text) {{\n"
    "{0}    this.text = text;\n"
    "  }}\n"
    "  size() {{ return this.past.length; }}\n"
    "}}\n"
)
SAME = "function f(a, b) {{\n{0}  return a.every((x, i) => x === b[i]);\n}}\n"
UNDO = "class A {{\n  undo() {{\n{0}    this.next.push(this.text);\n    this.text = this.past.pop();\n  }}\n}}\n"
RETRY = (
    "async function f(g) {{\n"
    "  let last;\n"
    "  for (let i = 0; i < 3; i++) {{ try {{ return await g(); }} catch (e) {{ last = e; }} }}\n"
    "{0}}}\n"
)
IDS = "class A {{\n  constructor() {{ this.next = 1; }}\n  add(x) {{\n    return {{ ...x, id: {0} }};\n  }}\n}}\n"
PENDING = "function f(id) {{\n  const p = load(id){0};\n  all.set(id, p);\n  return p;\n}}\n"
TAIL = "function f(task) {{\n  const run = tail.then(task);\n  tail = run{0};\n  return run;\n}}\n"
EXAMPLES = {
    "constant.case": [(SWITCH.format("", ""), SWITCH.format("", "\n    case 'c':"))],
    "constant.listed": [
        (SWITCH.format("", ""), SWITCH.format("'a'", "")),
        ("f(['a', 'b']);\ng(['b', 'c']);", "f(['a', 'b', 'c']);\ng(['b', 'c']);"),
    ],
    "copied.remainder": [(CHUNKS.format(""), CHUNKS.format("  if (part.length > 0) all.push(part);\n"))],
    "copied.run": [(CACHE.format(""), CACHE.format("\n    this.map.delete(key);\n    this.map.set(key, value);"))],
    "call.released": [(LEASE.format(""), LEASE.format("lease.cancel();\n    "))],
    "inverse.returned": [(BUS.format(""), BUS.format("    return () => this.off(name, f);\n"))],
    "inverse.when-settled": [(PENDING.format(""), PENDING.format(".finally(() => all.delete(id))"))],
    "error.survived": [(TAIL.format(""), TAIL.format(".catch(() => {})"))],
    "error.thrown": [("if (a) new Error('b');", "if (a) throw new Error('b');")],
    "error.thrown-behind": [(RETRY.format(""), RETRY.format("  throw last;\n"))],
    "guard.empty": [(UNDO.format(""), UNDO.format("    if (this.past.length === 0) return;\n"))],
    "guard.compared": [(SAME.format(""), SAME.format("  if (a.length !== b.length) return false;\n"))],
    "jump.replaced": [("function f() {\n  if (stop) return;\n}", "function f() {\n  if (stop) stop();\n}")],
    "update.added": [(IDS.format("this.next"), IDS.format("this.next++"))],
    "update.in-place": [(IDS.format("x.n + 1"), IDS.format("this.next++"))],
    "argument.as-elsewhere": [
        (
            "function f(p) {\n  m.get(p);\n  m.set(`${p.x}`, 1);\n}",
            "function f(p) {\n  m.get(`${p.x}`);\n  m.set(`${p.x}`, 1);\n}",
        ),
    ],
    "elements.filtered": [
        (
            "x = ys.map((y) => y.name);\nz = { name: 1, active: true };",
            "x = ys.filter((each) => each.active).map((y) => y.name);\nz = { name: 1, active: true };",
        ),
    ],
    "keys.of-both": [
        (
            "function f(a, b) {\n  return Object.keys(a);\n}",
            "function f(a, b) {\n  return Object.keys({ ...a, ...b });\n}",
        )
    ],
    "value.indexed": [("x = ys.map((y, i) => f(y, w));", "x = ys.map((y, i) => f(y, w[i]));")],
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


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("call.released", "class A {\n  f(a) {\n    a.cancel = g();\n  }\n}\n"),
        ("constant.case", "switch (s) {\n  case 'b':\n    f();\n}\n"),
        ("copied.remainder", "function f(xs) {\n  for (const x of xs) {\n    g(x);\n  }\n}\n"),
        ("error.survived", "function f(a) {\n  b = a;\n}\n"),
        ("inverse.returned", BUS.format("    return this;\n")),
        ("update.added", IDS.format("this.next").replace("{ ...x", "{ ...x, at: this.next++")),
    ],
)
def test_a_template_proposes_nothing_for_other_code(kind: str, text: str) -> None:
    assert kind not in {name for name, _ in proposed(text)}
