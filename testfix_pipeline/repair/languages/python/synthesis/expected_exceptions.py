"""Exceptions and messages that failing tests expect, read from the tests' source."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.core.python_code import is_text
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.failure_evidence import function_of_test
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

STATEMENTS = (ast.With, ast.AsyncWith, ast.Expr)
RAISES = {"raises", "assertRaises", "assertRaisesRegex"}
COMPARING = {"assertEqual", "assertEquals", "assertIn"}
CLASS = re.compile(r"<class '(?:[^']*\.)?(\w+)'")


@dataclass(frozen=True)
class ExpectedException:
    """An exception that a test expects: its class's name and a matching message, "" if the test checks none."""

    error: str
    message: str = ""


def expected_exceptions(test: TestId, message: str, line: int, root: Path) -> list[ExpectedException]:
    """The exceptions that a failing test expects. `message`: of its failure; `line`: the last line that it reached."""
    node = function_of_test(test, root)
    not_raised = _exceptions_not_raised([message])
    expected = list(dict.fromkeys(_exceptions_in(node, 0 if not_raised else line, node))) if node is not None else []
    if not not_raised:
        return expected
    known = [one for one in expected if one.error in not_raised]
    return [*known, *(ExpectedException(error) for error in sorted(not_raised - {one.error for one in known}))]


def _exceptions_in(node: ast.AST, line: int, test: ast.AST) -> Iterator[ExpectedException]:
    """Yields the expected exceptions of the whole test, or only of the statement around a line."""
    if line:
        enclosing = [n for n in ast.walk(node) if isinstance(n, STATEMENTS) and n.lineno <= line <= (n.end_lineno or 0)]
        for stmt in enclosing:
            yield from _exceptions_in(stmt, 0, test)
        return
    for call in (one for one in ast.walk(node) if isinstance(one, ast.Call)):
        name = called(call)
        if name in RAISES and call.args:
            kinds = call.args[0].elts if isinstance(call.args[0], ast.Tuple) else [call.args[0]]
            messages = [*_messages_of_pattern(call, name), *_compared_texts(test), ""]
            for kind in kinds:
                error = last_name(kind)
                if error:
                    yield from (ExpectedException(error, text) for text in messages[:2])


def _messages_of_pattern(call: ast.Call, name: str) -> Iterator[str]:
    """Yields a message that matches the regular expression for the exception."""
    patterns = [keyword.value for keyword in call.keywords if keyword.arg in ("match", "expected_regex")]
    patterns += call.args[1:2] if name == "assertRaisesRegex" else []
    for value in patterns:
        if isinstance(value, ast.Call) and value.args:  # re.escape("...")
            yield from (part.value for part in value.args[:1] if is_text(part))  # type: ignore[attr-defined]
        elif is_text(value):
            plain = _example_of_pattern(value.value)  # type: ignore[attr-defined]
            if _matches(value.value, plain):  # type: ignore[attr-defined]
                yield plain


def _matches(pattern: str, text: str) -> bool:
    try:
        return re.search(pattern, text) is not None
    except re.error:
        return False


def _example_of_pattern(pattern: str) -> str:
    plain = re.split(r"(?<!\\)\|", re.sub(r"^\(\?[a-z]+\)", "", pattern))[0]
    for form, sample in ((r"\\d[+*?]?", "1"), (r"\\w[+*?]?", "x"), (r"\\s[+*?]?", " ")):
        plain = re.sub(form, sample, plain)
    plain = re.sub(r"\\([^\w\s]|\s)", r"\1", plain.removeprefix("^").removesuffix("$"))
    return re.sub(r"\.[*+]\??", " ", plain)


def _compared_texts(node: ast.AST) -> Iterator[str]:
    """Yields texts that the test compares with a part of the exception."""
    for part in ast.walk(node):
        sides = [part.left, *part.comparators] if isinstance(part, ast.Compare) else []
        if isinstance(part, ast.Call) and called(part) in COMPARING:
            sides = part.args[:2]
        if sides:
            nodes = (node for side in sides for node in ast.walk(side))
            uses_exception = any(
                isinstance(n, ast.Attribute) and n.attr in ("value", "args", "exception") for n in nodes
            )
            if uses_exception:
                yield from (side.value for side in sides if is_text(side))  # type: ignore[attr-defined]


def with_values(message: str, values: Sequence[tuple[str, str]]) -> str:
    """The message as source text, with an f-string expression for each value in reach that occurs in it. `values`:
    (name, its repr).

    Short values count only if they occur once, as a word.
    """
    escaped = message.replace("{", "{{").replace("}", "}}")
    filled = escaped
    for name, text in values:
        plain = text[1:-1] if text[:1] in "'\"" else text
        word = re.compile(rf"(?<![\w{{.]){re.escape(plain)}(?![\w}}])")
        if len(text) > 2 and text in filled:
            filled = filled.replace(text, f"{{{name}!r}}", 1)
        elif plain.strip() and len(word.findall(filled)) == 1:
            filled = word.sub(lambda _: f"{{{name}}}", filled)  # noqa: B023
    return repr(message) if filled == escaped else "f" + _quoted(filled)


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


@dataclass(frozen=True)
class _RaisedException:
    """An exception that a file raises: its class as written, the whole call on one line, the names in it, and the
    constant parts of its message."""

    written: str
    text: str
    names: frozenset[str]
    message_parts: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the exception without its module."""
        return self.written.rpartition(".")[2]


@cached_per_search(256)
def raised_exceptions(source: SourceFile) -> Sequence[_RaisedException]:
    """The exceptions that a file raises, the deepest nested last."""
    calls = [node.exc for node in ast.walk(source.tree) if isinstance(node, ast.Raise)]
    found = [_raised_exception(source, call) for call in calls if isinstance(call, ast.Call) and last_name(call.func)]
    return [one for one in found if "\n" not in one.text]


def _raised_exception(source: SourceFile, call: ast.Call) -> _RaisedException:
    parts = list(ast.walk(call))
    names = frozenset(part.id for part in parts if isinstance(part, ast.Name))
    message_parts = tuple(
        part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )
    return _RaisedException(source.segment(call.func), source.segment(call), names, message_parts)


def _exceptions_not_raised(messages: Iterable[str]) -> set[str]:
    """The names of the exceptions that tests expected in vain, by the messages of pytest and unittest."""
    found: set[str] = set()
    for message in messages:
        found.update(re.findall(r"(\w+) not raised", message))
        for text in re.findall(r"DID NOT RAISE (.*)", message):
            found.update(CLASS.findall(text) or re.findall(r"(?:\w+\.)*(\w+)", text)[:1])
    return found
