"""What failing tests say that they wait for: exceptions with their messages, read from the tests' source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.analysis.raised_exceptions import missed
from testfix_pipeline.repair.languages.python.failure_evidence import function_of_test

STATEMENTS = (ast.With, ast.AsyncWith, ast.Expr)
RAISES = {"raises", "assertRaises", "assertRaisesRegex"}
COMPARING = {"assertEqual", "assertEquals", "assertIn"}


@dataclass(frozen=True)
class ExpectedException:
    """An exception that a test waits for: its class's name and a message that would do, "" where none is asked for."""

    error: str
    message: str = ""


def wanted(test: TestId, message: str, line: int, root: Path) -> list[ExpectedException]:
    """The exceptions that a failing test waits for. `message`: what it said; `line`: the last line that it reached."""
    node = function_of_test(test, root)
    in_vain = missed([message])
    named = list(dict.fromkeys(_named(node, 0 if in_vain else line, node))) if node is not None else []
    if not in_vain:
        return named
    known = [one for one in named if one.error in in_vain]
    return [*known, *(ExpectedException(error) for error in sorted(in_vain - {one.error for one in known}))]


def _named(node: ast.AST, line: int, test: ast.AST) -> Iterator[ExpectedException]:
    """Those of the whole test, or, with a line, of the statement around it alone."""
    if line:
        around = [n for n in ast.walk(node) if isinstance(n, STATEMENTS) and n.lineno <= line <= (n.end_lineno or 0)]
        for stmt in around:
            yield from _named(stmt, 0, test)
        return
    for call in (one for one in ast.walk(node) if isinstance(one, ast.Call)):
        name = called(call)
        if name in RAISES and call.args:
            kinds = call.args[0].elts if isinstance(call.args[0], ast.Tuple) else [call.args[0]]
            said = [*_pattern(call, name), *_compared(test), ""]
            for kind in kinds:
                error = last_name(kind)
                if error:
                    yield from (ExpectedException(error, text) for text in said[:2])


def _pattern(call: ast.Call, name: str) -> Iterator[str]:
    """The message behind a regular expression that the exception must match."""
    given = [keyword.value for keyword in call.keywords if keyword.arg in ("match", "expected_regex")]
    given += call.args[1:2] if name == "assertRaisesRegex" else []
    for value in given:
        if isinstance(value, ast.Call) and value.args:  # re.escape("...")
            yield from (part.value for part in value.args[:1] if _is_text(part))  # type: ignore[attr-defined]
        elif _is_text(value):
            plain = _unescaped(value.value)  # type: ignore[attr-defined]
            if _matches(value.value, plain):  # type: ignore[attr-defined]
                yield plain


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _matches(pattern: str, text: str) -> bool:
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


def _unescaped(pattern: str) -> str:
    plain = re.split(r"(?<!\\)\|", re.sub(r"^\(\?[a-z]+\)", "", pattern))[0]
    for form, sample in ((r"\\d[+*?]?", "1"), (r"\\w[+*?]?", "x"), (r"\\s[+*?]?", " ")):
        plain = re.sub(form, sample, plain)
    plain = re.sub(r"\\([^\w\s]|\s)", r"\1", plain.removeprefix("^").removesuffix("$"))
    return re.sub(r"\.[*+]\??", " ", plain)


def _compared(node: ast.AST) -> Iterator[str]:
    """Texts that the test compares with something that is made of the exception."""
    for part in ast.walk(node):
        sides = [part.left, *part.comparators] if isinstance(part, ast.Compare) else []
        if isinstance(part, ast.Call) and called(part) in COMPARING:
            sides = part.args[:2]
        if sides:
            made = any(isinstance(n, ast.Attribute) and n.attr in ("value", "args", "exception") for side in sides
                       for n in ast.walk(side))  # fmt: skip
            if made:
                yield from (side.value for side in sides if _is_text(side))  # type: ignore[attr-defined]


def with_values(message: str, values: Sequence[tuple[str, str]]) -> str:
    """The message as source text; where it speaks of a value in reach, that is put in. `values`: (name, its repr).

    Short values count where the message has them once, as a word.
    """
    made = message.replace("{", "{{").replace("}", "}}")
    filled = made
    for name, text in values:
        plain = text[1:-1] if text[:1] in "'\"" else text
        word = re.compile(rf"(?<![\w{{.]){re.escape(plain)}(?![\w}}])")
        if len(text) > 2 and text in filled:
            filled = filled.replace(text, f"{{{name}!r}}", 1)
        elif plain.strip() and len(word.findall(filled)) == 1:
            filled = word.sub(lambda _: f"{{{name}}}", filled)  # noqa: B023
    return repr(message) if filled == made else "f" + _quoted(filled)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
