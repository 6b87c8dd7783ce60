# ruff: noqa: E501 - lines of other programs
"""Small JavaScript projects with real defects, each written for every framework."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline_tests.frameworks.dialects.javascript import JavaScriptDialect

Cases = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Program:
    """A source file with defects. cases: (call, expected value) as the tests have them, as text. exports: its names.

    known: of the main defect, (arguments, expected value); `function` has it. fixes: for each defect, ways to fix it as
    (old text, new text).
    """

    name: str
    source: str
    exports: tuple[str, ...]
    function: str
    cases: Cases
    known: Cases
    fixes: tuple[tuple[tuple[str, str], ...], ...]


@dataclass(frozen=True)
class Project:
    """A program with tests of one framework."""

    program: Program
    dialect: JavaScriptDialect

    @property
    def name(self) -> str:
        return f"{self.program.name}, {self.dialect.adapter}{' as modules' * self.dialect.is_module}"

    @property
    def adapter(self) -> str:
        return self.dialect.adapter

    def tests(self) -> list[str]:
        """The paths of the files that belong to the tests."""
        return [self.test]

    @property
    def path(self) -> str:
        return f"src/{self.program.name}.js"

    @property
    def test(self) -> str:
        return f"test/{self.program.name}{self.dialect.suffix}"

    def source(self, text: str) -> str:
        """The source with its exports, as CommonJS or as a module."""
        names = ", ".join(self.program.exports)
        return f"{text}\n" + (
            f"export {{ {names} }};\n" if self.dialect.is_module else f"module.exports = {{ {names} }};\n"
        )

    def files(self) -> Mapping[str, str]:
        """All files of the project."""
        dialect, names = self.dialect, ", ".join(self.program.exports)
        path = f"../{self.path}"
        load = (
            f"import {{ {names} }} from '{path}';" if dialect.is_module else f"const {{ {names} }} = require('{path}');"
        )
        cases = [
            f"{dialect.test}({json.dumps(call)}, () => {{ {dialect.equal.format(a=call, b=value)} }});"
            for call, value in self.program.cases
        ]
        kind = {"type": "module"} if dialect.is_module else {}
        manifest = json.dumps({"name": self.program.name, "private": True, **kind, **dialect.package}, indent=2)
        tests = "\n".join([dialect.head, load, *cases, ""])
        return {"package.json": manifest, self.path: self.source(self.program.source), self.test: tests}

    def write(self, folder: Path, files: Mapping[str, str | None]) -> None:
        """The project in a new folder, with some files changed."""
        for path, text in {**self.files(), **files}.items():
            if text is not None:
                (folder / path).parent.mkdir(parents=True, exist_ok=True)
                (folder / path).write_text(text)
        self.dialect.prepare(folder)


TILL = Program(
    "till",
    """\
/** Prices in cents. */
const RATES = { food: 7, books: 7, other: 19 };

function gross(net, kind) {
  return net + Math.floor((net * RATES[kind]) / 100);
}

function parse(text) {
  const [whole, cents] = text.split('.');
  return Number(whole) * 100 + Number(cents || 0);
}

function shares(total, people) {
  const share = Math.floor(total / people);
  return Array.from({ length: people }, () => share).join(' ');
}
""",
    ("gross", "parse", "shares"),
    "gross",
    (
        ("gross(1010, 'food')", "1081"),
        ("gross(1999, 'other')", "2379"),
        ("gross(100, 'books')", "107"),
        ("parse('12.5')", "1250"),
        ("parse('12.05')", "1205"),
        ("parse('7')", "700"),
        ("shares(100, 3)", "'34 33 33'"),
        ("shares(90, 3)", "'30 30 30'"),
    ),
    (("1010, 'food'", "1081"), ("1999, 'other'", "2379")),
    (
        (
            ("Math.floor((net * RATES[kind]) / 100)", "Math.round((net * RATES[kind]) / 100)"),
            ("Math.floor((net * RATES[kind]) / 100)", "Math.floor((net * RATES[kind] + 50) / 100)"),
            (
                "return net + Math.floor((net * RATES[kind]) / 100);",
                "const tax = net * RATES[kind];\n  const rest = tax % 100;\n  return net + (tax - rest) / 100 + (rest >= 50 ? 1 : 0);",
            ),
            (
                "return net + Math.floor((net * RATES[kind]) / 100);",
                "try {\n    return net + Number(((net * RATES[kind]) / 100).toFixed(0));\n  } catch (error) {\n    console.error(error.stack);\n    throw error;\n  }",
            ),
        ),
        (
            ("Number(cents || 0)", "Number((cents || '').padEnd(2, '0'))"),
            (
                "const [whole, cents] = text.split('.');",
                "let [whole, cents] = text.split('.');\n  if (cents && cents.length === 1) cents += '0';",
            ),
            ("return Number(whole) * 100 + Number(cents || 0);", "return Math.round(Number.parseFloat(text) * 100);"),
            (
                "const [whole, cents] = text.split('.');",
                "const match = /^(\\d+)(?:\\.(\\d{1,2}))?$/.exec(text);\n  if (!match) throw new RangeError(`no price: ${text}`);\n  const whole = match[1];\n  const cents = (match[2] || '').padEnd(2, '0');",
            ),
        ),
        (
            (
                "Array.from({ length: people }, () => share)",
                "Array.from({ length: people }, (_, at) => share + (at < total % people ? 1 : 0))",
            ),
            (
                "return Array.from({ length: people }, () => share).join(' ');",
                "const out = new Array(people).fill(share);\n  for (let at = 0; at < total % people; at++) out[at] += 1;\n  return out.join(' ');",
            ),
            (
                "() => share)",
                "(_, at) => Math.floor((total * (people - at)) / people) - Math.floor((total * (people - at - 1)) / people))",
            ),
        ),
    ),
)

WORDS = Program(
    "words",
    """\
const STOP = new Set(['the', 'and', 'of']);

class Index {
  constructor() { this.stack = []; }
  push(word) { this.stack.push(word); return this.stack.length - 1; }
}

function slug(title) {
  return title.toLowerCase().replace(' ', '-');
}

function longest(text) {
  let best = '';
  for (const word of text.split(' ')) if (word.length < best.length) best = word;
  return best;
}

function keywords(text) {
  return text.split(' ').filter((word) => STOP.has(word)).join(' ');
}

function place(word) {
  const index = new Index();
  index.push('first');
  return index.push(word);
}
""",
    ("slug", "longest", "keywords", "place"),
    "slug",
    (
        ("slug('A Tale Of Two Cities')", "'a-tale-of-two-cities'"),
        ("slug('Great Expectations Again')", "'great-expectations-again'"),
        ("longest('a quiet afternoon')", "'afternoon'"),
        ("keywords('the whale and sea')", "'whale sea'"),
        ("place('x')", "1"),
    ),
    (
        ("'A Tale Of Two Cities'", "'a-tale-of-two-cities'"),
        ("'Great Expectations Again'", "'great-expectations-again'"),
    ),
    (
        (
            (".replace(' ', '-')", ".replaceAll(' ', '-')"),
            (".replace(' ', '-')", ".replace(/ /g, '-')"),
            (".replace(' ', '-')", ".split(' ').join('-')"),
            (
                "return title.toLowerCase().replace(' ', '-');",
                "const test = /\\s/;\n  return [...title.toLowerCase()].map((one) => (test.test(one) ? '-' : one)).join('');",
            ),
        ),
        (
            ("word.length < best.length", "word.length > best.length"),
            (
                "let best = '';\n  for (const word of text.split(' ')) if (word.length < best.length) best = word;\n  return best;",
                "return text.split(' ').sort((a, b) => b.length - a.length)[0];",
            ),
        ),
        (("STOP.has(word)", "!STOP.has(word)"), ("filter((word) => STOP.has(word))", "filter((it) => !STOP.has(it))")),
    ),
)
PROGRAMS = (TILL, WORDS)
