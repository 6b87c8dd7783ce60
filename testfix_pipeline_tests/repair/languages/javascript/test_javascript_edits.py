"""Every file's statements and edits are exact, for JavaScript, JSX and TypeScript alike."""

import contextlib
import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.repair.language.language import EditSite
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
from testfix_pipeline.repair.languages.javascript.source import JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.lexer import lex
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.edit import Edit, apply_spans
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.model.symptoms import FaultLocation
from testfix_pipeline.repair.ranking.edit_order import EditOrder, OrderModel
from testfix_pipeline.repair.ranking.naturalness import Naturalness
from testfix_pipeline.repair.search.space import Space, single_edits

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
def test_the_suffix_decides(path: str) -> None:
    assert language_of(path) is JAVASCRIPT


@pytest.mark.parametrize("path", FILES)
def test_spans_are_those_of_the_text(path: str) -> None:
    source = source_of(path)
    for node in source.syntax.nodes:
        start, end = source.span(node)
        assert source.text[start:end].encode() == node.text


@pytest.mark.parametrize("path", FILES)
def test_lexing_loses_only_blanks_and_comments(path: str) -> None:
    text = FILES[path]
    found = lex(text)
    assert all(text[start:end] == word for word, start, end in zip(found.words, found.starts, found.ends, strict=True))
    gaps = [text[end:start].strip() for end, start in zip([0, *found.ends], [*found.starts, len(text)], strict=True)]
    assert not [gap for gap in gaps if gap and not gap.startswith("//")]


@pytest.mark.parametrize("path", FILES)
def test_nearly_all_edits_parse_and_change_nothing_outside_of_their_spans(path: str) -> None:
    source, found = source_of(path), candidates(source_of(path))
    assert len(found) > 300
    for one in found:
        back = [(start, end, source.text[start:end]) for edit in one.edits for start, end, _ in edit.spans]
        assert apply_spans(source.text, back) == source.text
        assert all(stop <= len(source.text) for _, stop, _ in back)
    valid = [one for one in found if one.valid()]
    assert len(valid) > 0.8 * len(found)


@pytest.mark.parametrize("path", FILES)
def test_other_code_is_known_by_its_tokens(path: str) -> None:
    source = source_of(path)
    own = tokens_of(source)
    for one in candidates(source)[::5]:
        with contextlib.suppress(SyntaxError):
            text = one.texts[path]
            assert JAVASCRIPT.differs(source, None, text) == (tokens_of(JAVASCRIPT.read(path, text.encode())) != own)


@pytest.mark.parametrize("path", FILES)
def test_other_layout_and_comments_are_the_same_code(path: str) -> None:
    source, text = source_of(path), FILES[path]
    for other in (text.replace("  ", "   "), f"// more\n{text}", text.replace(" {\n", " { // here\n", 1), text):
        assert not JAVASCRIPT.differs(source, None, other)
    assert JAVASCRIPT.differs(source, None, text.replace("return ", "/* return */ ", 1))


def tokens_of(source: JsSource) -> list[bytes | None]:
    return [node.text for node in source.syntax.nodes if not node.children and node.type != "comment" and node.text]


@pytest.mark.parametrize("path", FILES)
def test_counters_move_no_line_and_parse(path: str) -> None:
    source = source_of(path)
    counted = JAVASCRIPT.with_counters(source, 0, "/lines")
    assert counted is not None
    for line, with_counter in zip(source.text.splitlines(), counted.splitlines(), strict=False):
        letters = iter(with_counter)
        assert all(letter in letters for letter in line)  # nothing is taken away, in this order


def test_statements_have_the_lines_of_their_own_code() -> None:
    source = source_of("cart.js")
    loop = source.statements[8]
    assert loop.node.type == "for_in_statement" and list(source.lines_of(loop)) == [8]
    assert [stmt.lineno for block in source.blocks(loop) for stmt in block] == [9, 10]
    assert source.statements[9].node.type == "if_statement"


def test_functions_know_their_names_and_statements() -> None:
    source = source_of("cart.js")
    assert [one.qualname for one in source.functions][:2] == ["total", "Cart.add"]
    function = source.function_of(source.statements[10])
    assert function is not None and function.name == "total"
    assert source.function_of(source.statements[6]) is None


def test_what_does_not_parse_is_refused() -> None:
    with pytest.raises(SyntaxError):
        JAVASCRIPT.read("a.js", b"function (")


@pytest.mark.parametrize(
    ("path", "wrong", "right"),
    [
        ("cart.js", "item.price > MOST", "item.price >= MOST"),
        ("cart.js", "&& !item.free", "&& item.free"),
        ("cart.js", "Math.round(", "Math.floor("),
        ("cart.js", "return store.save(", "return await store.save("),
        ("cart.js", "this.#items.push(", "this.#items.unshift("),
        ("items.ts", "found[1]", "found[0]"),
        ("items.ts", "return otherwise;", "return found;"),
        ("view.jsx", "item.count >= 0", "item.count > 0"),
        ("view.jsx", "shown.length ?", "!shown.length ?"),
        ("cart.js", "const known = this", "if (!item) return;\n    const known = this"),
    ],
)
def test_the_right_edit_is_among_those_proposed(path: str, wrong: str, right: str) -> None:
    expected = FILES[path].replace(wrong, right)
    assert expected != FILES[path]
    assert expected in [one.texts[path] for one in candidates(source_of(path))]


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
    ],
)
def test_edits_of_each_sort_are_proposed(wrong: str, right: str) -> None:
    text = _PROGRAMS[wrong]
    assert text.count(wrong) == 1
    proposed = [one.texts["uses.js"] for one in candidates(JAVASCRIPT.read("uses.js", text.encode()))]
    assert any("".join(one.split()) == "".join(text.replace(wrong, right).split()) for one in proposed)


@pytest.mark.parametrize(("sign", "negated"), [("===", False), ("!=", False), ("<", True)])
def test_an_equality_is_turned_by_its_operator_not_by_a_negation_around_it(sign: str, negated: bool) -> None:
    source = JAVASCRIPT.read("a.js", f"function f(a, b) {{ if (a {sign} b) return 1; return 2; }}".encode())
    found = {candidate.texts["a.js"] for candidate in candidates(source)}
    assert any(f"(!(a {sign} b)) return 1" in text for text in found) is negated


def test_a_statement_is_not_put_in_front_of_the_declaration_that_it_reads() -> None:
    text = "function f(a) {\n  const b = a + 1;\n  go(b);\n  stop(a);\n}\n"
    proposed = [one.texts["uses.js"] for one in candidates(JAVASCRIPT.read("uses.js", text.encode()))]
    assert "function f(a) {\n  go(b);\n  const b = a + 1;\n  stop(a);\n}\n" not in proposed
    assert "function f(a) {\n  const b = a + 1;\n  stop(a);\n  go(b);\n}\n" in proposed


def test_statements_without_a_block_are_counted() -> None:
    text = "function f(a) {\n  if (a)\n    one();\n  else if (!a)\n    two();\n  for (;;)\n    three();\n}\n"
    counted = JAVASCRIPT.with_counters(JAVASCRIPT.read("a.js", text.encode()), 0, "/lines")
    assert counted is not None
    assert all(f"__testfixLine({line})" in counted.splitlines()[line - 1] for line in (2, 3, 4, 5, 6, 7))


def test_a_module_of_types_alone_gets_no_counters() -> None:
    """With a statement of its own it would be no longer what its importers take it for."""
    text = "export type A = string;\n"
    assert JAVASCRIPT.with_counters(JAVASCRIPT.read("a.ts", text.encode()), 0, "/lines") == text


class CountingOrder(EditOrder):
    """Counts the edits that are weighed."""

    weighed = 0

    def weight(self, model: OrderModel, target: EditSite, producer: str, edit: Edit, rank: int, siblings: int) -> float:
        self.weighed += 1
        return super().weight(model, target, producer, edit, rank, siblings)


def test_edits_of_unlikely_kinds_wait_unweighed(write: Callable[[Mapping[str, str]], Path]) -> None:
    code = (
        "export function total(rows, rate) {\n  let sum = 0;\n  for (const row of rows) sum += row.price * row.count;\n"
    )
    sources = Sources(write({"total.js": code + "  return sum > 0 ? sum * rate : rate;\n}\n"}))
    source = sources.source("total.js")
    assert source is not None
    locations = [FaultLocation("total.js", line, 0.5, "total") for line in source.statements]
    order = CountingOrder(Naturalness([source]))
    found = single_edits(Space(sources, locations, FailureEvidence(), order=order), [])
    first = list(itertools.islice(found, 20))
    few = order.weighed
    everything = [*first, *found]
    assert few < len(everything) / 2 and order.weighed >= len(everything)
    assert [one.score for one in everything] == sorted((one.score for one in everything), reverse=True)
    assert len({one.fingerprint for one in everything}) == len(everything)


@pytest.mark.parametrize(
    ("before", "replacement", "after"),
    [
        ("return a / b;", "(b ? a / b : 0)", "return b ? a / b : 0;"),
        ("f(a / b);", "(b ? a / b : 0)", "f(b ? a / b : 0);"),
        ("f(a / b);", "(a, b)", "f((a, b));"),
        ("x = a / b + 1;", "(b ? a / b : 0)", "x = (b ? a / b : 0) + 1;"),
        ("x = a / b;", "(a ?? 0) / (b)", "x = (a ?? 0) / (b);"),
        ("x = a / b;", "(<A/>) && f(<B x={1}/>)", "x = (<A/>) && f(<B x={1}/>);"),
    ],
)
def test_brackets_around_a_whole_value_are_left_out(before: str, replacement: str, after: str) -> None:
    source = JAVASCRIPT.read("a.jsx", f"function g() {{ {before} }}".encode())
    (target,) = [
        one
        for one in (JsTarget(source, stmt, FailureEvidence()) for stmt in dict.fromkeys(source.statements.values()))
        if any(text(node) == "a / b" for node in one.nodes)
    ]
    (node,) = [one for one in target.of_type("binary_expression") if text(one) == "a / b"]
    assert apply_spans(source.text, target.edit(node, replacement, "a", 0.5).spans) == f"function g() {{ {after} }}"
