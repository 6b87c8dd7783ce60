"""Every file's statements and edits are exact, for JavaScript, JSX and TypeScript alike."""

import pytest

from testfix_pipeline.repair.languages.javascript import enclosing
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

CART = """\
'use strict';

// höchstens drei
const MOST = 3;

function total(items, { rate = 1 } = {}) {
  let sum = 0;
  for (const item of items) {
    if (item.price > MOST && !item.free) continue;
    sum += item.price * item.count;
  }
  return Math.round(sum * rate) / 100;
}

class Cart {
  #items = [];

  async add(item) {
    const known = this.#items.find((one) => one.name === item.name);
    if (!known) this.#items.push(item);
    else known.count++;
    return store.save(this.#items);
  }
}

module.exports = { total, Cart };
"""
TYPED = """\
export interface Item { name: string; count: number }
export const names = (items: readonly Item[]): string[] => items.map((item) => item.name.trim());
export function first<T>(found: T[], otherwise?: T): T | undefined {
  switch (found.length) {
    case 0:
      return otherwise;
    default:
      return found[1];
  }
}
"""
VIEW = """\
export function View({ items, empty }) {
  const shown = items.filter((item) => item.count >= 0);
  return <ul className="list">{shown.length ? shown.map((one) => <li key={one.name}>{one.name}</li>) : empty}</ul>;
}
"""
FILES = {"cart.js": CART, "items.ts": TYPED, "view.jsx": VIEW, "view.tsx": VIEW}


def source_of(path: str) -> JsSource:
    return JAVASCRIPT.read(path, FILES[path].encode())


def candidates(source: JsSource) -> list[Candidate]:
    return [
        Candidate.single(source, edit, 1.0, producer.id)
        for stmt in dict.fromkeys(source.statements.values())
        for producer in JAVASCRIPT.producers
        for edit in JAVASCRIPT.propose(JAVASCRIPT.target(source, stmt, FailureEvidence()), producer)
    ]


@pytest.mark.parametrize("path", FILES)
def test_counters_move_no_line_and_parse(path: str) -> None:
    source = source_of(path)
    counted = JAVASCRIPT.with_counters(source, 0, "/lines")
    assert counted is not None
    for line, with_counter in zip(source.text.splitlines(), counted.splitlines(), strict=False):
        letters = iter(with_counter)
        assert all(letter in letters for letter in line)  # nothing is taken away, in this order


def test_what_does_not_parse_is_refused() -> None:
    with pytest.raises(SyntaxError):
        JAVASCRIPT.read("a.js", b"function (")


_PROGRAMS = {
    "const all = list;": "function f(list) {\n  const all = list;\n  return all;\n}\n",
    "take(from, to)": "function f(from, to) {\n  return take(from, to);\n}\n",
    "Math.floor(rest / 60)": "function f(rest) {\n  return Math.floor(rest / 60);\n}\n",
    "rest = cents - share": "function f(cents, share, people) {\n  const rest = cents - share;\n  return rest;\n}\n",
    "if (!value)": "function f(value) {\n  if (!value) return 1;\n  return 2;\n}\n",
    "x === NaN": "function f(x) {\n  return x === NaN;\n}\n",
    "{ amount }": "function f(amount) {\n  return { amount };\n}\n",
    "all.sort()": "function f(all) {\n  return all.sort();\n}\n",
    "push(more)": "function f(list, more) {\n  list.push(more);\n}\n",
    "(list, more)": "function f(list, more) {\n  return more;\n}\n",
    "await list.map(load)": "async function f(list) {\n  return await list.map(load);\n}\n",
    "  return x;": "let last = 0;\nfunction f(x) {\n  return x;\n}\n",
    "    visit(child);": "function visit(node) {\n  for (const child of node.all) {\n    visit(child);\n  }\n}\n",
    "{ ...own, ...base }": "function f(own, base) {\n  return { ...own, ...base };\n}\n",
    "/^a.b$/": "function f(x) {\n  return /^a.b$/.test(x);\n}\n",
    "      run();": "function f(x) {\n  switch (x) {\n    case 1:\n      run();\n    case 2: stop();\n  }\n}\n",
    "values: { [name]: value }": (
        "function change(state, name, value) {\n  return { ...state, values: { [name]: value } };\n}\n"
    ),
    "if (found) found;": "function f(all, found) {\n  if (found) found;\n  return all;\n}\n",
    "unread && show(unread)": "function f(unread) {\n  return unread && show(unread);\n}\n",
    "  return one;": (
        "function f(one, two) {\n  keep(one);\n  two = make(one);\n  return one;\n}\n"
        "function g() {\n  return other();\n}\n"
    ),
    "  if (parts[at]) go();": "function f(parts, at, value) {\n  if (parts[at]) go();\n}\n",
    "case 'low':": (
        "function f(level) {\n  let text = '';\n  switch (level) {\n    case 'high':\n      text = 'is High';\n"
        "      break;\n    case 'low':\n      break;\n  }\n  return text;\n}\n"
    ),
    "if (n > SIZE.kb) {\n  }": (
        "function f(n) {\n  let unit = '';\n  if (n > SIZE.mb) {\n    unit = 'MB';\n  } else "
        "if (n > SIZE.kb) {\n  }\n  return unit;\n}\n"
    ),
    "const text = value + 1;": (
        "function f(value) {\n  const text = value + 1;\n  return text;\n}\n"
        "function g(other) {\n  if (isNaN(other)) return null;\n  return other;\n}\n"
    ),
    "if (typeof a === 'number')": (
        "function f(a) {\n  if (typeof a === 'number') return a;\n  return isNaN(b) ? 0 : 1;\n}\n"
    ),
    "if (this.days !== 0)": "class A {\n  f() {\n    if (this.days !== 0) return this.weeks;\n  }\n}\n",
    "if (a.b)": "function f(a) {\n  if (a.b) return 1;\n}\n",
    "  return at;": "function f(text) {\n  const at = text.indexOf('x');\n  return at;\n}\n",
    "  go(options);": "function f(options) {\n  // begins\n  go(options);\n}\n",
    "a + 2 * b + c": "function f(a, b, c) {\n  return a + 2 * b + c;\n}\n",
    "a + b ? 1 : 2": "function f(a, b) {\n  return a + b ? 1 : 2;\n}\n",
    "=== 'a' || 'b'": "function f(x) {\n  return x === 'a' || 'b';\n}\n",
    "${from}, ${to}": "function f(from, to) {\n  return `${from}, ${to}`;\n}\n",
    "  text.trim();": "function f(text) {\n  text.trim();\n  return text;\n}\n",
    "  }\n  if (x > 5)": "function f(x) {\n  if (x > 7) {\n    g();\n  }\n  if (x > 5) {\n    h();\n  }\n}\n",
    " else if (x > 3)": "function f(x) {\n  if (x > 7) {\n    g();\n  } else if (x > 3) {\n    h();\n  }\n}\n",
    " else {\n      return 2;\n    }\n  }": (
        "function f(xs) {\n  for (const x of xs) {\n    if (x) {\n      return 1;\n"
        "    } else {\n      return 2;\n    }\n  }\n}\n"
    ),
    "this.parent.name": (
        "class A {\n  path() {\n    return this.parent.name;\n  }\n\n  get size() {\n    return 1;\n  }\n}\n"
    ),
    "!a || b": "function f(a, b) {\n  return !a || b;\n}\n",
    "if (a) one(); else if (b) two();": "function f(a, b) {\n  if (a) one(); else if (b) two();\n}\n",
}
"""Programs by the place of the bug in them."""


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("const all = list;", "const all = [...list];"),
        ("take(from, to)", "take(from, to - from)"),
        ("Math.floor(rest / 60)", "Math.floor((rest / 60) % 60)"),
        ("rest = cents - share", "rest = cents % people"),
        ("if (!value)", "if ((value == null || value === ''))"),
        ("x === NaN", "Number.isNaN(x)"),
        ("{ amount }", "{ amount: Number(amount) }"),
        ("all.sort()", "all.sort((a, b) => a - b)"),
        ("  return x;", "  last = x;\n  return x;"),
        ("    visit(child);", "    const found = visit(child);\n    if (found) return found;"),
        ("/^a.b$/", "/^a\\.b$/"),
        ("      run();", "      run();\n      break;"),
        ("if (found) found;", "if (found) return found;"),
        ("unread && show(unread)", "unread > 0 && show(unread)"),
        ("  return one;", "  keep(two);\n  return one;"),
        ("  return one;", "  two = other(one);\n  return one;"),
        ("  if (parts[at]) go();", "  parts[at] = value;\n  if (parts[at]) go();"),
        ("const text = value + 1;", "if (isNaN(value)) return null;\n  const text = value + 1;"),
        ("if (typeof a === 'number')", "if (typeof a === 'number' && !isNaN(a))"),
        ("if (this.days !== 0)", "if (this.days !== 0 || this.weeks !== 0)"),
        ("if (a.b)", "if (a && a.b)"),
        ("  return at;", "  if (at === -1) return text;\n  return at;"),
        ("a + 2 * b + c", "a + 2 * (b + c)"),
        ("a + b ? 1 : 2", "a + (b ? 1 : 2)"),
        ("!a || b", "!(a || b)"),
        ("this.parent.name", "this.parent.path()"),
        ("=== 'a' || 'b'", "=== 'a' || x === 'b'"),
        ("${from}, ${to}", "${to}, ${from}"),
        ("  text.trim();", "  text = text.trim();"),
        ("  }\n  if (x > 5)", "  } else if (x > 5)"),
        (" else if (x > 3)", " if (x > 3)"),
        (" else {\n      return 2;\n    }\n  }", "\n  }\n  return 2;"),
    ],
)
def test_edits_of_each_sort_are_proposed(wrong: str, right: str) -> None:
    text = _PROGRAMS[wrong]
    assert text.count(wrong) == 1
    proposed = [one.texts["uses.js"] for one in candidates(JAVASCRIPT.read("uses.js", text.encode()))]
    assert any("".join(one.split()) == "".join(text.replace(wrong, right).split()) for one in proposed)


@pytest.mark.parametrize(
    ("statement", "tried"),
    [
        ("const event = JSON.parse(line);", "let event; try { event = JSON.parse(line); } catch { return null; }"),
        ("keep(line);", "try { keep(line); } catch { continue; }"),
    ],
)
def test_a_statement_that_an_error_came_out_of_is_tried(statement: str, tried: str) -> None:
    text = f"function f(lines) {{\n  for (const line of lines) {{\n    {statement}\n  }}\n  return null;\n}}\n"
    source = JAVASCRIPT.read("uses.js", text.encode())

    def proposed(evidence: FailureEvidence) -> set[str]:
        target = JAVASCRIPT.target(source, source.statements[3], evidence)
        assert isinstance(target, JsTarget)
        return {edit.replacement for edit in enclosing.handled(target)}

    assert tried in proposed(FailureEvidence(passed_lines={("uses.js", 3): "SyntaxError"}))
    assert not proposed(FailureEvidence())
