"""Examples for templates of JavaScript: a kind, a text, and what its template proposes for it."""

LOOP = "async function f(xs) {\n  xs.forEach(async (x) => {\n    await g(x);\n  });\n}\n"
CLASS = "class A {{\n  constructor(s) {{ {0} }}\n  read() {{ return 1; }}\n}}\n"

WALK = "function f(n) {{\n  trail.push(n);\n  n.parts.forEach(f);\n{0}  done.add(n);\n}}\n"
LEASE = "function f(p) {{\n  p.acquire(1);\n  work();\n{0}}}\nfunction g(p) {{ p.release(1); }}\n"
LINK = "class A {{\n  put(a, b) {{\n    {0}\n  }}\n  drop(a) {{\n    this.unlink(a);\n  }}\n}}\n"
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
PATH = "function f(o, path, other) {{\n  const next = o[path];\n{0}  return g(next);\n}}\n"

EXAMPLES = [
    ("elements.separate", "const a = new Array(n).fill([]);", "const a = Array.from({ length: n }, () => []);"),
    ("elements.separate", "const a = Array(n).fill({});", "const a = Array.from({ length: n }, () => ({}));"),
    (
        "order.three-way",
        "xs.sort((a, b) => a.n < b.n ? -1 : 1);",
        "xs.sort((a, b) => a.n < b.n ? -1 : a.n > b.n ? 1 : 0);",
    ),
    (
        "pattern.escaped",
        "const r = new RegExp(word);",
        r"const r = new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));",
    ),
    (
        "pattern.escaped",
        "const r = new RegExp(words.join('|'));",
        r"const r = new RegExp(words.map((each) => each.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'));",
    ),
    ("update.dropped", "f(n++);", "f(n + 1);"),
    ("update.dropped", "x = 2 * n--;", "x = 2 * (n - 1);"),
    ("update.order", "x = n++;", "x = ++n;"),
    ("update.order", "x = --n;", "x = n--;"),
    ("method.bound", CLASS.format("s.on('a', this.read);"), CLASS.format("s.on('a', this.read.bind(this));")),
    ("index.first", "x = xs[xs.length - 1];", "x = xs[0];"),
    ("index.last", "x = xs[0];", "x = xs[xs.length - 1];"),
    ("loop.awaited", LOOP, LOOP.replace("xs.forEach(async (x) =>", "for (const x of xs)").replace("});", "}")),
    ("loop.awaited-at-once", LOOP, LOOP.replace("xs.forEach(", "await Promise.all(xs.map(").replace("});", "}));")),
    (
        "value.replaced",
        "function f(a, b) {\n  return (a - b.at) / (b.to - a);\n}",
        "function f(a, b) {\n  return (a - b.at) / (b.to - b.at);\n}",
    ),
    (
        "value.replaced",
        "function f(a) {\n  this.go(1);\n  this.b = a.c;\n}",
        "function f(a) {\n  this.go(a.c);\n  this.b = a.c;\n}",
    ),
    (
        "property.beside",
        "const o = { cast: 2, valid: 1 };\nx = o.cast;",
        "const o = { cast: 2, valid: 1 };\nx = o.valid;",
    ),
    (
        "value.branch-varied",
        "function f(a, b) {\n  if (b === 1) g();\n  const c = a + 1;\n}",
        "function f(a, b) {\n  if (b === 1) g();\n  const c = b === 1 ? a : a + 1;\n}",
    ),
    (
        "container.changed",
        "const m = new Map();\nfunction f(k, v) {\n  g(k, v);\n}",
        "const m = new Map();\nfunction f(k, v) {\n  g(k, v);\n  m.set(k, (m.get(k) ?? 0) + v);\n}",
    ),
    (
        "call.inserted",
        "function f() {\n  a();\n}\nfunction b() {}",
        "function f() {\n  a();\n  b();\n}\nfunction b() {}",
    ),
    ("condition.around", "function f(a) {\n  g(a);\n}", "function f(a) {\n  if (a !== undefined) { g(a); }\n}"),
    ("function.arrow", "f(function (a) { g(this); });", "f((a) => { g(this); });"),
    ("function.method", "o = { f: (a) => this.b };", "o = { f(a) { return this.b; } };"),
    ("await.made", "function f() {\n  return g().a;\n}", "async function f() {\n  return (await g()).a;\n}"),
    ("element.at-index", "function f(i) {\n  xs.push(g(i));\n}", "function f(i) {\n  xs[i] = g(i);\n}"),
    ("element.at-end", "xs[i] = a;", "xs.push(a);"),
    ("regex.varied", "x = /a\\d/;", "x = /a\\d+/;"),
    ("regex.varied", "x = /[a-z]/;", "x = /[a-z-]/;"),
    (
        "value.branch-exchanged",
        "function f(a, b) {\n  return `${a}+${b}`;\n}",
        "function f(a, b) {\n  return a < b ? `${a}+${b}` : `${b}+${a}`;\n}",
    ),
    ("operand.added", "function f(a) {\n  return g(a);\n}", "function f(a) {\n  return g(a * 1000);\n}"),
    ("operand.added", "x = { all: 1, used: 2 };\ng(x.all);", "x = { all: 1, used: 2 };\ng(x.all - x.used);"),
    ("inverse.added", WALK.format(""), WALK.format("  trail.pop();\n")),
    ("inverse.added", LEASE.format(""), LEASE.format("  p.release(1);\n")),
    ("inverse.added", LINK.format("this.link(a);"), LINK.format("this.link(a);\nthis.unlink(a);")),
    ("order.difference", "xs.sort((a, b) => a.n < b.n);", "xs.sort((a, b) => b.n - a.n);"),
    ("order.of-texts", "xs.sort((a, b) => a.n - b.n);", "xs.sort((a, b) => a.n.localeCompare(b.n));"),
    ("finally.added", "a();\nb();", "try { a(); } finally { b(); }"),
    (
        "finally.added",
        "function f() {\n  const x = a();\n  b();\n  return x;\n}",
        "function f() {\n  try { return a(); } finally { b(); }\n}",
    ),
    (
        "container.at-index",
        "function f(xs, x) {\n  const at = xs.indexOf(x);\n  if (at >= 0) g(x);\n}",
        "function f(xs, x) {\n  const at = xs.indexOf(x);\n  xs.splice(at, 1);\n  if (at >= 0) g(x);\n}",
    ),
    ("text.split-at-first", "x = a.split('=');", "x = a.split(/=(.*)/s);"),
    ("guard.empty", UNDO.format(""), UNDO.format("    if (this.past.length === 0) return;\n")),
    ("name.replaced", "x = fs.reduce((r, f) => f(x), 1);", "x = fs.reduce((r, f) => f(r), 1);"),
    ("regex.class", r"x = /[,;]/.test(y);", r"x = /[,;\n]/.test(y);"),
    ("deleted.alternative", "if (a) b(); else c();", "if (a) b();"),
    (
        "assignment.added",
        "function f() {\n  let on = false;\n  return () => {\n    g();\n  };\n}",
        "function f() {\n  let on = false;\n  return () => {\n    on = true;\n    g();\n  };\n}",
    ),
    ("container.changed", SET.format(""), SET.format("    this.past.push(this.text);\n")),
    ("assignment.unset", RANKS.format(""), RANKS.format("  one.rank = rank;\n")),
    ("assignment.unset", COUPON.format(""), COUPON.format("  coupon.used = true;\n")),
    ("container.unfilled", DAYS.format(""), DAYS.format("      days.set(x.day, []);\n")),
    ("container.unfilled", LOG.format(""), LOG.format("    entries.push({ time, name });\n")),
    ("update.one-way", BUSY.format(""), BUSY.format("    this.busy -= 1;\n")),
    ("method.bound-once", BOUND.format(""), BOUND.format("    this.read = this.read.bind(this);\n")),
    ("unread.value", COLUMNS.format("row"), COLUMNS.format("col")),
    ("unread.condition", CHECKED.format("!coupon"), CHECKED.format("!coupon || this.isOld(coupon)")),
    ("unread.branch", LIMIT.format("n - MOST.pause"), LIMIT.format("n > MOST.after ? n - MOST.pause : n")),
    ("unread.operand", "function f(a, b) {\n  return a;\n}", "function f(a, b) {\n  return a * b;\n}"),
    ("unread.value", "function f(a, b) {\n  return g(a, 10);\n}", "function f(a, b) {\n  return g(a, b);\n}"),
    ("unread.default", "function f(a, b) {\n  return m.get(a);\n}", "function f(a, b) {\n  return m.get(a) ?? b;\n}"),
    ("unread.argument", "function f(a, b) {\n  return g(a);\n}", "function f(a, b) {\n  return g(a, b);\n}"),
    ("unread.condition", "function f(a, b) {\n  if (a.ok) g(a);\n}", "function f(a, b) {\n  if (a.ok && !b) g(a);\n}"),
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
    ("unread.bound", CLAMPED.format("s.d"), CLAMPED.format("Math.min(s.d, last(y, m))")),
    (
        "argument.order",
        "function f(xs) {\n  return xs.sort().map((x) => x.at);\n}",
        "function f(xs) {\n  return xs.sort((a, b) => a.at - b.at).map((x) => x.at);\n}",
    ),
    (
        "argument.order",
        "function f(xs) {\n  return xs.sort().map((x) => x.at);\n}",
        "function f(xs) {\n  return xs.sort((a, b) => a.at.localeCompare(b.at)).map((x) => x.at);\n}",
    ),
    ("guard.missing", PATH.format(""), PATH.format("  if (next === undefined) return other;\n")),
]
