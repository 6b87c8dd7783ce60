"""Examples for templates of JavaScript: by kind pairs of a text and what its template proposes for it."""

LOOP = "async function f(xs) {\n  xs.forEach(async (x) => {\n    await g(x);\n  });\n}\n"
CLASS = "class A {{\n  constructor(s) {{ {0} }}\n  read() {{ return 1; }}\n}}\n"
TRY = "async function f() {{\n  try {{\n    await g();\n{0}  }} catch (e) {{\n    h(e);\n  }}{1}\n}}\n"
COUNTED = "function f(n) {{\n{0}  return function () {{\n{1}    i += n;\n    return i;\n  }};\n}}\n"
WALK = "function f(n) {{\n  trail.push(n);\n  n.parts.forEach(f);\n{0}  done.add(n);\n}}\n"
TIMER = "class A {{\n  f() {{\n{0}    this.t = setTimeout(g, 1);\n  }}\n}}\n"
SEEN = "function f(n) {{\n{0}  seen.add(n);\n  g(n);\n}}\n"
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
    "assigned.bound": [("end = a + b;", "end = Math.max(end, a + b);"), ("end = a;", "end = Math.min(end, a);")],
    "operands.regrouped": [
        ("x = a * b * 60 + c;", "x = a * (b * 60 + c);"),
        ("x = a * b * 60 + c;", "x = a * b * (60 + c);"),
        ("x = a + b * c;", "x = (a + b) * c;"),
        ("x = (a + b) * c;", "x = a + b * c;"),
        ("x = a || b && c;", "x = (a || b) && c;"),
    ],
    "operator.with-operand": [("x = (a & b) !== 0;", "x = (a & b) === b;")],
    "question.own": [("if (!value) f();\nisEmpty(1);", "if (isEmpty(value)) f();\nisEmpty(1);")],
    "moved.into-the-function": [
        (COUNTED.format("  let i = 0;\n", ""), COUNTED.format("", "    let i = 0;\n")),
    ],
    "moved.out-of-the-function": [
        (COUNTED.format("", "    let i = 0;\n"), COUNTED.format("  let i = 0;\n", "")),
    ],
    "moved.to-finally": [
        (TRY.format("    done();\n", ""), TRY.format("", " finally {\n    done();\n}")),
        (TRY.format("    a();\n    b();\n", ""), TRY.format("", " finally {\n    a();\n    b();\n}")),
    ],
    "moved.in-chain": [
        ("x = s.a().b('1').c();", "x = s.c().a().b('1');"),
        ("x = s.a().b('1').c();", "x = s.b('1').a().c();"),
    ],
    "moved.spread": [
        ("x = { ...a, b: 1, c };", "x = { b: 1, c, ...a };"),
        ("x = { b: 1, ...a };", "x = { ...a, b: 1 };"),
    ],
    "loop.awaited": [(LOOP, LOOP.replace("xs.forEach(async (x) =>", "for (const x of xs)").replace("});", "}"))],
    "loop.awaited-at-once": [(LOOP, LOOP.replace("xs.forEach(", "await Promise.all(xs.map(").replace("});", "}));"))],
    "inverse.added": [
        (WALK.format(""), WALK.format("  trail.pop();\n")),
        (LEASE.format(""), LEASE.format("  p.release(1);\n")),
        (LINK.format("this.link(a);"), LINK.format("this.link(a);\nthis.unlink(a);")),
    ],
    "inverse.of-another": [
        (LINK.format("this.link(a);"), LINK.format("this.unlink(b);\nthis.link(a);")),
    ],
    "result.assigned": [("name.trim();", "name = name.trim();")],
    "error.thrown-on": [
        (TRY.format("", ""), TRY.format("", "").replace("h(e);", "h(e);\n    throw e;")),
    ],
    "timer.cleared": [
        (TIMER.format(""), TIMER.format("  clearTimeout(this.t);\n")),
    ],
    "else.added": [("if (a) b();\nif (c) d();", "if (a) b();\nelse if (c) d();")],
    "new.added": [("class A {}\nx = A(1);", "class A {}\nx = new A(1);")],
    "converted.all": [
        ("const x = a.map(async (b) => c(b));", "const x = await Promise.all(a.map(async (b) => c(b)));"),
    ],
    "order.difference": [("xs.sort((a, b) => a.n < b.n);", "xs.sort((a, b) => b.n - a.n);")],
    "order.of-texts": [("xs.sort((a, b) => a.n - b.n);", "xs.sort((a, b) => a.n.localeCompare(b.n));")],
    "key.completed": [
        (
            "function f(a, b) {\n  const k = a;\n  if (!m.has(k)) m.set(k, g(a, b));\n  return m.get(k);\n}",
            "function f(a, b) {\n  const k = `${a}:${b}`;\n  if (!m.has(k)) m.set(k, g(a, b));\n  return m.get(k);\n}",
        ),
    ],
    "guard.visited": [
        (SEEN.format(""), SEEN.format("  if (seen.has(n)) return;\n")),
    ],
    "inverse.on-failure": [
        (
            "function f(k) {\n  const p = g(k);\n  m.set(k, p);\n  return p;\n}\n",
            "function f(k) {\n  const p = g(k);\n  m.set(k, p);\n  p.catch(() => m.delete(k));\n  return p;\n}\n",
        )
    ],
    "value.replaced": [
        (
            "function f(a, b) {\n  return (a - b.at) / (b.to - a);\n}",
            "function f(a, b) {\n  return (a - b.at) / (b.to - b.at);\n}",
        ),
        ("function f(a) {\n  this.go(1);\n  this.b = a.c;\n}", "function f(a) {\n  this.go(a.c);\n  this.b = a.c;\n}"),
    ],
    "value.bounded": [
        ("function f(a, b) {\n  return a.n + 1;\n}", "function f(a, b) {\n  return Math.min(a.n + 1, b.n);\n}"),
    ],
    "value.capped": [
        (
            "function f(xs) {\n  const [a, b] = xs;\n  return b.n + 1;\n}",
            "function f(xs) {\n  const [a, b] = xs;\n  return Math.min(b.n + 1, a.n);\n}",
        ),
    ],
    "value.same-name": [
        ("function f(at, o) {\n  return o.at - at;\n}", "function f(at, o) {\n  return o.at - o.at;\n}"),
        ("function f(at, o) {\n  return g(o.at);\n}", "function f(at, o) {\n  return g(at);\n}"),
    ],
    "property.beside": [
        ("const o = { cast: 2, valid: 1 };\nx = o.cast;", "const o = { cast: 2, valid: 1 };\nx = o.valid;"),
    ],
    "part.inserted": [("function f(a, b) {\n  g(b);\n}", "function f(a, b) {\n  g(a, b);\n}")],
    "part.property": [("function f(a, b) {\n  g({ a });\n}", "function f(a, b) {\n  g({ a, b });\n}")],
    "value.property": [("x = a.b;\ny = c.id;", "x = a.b.id;\ny = c.id;")],
    "value.branch": [
        (
            "function f(a, b) {\n  if (a > 1) g();\n  return b;\n}",
            "function f(a, b) {\n  if (a > 1) g();\n  return a > 1 ? b : null;\n}",
        ),
    ],
    "value.branch-varied": [
        (
            "function f(a, b) {\n  if (b === 1) g();\n  const c = a + 1;\n}",
            "function f(a, b) {\n  if (b === 1) g();\n  const c = b === 1 ? a : a + 1;\n}",
        ),
    ],
    "order.tie-break": [
        (
            "xs.sort((a, b) => b.n - a.n);\nf(x.name);",
            "xs.sort((a, b) => b.n - a.n || b.name.localeCompare(a.name));\nf(x.name);",
        ),
    ],
    "container.changed": [
        (
            "const m = new Map();\nfunction f(k, v) {\n  g(k, v);\n}",
            "const m = new Map();\nfunction f(k, v) {\n  g(k, v);\n  m.set(k, (m.get(k) ?? 0) + v);\n}",
        ),
    ],
    "assignment.summed": [
        (
            "function f(n) {\n  let a = 0;\n  g(n);\n  return a;\n}",
            "function f(n) {\n  let a = 0;\n  g(n);\n  a += n;\n  return a;\n}",
        ),
    ],
    "parameter.copied": [("function f(a) {\n  a.b = 1;\n}", "function f(a) {\n  a = { ...a };\n  a.b = 1;\n}")],
    "call.inserted": [
        ("function f() {\n  a();\n}\nfunction b() {}", "function f() {\n  a();\n  b();\n}\nfunction b() {}"),
    ],
    "condition.around": [("function f(a) {\n  g(a);\n}", "function f(a) {\n  if (a !== undefined) { g(a); }\n}")],
    "moved.into-the-block": [
        ("if (a) {\n  b();\n}\nc();", "if (a) {\n  b();\n  c();\n}"),
        ("c();\nif (a) {\n  b();\n}", "if (a) {\n  c();\n  b();\n}"),
    ],
    "moved.further": [("a();\nb();\nc();", "b();\nc();\na();"), ("a();\nb();\nc();", "c();\na();\nb();")],
    "finally.added": [
        ("a();\nb();", "try { a(); } finally { b(); }"),
        (
            "function f() {\n  const x = a();\n  b();\n  return x;\n}",
            "function f() {\n  try { return a(); } finally { b(); }\n}",
        ),
    ],
    "mirrored.added": [
        (
            "function f(a, b) {\n  a.games.add(b.id);\n}",
            "function f(a, b) {\n  a.games.add(b.id);\n  b.games.add(a.id);\n}",
        ),
        (
            "function f(o) {\n  o.min = 1;\n  return o.max;\n}",
            "function f(o) {\n  o.min = 1;\n  o.max = 1;\n  return o.max;\n}",
        ),
    ],
    "mirrored.value": [
        (
            "function f(a, b) {\n  return g(a.x, b.y);\n}",
            "function f(a, b) {\n  return g(b.x, a.y);\n}",
        ),
    ],
    "operand.moved": [("f(a, b - 1);", "f(a - 1, b);")],
    "everywhere.property": [
        ("function f(a) {\n  g(a.c, a.n);\n  h(a.c);\n}", "function f(a) {\n  g(a.n, a.n);\n  h(a.n);\n}"),
    ],
    "function.arrow": [("f(function (a) { g(this); });", "f((a) => { g(this); });")],
    "function.method": [("o = { f: (a) => this.b };", "o = { f(a) { return this.b; } };")],
    "await.made": [("function f() {\n  return g().a;\n}", "async function f() {\n  return (await g()).a;\n}")],
    "element.at-index": [("function f(i) {\n  xs.push(g(i));\n}", "function f(i) {\n  xs[i] = g(i);\n}")],
    "element.at-end": [("xs[i] = a;", "xs.push(a);")],
    "aligned.change": [
        ("o.left = clean(left);\no.right = right;", "o.left = clean(left);\no.right = clean(right);"),
    ],
    "aligned.insertion": [("x = f(a.first, 1);\ny = f(b.last);", "x = f(a.first, 1);\ny = f(b.last, 1);")],
    "aligned.deletion": [
        ("x = f(a.first, 1);\ny = f(b.last.id, 1);", "x = f(a.first, 1);\ny = f(b.last, 1);"),
    ],
    "condition.own": [
        (
            "function isOld(a) {}\nfunction f(b) {\n  if (b.c) return 1;\n}",
            "function isOld(a) {}\nfunction f(b) {\n  if (b.c || isOld(b)) return 1;\n}",
        ),
        ("function f(b) {\n  if (b.c) g();\n}", "function f(b) {\n  if (b.c && Array.isArray(b.c)) g();\n}"),
    ],
    "assignment.only-first": [
        (
            "function f(page) {\n  let cursor = null;\n  while (cursor) {\n    page = g(cursor, page.next);\n  }\n}",
            "function f(page) {\n  let cursor = null;\n  while (cursor) {\n    page = g(cursor, page.next);\n"
            "    cursor = page.next;\n  }\n}",
        ),
        (
            "class A {\n  n = 0;\n  f() {\n    return g();\n  }\n  h() {\n    return this.n;\n  }\n}",
            "class A {\n  n = 0;\n  f() {\n    this.n += 1;\n    return g();\n  }\n  h() {\n    return this.n;\n  }\n}",
        ),
    ],
    "assignment.field": [
        (
            "class A {\n  constructor(limit) {}\n  f() {\n    return this.limit;\n  }\n}",
            "class A {\n  constructor(limit) { this.limit = limit; }\n  f() {\n    return this.limit;\n  }\n}",
        ),
        (
            "class A {\n  constructor(n) {\n    g(n);\n  }\n  f(k) {\n    return this.m.get(k);\n  }\n}",
            "class A {\n  constructor(n) {\n    g(n);\n    this.m = new Map();\n  }\n  f(k) {\n"
            "    return this.m.get(k);\n  }\n}",
        ),
    ],
    "container.at-index": [
        (
            "function f(xs, x) {\n  const at = xs.indexOf(x);\n  if (at >= 0) g(x);\n}",
            "function f(xs, x) {\n  const at = xs.indexOf(x);\n  xs.splice(at, 1);\n  if (at >= 0) g(x);\n}",
        ),
    ],
    "block.filled": [
        ("function f(n) {\n  if (n) {}\n  return [];\n}", "function f(n) {\n  if (n) { return []; }\n  return [];\n}"),
    ],
    "condition.compared": [
        ("function f(a, b) {\n  if (a) g(b.n);\n}", "function f(a, b) {\n  if (a && a < b.n) g(b.n);\n}"),
        (
            "const seen = new Set();\nfunction f(a) {\n  if (a) g(a.n);\n}\nfunction h(a) {\n  seen.add(a.n);\n}",
            "const seen = new Set();\nfunction f(a) {\n  if (a && !seen.has(a.n)) g(a.n);\n}\n"
            "function h(a) {\n  seen.add(a.n);\n}",
        ),
    ],
    "guard.compared": [
        (
            "class A {\n  state = 'open';\n  f() {\n    this.n += 1;\n  }\n  g() {\n    this.state = 'shut';\n  }\n}",
            "class A {\n  state = 'open';\n  f() {\n    if (this.state !== 'open') return;\n    this.n += 1;\n  }\n"
            "  g() {\n    this.state = 'shut';\n  }\n}",
        ),
        (
            "function f(xs, ys) {\n  const names = xs.map(g);\n  const ages = ys.map(g);\n  return h(names, ages);\n}",
            "function f(xs, ys) {\n  const names = xs.map(g);\n  const ages = ys.map(g);\n"
            "  if (ages.length !== names.length) return null;\n  return h(names, ages);\n}",
        ),
        (
            "function f(a) {\n  g(a);\n  return 0;\n}",
            "function f(a) {\n  if (!Number.isInteger(a)) return 0;\n  g(a);\n  return 0;\n}",
        ),
    ],
    "text.part": [("x = `${a} ${b}`;", "x = `${a}-${b}`;"), ("x = `${a}${b}`;", "x = `${b}${a}`;")],
    "key.computed": [
        ("function f(o, key) {\n  return o.key;\n}", "function f(o, key) {\n  return o[key];\n}"),
        ("function f(key) {\n  return { key: 1 };\n}", "function f(key) {\n  return { [key]: 1 };\n}"),
    ],
    "key.named": [("x = a[key];", "x = a.key;")],
    "regex.varied": [("x = /a\\d/;", "x = /a\\d+/;"), ("x = /[a-z]/;", "x = /[a-z-]/;")],
    "error.caught": [("function f() {\n  g();\n}", "function f() {\n  try { g(); } catch { return; }\n}")],
    "nullish.part": [("x = a.b.c;", "x = a.b?.c ?? 0;")],
    "nullish.in-reach": [("function f(a, b) {\n  g(a.c, b);\n}", "function f(a, b) {\n  g(a.c ?? b, b);\n}")],
    "wrapped.moved": [
        ("x = Math.min(xs.map((a) => f(a)), n);", "x = xs.map((a) => Math.min(f(a), n));"),
        (
            "function f(xs) {\n  const s = xs.map((a) => g(a));\n  return round(s);\n}",
            "function f(xs) {\n  const s = xs.map((a) => round(g(a)));\n  return s;\n}",
        ),
    ],
    "value.branch-exchanged": [
        (
            "function f(a, b) {\n  return `${a}+${b}`;\n}",
            "function f(a, b) {\n  return a < b ? `${a}+${b}` : `${b}+${a}`;\n}",
        ),
    ],
    "text.escaped": [
        (
            "const f = (a) => new RegExp(`^${a}$`);",
            "const f = (a) => new RegExp(`^${a.replace(/[.*+?^${}()|[\\]\\\\]/g, '\\\\$&')}$`);",
        ),
    ],
    "mirrored.operand": [
        (
            "function f(a, b) {\n  return a.from >= b.from && a.from < b.to;\n}",
            "function f(a, b) {\n  return b.from < a.to && a.from < b.to;\n}",
        ),
        (
            "function f(a, b) {\n  return a.from < b.to;\n}",
            "function f(a, b) {\n  return a.from < b.to && b.from < a.to;\n}",
        ),
    ],
    "assignment.corrected": [
        (
            "const DAY = 24;\nfunction f(a, b) {\n  let c = a - b;\n  return c;\n}",
            "const DAY = 24;\nfunction f(a, b) {\n  let c = a - b;\n  if (c < 0) c += DAY;\n  return c;\n}",
        ),
    ],
    "text.completed": [("x = `${a.id}|${a.year}`;\ny = b.size;", "x = `${a.id}|${a.year}|${a.size}`;\ny = b.size;")],
    "text.split-at-first": [("x = a.split('=');", "x = a.split(/=(.*)/s);")],
    "parameter.normal": [
        (
            "function f(a) {\n  return m.get(a);\n}\nx = keyOf(1);",
            "function f(a) {\n  a = keyOf(a);\n  return m.get(a);\n}\nx = keyOf(1);",
        ),
    ],
    "condition.replaced": [
        ("function f(a) {\n  const b = a.find(g);\n  if (true) return 1;\n  return b.n;\n}",
         "function f(a) {\n  const b = a.find(g);\n  if (!b) return 1;\n  return b.n;\n}"),

        (
            "function f(a, b) {\n  if (a.n > 1) return 0;\n  if (b.m) g();\n}",
            "function f(a, b) {\n  if (a.n > 1) return 0;\n  if (a.n > 1) g();\n}",
        ),
    ],
    "operator.both-boundaries": [
        ("if (a < 0 && b >= 10) f();", "if (a <= 0 && b > 10) f();"),
        ("if (c && (a < 0) && b > 1) f();", "if (c && (a <= 0) && b >= 1) f();"),
    ],
    "operator.both-turned": [("x = a < b && c >= d;", "x = a > b && c <= d;")],
    "operator.joined-otherwise": [
        ("if (!f(a) || b === c) g();", "if (!f(a) && b !== c) g();"),
        ("if (a && b) g();", "if (!a || b) g();"),
    ],
    "operator.both-negated": [
        ("if (a.k === 1 || a.k === 2) f();", "if (a.k !== 1 && a.k !== 2) f();"),
        ("x = a < b || c > d;", "x = a >= b || c <= d;"),
    ],
    "literal.first-element": [
        (
            "function f(xs) {\n  let best = 0;\n  for (const x of xs) best = g(x, best);\n}",
            "function f(xs) {\n  let best = xs[0];\n  for (const x of xs) best = g(x, best);\n}",
        ),
        (
            "let m = -1;\nlet n = 2;\nfor (let i = 0; i < a.b.length; i++) m = g(a.b[i], m);",
            "let m = a.b[0];\nlet n = 2;\nfor (let i = 0; i < a.b.length; i++) m = g(a.b[i], m);",
        ),
    ],
    "operand.added": [
        ("function f(a) {\n  return g(a);\n}", "function f(a) {\n  return g(a * 1000);\n}"),
        ("x = { all: 1, used: 2 };\ng(x.all);", "x = { all: 1, used: 2 };\ng(x.all - x.used);"),
    ],
}  # fmt: skip
