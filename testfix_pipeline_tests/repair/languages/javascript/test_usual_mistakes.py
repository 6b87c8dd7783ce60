"""Templates for mistakes that programs of other people have propose their examples, and nothing elsewhere."""

import pytest
from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import text as text_of
from testfix_pipeline.repair.languages.javascript import property_values
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

WORK = "async function f(n) {{\n  const all = [];\n  for (const x of n) all.push(g(x));\n{0}  done(n);\n}}\n"
LAST = "function f(n) {{\n  let last;\n  for (const x of n) last = new Error(x);\n  {0} last;\n}}\n"
NAMED = "class A extends Error {{\n  constructor(n) {{\n    super(n);\n{0}    this.n = n;\n  }}\n}}\n"
PATH = (
    "function f(costs, edge, at) {{\n"
    "  const cost = costs[at] + edge.n;\n"
    "  if (costs[edge.to] === undefined{0}) costs[edge.to] = cost;\n"
    "}}\n"
)
EVERY = "function f(e, at) {{\n  const a = g(e.on);\n  if (a >= at{0}) return a;\n  return h(a, e.every);\n}}\n"
WALK = "function f(o, path, other) {{\n  const next = o[path];\n{0}  return g(next);\n}}\n"
STATE = "const START = { all: [], rest: [] };\nfunction f(s, rest) {\n  return { all: g(s), %s };\n}\n"

EXAMPLES = {
    "converted.all": [(WORK.format(""), WORK.format("  await Promise.all(all);\n"))],
    "error.thrown": [
        (LAST.format("return"), LAST.format("throw")),
        ("function f() {\n  return new RangeError('a');\n}", "function f() {\n  throw new RangeError('a');\n}"),
    ],
    "error.named": [(NAMED.format(""), NAMED.format("    this.name = 'A';\n"))],
    "condition.compared": [
        (PATH.format(""), PATH.format(" || costs[edge.to] > cost")),
        (EVERY.format(""), EVERY.format(" || !e.every")),
    ],
    "value.of-missing": [
        (
            "function f(a, b) {\n  return { x: a.x.y, z: h(b), last: b.title };\n}",
            "function f(a, b) {\n  return { x: a.x.y, z: h(b), last: b ? b.title : null };\n}",
        ),
    ],
    "argument.order": [
        ("function f(xs) {\n  return xs.sort().map((x) => x.at);\n}",
         "function f(xs) {\n  return xs.sort((a, b) => a.at - b.at).map((x) => x.at);\n}"),
        ("function f(xs) {\n  return xs.sort().map((x) => x.at);\n}",
         "function f(xs) {\n  return xs.sort((a, b) => a.at.localeCompare(b.at)).map((x) => x.at);\n}"),
    ],
    "guard.missing": [(WALK.format(""), WALK.format("  if (next === undefined) return other;\n"))],
    "default.added": [("const [a, b] = f();", "const [a, b = ''] = f();")],
    "property.as-elsewhere": [
        (STATE % "rest", STATE % "rest: []"),
        ("x = { a: 1, b: 2 };\ny = { a: c };", "x = { a: 1, b: 2 };\ny = { a: 1 };"),
    ],
    "value.toggled": [
        ("x = { ...s, on: true };", "x = { ...s, on: !s.on };"),
        ("s.on = false;", "s.on = !s.on;"),
    ],
}  # fmt: skip
_CHANGES = [(kind, *one) for kind, examples in EXAMPLES.items() for one in examples]


def _bare(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize(("kind", "before", "after"), _CHANGES)
def test_a_template_proposes_its_example(kind: str, before: str, after: str) -> None:
    found = proposed(before)
    assert _bare(after) in {_bare(text) for name, text in found if name == kind}
    assert [text for name, text in found if name in EXAMPLES and not JAVASCRIPT.parses("a.js", text)] == []


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("error.thrown", "function f(e) {\n  return e;\n}"),
        ("error.named", "class A extends B {\n  constructor(n) {\n    super(n);\n  }\n}"),
        ("error.named", "const A = class extends Error {\n  constructor(n) {\n    super(n);\n  }\n};"),
        ("error.named", NAMED.format("    this.name = 'B';\n")),
        ("value.toggled", "x = { on: true };"),
        ("value.toggled", "x = { ...s, 'on': true };"),
        ("value.toggled", "x = { ...s, [on]: true };"),
        ("value.toggled", "x = { ...s || {}, on: true };"),
        ("property.as-elsewhere", "x = { a: 1 };\ny = { b: c };"),
        ("presence.there", "if (/a/.test(x)) f();"),
        ("converted.all", "function f(xs) {\n  g(xs);\n}"),
        ("mirrored.value", "const lib = require('lib');\nfunction f(a) {\n  return lib.check(a);\n}"),
    ],
)
def test_a_template_proposes_nothing_for_other_code(kind: str, text: str) -> None:
    assert kind not in {name for name, _ in proposed(text)}


def test_promises_that_something_awaits_are_not_awaited_again() -> None:
    code = WORK.format("  await Promise.all(all);\n")
    awaited = [text for kind, text in proposed(code) if kind == "converted.all"]
    assert [text for text in awaited if "await Promise.all(all);\n  await" in text] == []


def test_promises_are_awaited_behind_the_outermost_statement_that_fills_their_list() -> None:
    loop = "  for (const x of xs) {\n    ps.push(g(x));\n  }\n"
    code = f"async function f(xs) {{\n  const ps = [];\n{loop}  return 1;\n}}\n"
    assert [text for _, text in proposed(code) if "await Promise.all(ps)" in text] == [
        code.replace(loop, f"{loop}  await Promise.all(ps);\n")
    ]


def test_promises_of_a_list_that_a_loop_makes_are_awaited_within_that_loop() -> None:
    inner = "    for (const x of xs) ps.push(g(x));\n"
    code = f"async function f(all) {{\n  for (const xs of all) {{\n    const ps = [];\n{inner}  }}\n}}\n"
    assert [text for _, text in proposed(code) if "await Promise.all(ps)" in text] == [
        code.replace(inner, f"{inner}    await Promise.all(ps);\n")
    ]


@pytest.mark.parametrize(("rows", "most_reads_a_pair"), [(50, 10), (100, 0)])
def test_values_of_a_table_are_read_once_and_not_varied_in_a_large_one(
    monkeypatch: pytest.MonkeyPatch, rows: int, most_reads_a_pair: int
) -> None:
    reads = []

    def counted(node: Node | None) -> str:
        reads.append(node)
        return text_of(node)

    monkeypatch.setattr(property_values, "text", counted)
    table = ", ".join(f"{{ id: {n}, name: 'n{n}', size: {n % 7} }}" for n in range(rows))
    source = JAVASCRIPT.read("a.js", f"x = [{table}];\n".encode())
    target = JAVASCRIPT.target(source, source.statements[1], FailureEvidence())
    assert isinstance(target, JsTarget)
    found = list(property_values.values_elsewhere(target))
    assert bool(found) is (most_reads_a_pair > 0)
    assert len(reads) <= most_reads_a_pair * 3 * rows


def test_the_likeliest_constants_of_all_places_come_before_others_of_one() -> None:
    found = [text for kind, text in proposed("f(20, 7, 900);") if kind == "literal.replaced"]
    assert found[:3] == ["f(21, 7, 900);", "f(20, 8, 900);", "f(20, 7, 901);"]


def test_a_related_method_of_dates_is_proposed() -> None:
    assert ("property.related", "x = d.getUTCDay();") in proposed("x = d.getUTCDate();")


def test_the_likeliest_operator_of_every_place_comes_before_others_of_one() -> None:
    found = [text for kind, text in proposed("x = a === 1 || b !== 2;") if kind == "operator.replaced"]
    assert found[:3] == ["x = a === 1 && b !== 2;", "x = a !== 1 || b !== 2;", "x = a === 1 || b === 2;"]
