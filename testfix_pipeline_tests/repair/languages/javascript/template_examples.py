"""Examples for templates of JavaScript: by kind pairs of a text and what its template proposes for it."""

LOOP = "async function f(xs) {\n  xs.forEach(async (x) => {\n    await g(x);\n  });\n}\n"
CLASS = "class A {{\n  constructor(s) {{ {0} }}\n  read() {{ return 1; }}\n}}\n"

WALK = "function f(n) {{\n  trail.push(n);\n  n.parts.forEach(f);\n{0}  done.add(n);\n}}\n"
LEASE = "function f(p) {{\n  p.acquire(1);\n  work();\n{0}}}\nfunction g(p) {{ p.release(1); }}\n"
LINK = "class A {{\n  put(a, b) {{\n    {0}\n  }}\n  drop(a) {{\n    this.unlink(a);\n  }}\n}}\n"

EXAMPLES = {
    "elements.separate": [
        ("const a = new Array(n).fill([]);", "const a = Array.from({ length: n }, () => []);"),
        ("const a = Array(n).fill({});", "const a = Array.from({ length: n }, () => ({}));"),
    ],
    "order.three-way": [
        ("xs.sort((a, b) => a.n < b.n ? -1 : 1);", "xs.sort((a, b) => a.n < b.n ? -1 : a.n > b.n ? 1 : 0);"),
    ],
    "pattern.escaped": [
        ("const r = new RegExp(word);", r"const r = new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));"),
        (
            "const r = new RegExp(words.join('|'));",
            r"const r = new RegExp(words.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'));",
        ),
    ],
    "update.dropped": [("f(n++);", "f(n + 1);"), ("x = 2 * n--;", "x = 2 * (n - 1);")],
    "update.order": [("x = n++;", "x = ++n;"), ("x = --n;", "x = n--;")],
    "method.bound": [(CLASS.format("s.on('a', this.read);"), CLASS.format("s.on('a', this.read.bind(this));"))],
    "index.first": [("x = xs[xs.length - 1];", "x = xs[0];")],
    "index.last": [("x = xs[0];", "x = xs[xs.length - 1];")],
    "loop.awaited": [(LOOP, LOOP.replace("xs.forEach(async (x) =>", "for (const x of xs)").replace("});", "}"))],
    "loop.awaited-at-once": [(LOOP, LOOP.replace("xs.forEach(", "await Promise.all(xs.map(").replace("});", "}));"))],
    "value.replaced": [
        (
            "function f(a, b) {\n  return (a - b.at) / (b.to - a);\n}",
            "function f(a, b) {\n  return (a - b.at) / (b.to - b.at);\n}",
        ),
        ("function f(a) {\n  this.go(1);\n  this.b = a.c;\n}", "function f(a) {\n  this.go(a.c);\n  this.b = a.c;\n}"),
    ],
    "property.beside": [
        ("const o = { cast: 2, valid: 1 };\nx = o.cast;", "const o = { cast: 2, valid: 1 };\nx = o.valid;"),
    ],
    "value.branch-varied": [
        (
            "function f(a, b) {\n  if (b === 1) g();\n  const c = a + 1;\n}",
            "function f(a, b) {\n  if (b === 1) g();\n  const c = b === 1 ? a : a + 1;\n}",
        ),
    ],
    "container.changed": [
        (
            "const m = new Map();\nfunction f(k, v) {\n  g(k, v);\n}",
            "const m = new Map();\nfunction f(k, v) {\n  g(k, v);\n  m.set(k, (m.get(k) ?? 0) + v);\n}",
        ),
    ],
    "call.inserted": [
        ("function f() {\n  a();\n}\nfunction b() {}", "function f() {\n  a();\n  b();\n}\nfunction b() {}"),
    ],
    "condition.around": [("function f(a) {\n  g(a);\n}", "function f(a) {\n  if (a !== undefined) { g(a); }\n}")],
    "function.arrow": [("f(function (a) { g(this); });", "f((a) => { g(this); });")],
    "function.method": [("o = { f: (a) => this.b };", "o = { f(a) { return this.b; } };")],
    "await.made": [("function f() {\n  return g().a;\n}", "async function f() {\n  return (await g()).a;\n}")],
    "element.at-index": [("function f(i) {\n  xs.push(g(i));\n}", "function f(i) {\n  xs[i] = g(i);\n}")],
    "element.at-end": [("xs[i] = a;", "xs.push(a);")],
    "regex.varied": [("x = /a\\d/;", "x = /a\\d+/;"), ("x = /[a-z]/;", "x = /[a-z-]/;")],
    "value.branch-exchanged": [
        (
            "function f(a, b) {\n  return `${a}+${b}`;\n}",
            "function f(a, b) {\n  return a < b ? `${a}+${b}` : `${b}+${a}`;\n}",
        ),
    ],
    "operand.added": [
        ("function f(a) {\n  return g(a);\n}", "function f(a) {\n  return g(a * 1000);\n}"),
        ("x = { all: 1, used: 2 };\ng(x.all);", "x = { all: 1, used: 2 };\ng(x.all - x.used);"),
    ],
    "inverse.added": [
        (WALK.format(""), WALK.format("  trail.pop();\n")),
        (LEASE.format(""), LEASE.format("  p.release(1);\n")),
        (LINK.format("this.link(a);"), LINK.format("this.link(a);\nthis.unlink(a);")),
    ],
    "order.difference": [("xs.sort((a, b) => a.n < b.n);", "xs.sort((a, b) => b.n - a.n);")],
    "order.of-texts": [("xs.sort((a, b) => a.n - b.n);", "xs.sort((a, b) => a.n.localeCompare(b.n));")],
    "finally.added": [
        ("a();\nb();", "try { a(); } finally { b(); }"),
        (
            "function f() {\n  const x = a();\n  b();\n  return x;\n}",
            "function f() {\n  try { return a(); } finally { b(); }\n}",
        ),
    ],
    "container.at-index": [
        (
            "function f(xs, x) {\n  const at = xs.indexOf(x);\n  if (at >= 0) g(x);\n}",
            "function f(xs, x) {\n  const at = xs.indexOf(x);\n  xs.splice(at, 1);\n  if (at >= 0) g(x);\n}",
        ),
    ],
    "text.split-at-first": [("x = a.split('=');", "x = a.split(/=(.*)/s);")],
}  # fmt: skip
