"""Edits of code as npm packages have it: checks of types, patterns, options, containers that nothing fills."""

import pytest

from testfix_pipeline_tests.repair.languages.javascript.test_javascript_templates import proposed

FILLED = "function f(xs) {{\n  const found = {{}};\n  for (const x of xs) {{\n    g(x);\n{0}  }}\n  return found;\n}}\n"
DECODED = (
    "function f(text) {{\n  const found = {{}};\n  const key = text.trim();\n  g(key);\n{0}  return found;\n}}\n"
    "function decode(text) {{\n  return text;\n}}\nmodule.exports = f;\n"
)
MAPPED = "function f(xs, change) {{\n  return g(xs.split(','){0});\n}}\n"
FLAG = (
    "function f(xs) {{\n  let quoted = false;\n  for (const x of xs) {{\n    if (x.q) quoted = !quoted;\n"
    "{0}    add(x);\n  }}\n}}\n"
)
WRITTEN = "function f(a, b) {{\n  let name = '';\n  if (a) name = b;\n  return g({0});\n}}\n"
MATCHED = "const DIGIT = /\\d/;\nfunction f(x) {{\n  if ({0}) return 1;\n  return 2;\n}}\nmodule.exports = f;\n"
IMPORTED = "import {{ copy }} from './copy';\nexport function f(a, b) {{\n  a.n = 1;\n{0}  return a;\n}}\n"

MANY_TEXTS = "".join(f"k('text {number}');\n" for number in range(30))
EVENTS = (
    "class A {\n  emit(name, x) {\n    for (const one of this.on) {\n      one(name, x);\n    }\n  }\n"
    "  close() {\n    this.emit('closed');\n  }\n}\n"
)

CALLED = (
    "module.exports = size;\nfunction size(value, options) {\n  return format(value, options);\n}\n"
    "function format(value, options) {\n  if (value > options.most) {\n    return '';\n  }\n  return g(value);\n}\n"
)

EXAMPLES = [
    ("container.unfilled", FILLED.format(""), FILLED.format("    found[xs] = x;\n")),
    ("container.unfilled", DECODED.format(""), DECODED.format("  found[key] = decode(text);\n")),
    ("text.replaced", "if (typeof x === '') f();", "if (typeof x === 'function') f();"),
    ("text.replaced", MANY_TEXTS + "g('');\nh('near');\n", MANY_TEXTS + "g('near');\nh('near');\n"),
    ("negation.minus", "x = a.at(+1);", "x = a.at(-1);"),
    ("negation.minus", "x = -a + 1;", "x = +a + 1;"),
    ("wrapped.method", "x = (a || 'B');", "x = (a || 'B').toLowerCase();"),
    ("regex.replaced", r"x = /a\D/.test(b);", r"x = /a\d/.test(b);"),
    ("operator.replaced", "x = a * 2;", "x = a % 2;"),
    ("unread.mapped", MAPPED.format(""), MAPPED.format(".map(change)")),
    ("guard.true", FLAG.format(""), FLAG.format("    if (quoted) continue;\n")),
    ("unread.value", WRITTEN.format("a"), WRITTEN.format("name")),
    ("unread.condition", MATCHED.format("x > 1"), MATCHED.format("x > 1 || DIGIT.test(x)")),
    ("unread.statement", IMPORTED.format(""), IMPORTED.format("  copy(a, b);\n")),
    ("swap.arguments", "x = { a: 1, b: 2 };", "x = { a: 2, b: 1 };"),
    ("off-by-one.added", "f(1 << n);", "f((1 << n) - 1);"),
]


@pytest.mark.parametrize(("kind", "before", "after"), EXAMPLES)
def test_what_packages_lack_is_proposed(kind: str, before: str, after: str) -> None:
    assert (kind, after) in proposed(before)


@pytest.mark.parametrize(
    ("before", "senseless"),
    [
        (EVENTS, "    for (const one of this.on) {\n      this.emit('closed');"),
        (EVENTS, "      one(name, x);\n      this.emit(name, x);"),
        (CALLED, "size(value, options)) {"),
        ("x = { a: 1, b: 2 };", "{ b: 2, a: 1 }"),
        ("x = Math.pow(a, 2);", "(Math - 1)"),
        ("f(1 << n);", "f(1 << n - 1);"),
        ("if (a || b) f();", "(a || b).trim()"),
    ],
)
def test_what_makes_no_sense_is_not_proposed(before: str, senseless: str) -> None:
    assert [kind for kind, after in proposed(before) if senseless in after] == []


def test_a_call_of_another_method_is_copied() -> None:
    edits = proposed(EVENTS.replace("emit(name, x) {", "send(name, x) {"))
    assert "copied.before" in {kind for kind, after in edits if after.count("'closed'") > 1}
