"""Errors that failing tests expect, and guards in front of a statement that throw them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.constants import constant
from testfix_pipeline.core.patch_policy.javascript.grammar import parse
from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of

_GIVEN_CODE = frozenset({"throws", "rejects", "throwsAsync"})
"""Assertions whose first argument is the code that has to throw."""
_OF_CODE = frozenset({"toThrow", "toThrowError", "throw", "throws", "Throw", "rejectedWith"})
_CLASS = re.compile(r"[A-Z]\w*")
_ESCAPE = re.compile(r"\\(\W)")
_NOT_PLAIN = re.compile(r"(?<!\\)[.*+?()\[\]{}|]|\\\w")


def expected_errors(failures: Sequence[Failure], root: Path) -> Iterator[tuple[str, str]]:
    """Yields the class and the message, "" where it says none, of each error that a failing assertion expects."""
    for failure in failures:
        file = failure.test.file
        line = next((frame.line for frame in failure.frames if frame.file == file), 0)
        code = read_text(root / file) if line else ""
        if any(name in code for name in (*_GIVEN_CODE, *_OF_CODE)):
            for call in parse(file, code).of_type("call_expression"):
                if call.start_point[0] + 1 <= line <= call.end_point[0] + 1:
                    yield from _expected_by(call)


def _expected_by(call: Node) -> Iterator[tuple[str, str]]:
    name, given = method_of(call) or text(field(call, "function")), arguments_of(call)
    is_of_code = text(field(field(call, "function"), "object")).startswith(("expect", "(", "await"))
    if name in _GIVEN_CODE and not is_of_code:
        given = given[1:]
    elif name not in _OF_CODE:
        return
    error, messages = "Error", []
    for one in given:
        if one.type in ("identifier", "member_expression") and _CLASS.fullmatch(text(one).rpartition(".")[2]):
            error = text(one).rpartition(".")[2]
        elif one.type == "new_expression":
            error = text(field(one, "constructor"))
            messages += [_message(each) for each in arguments_of(one)[:1]]
        elif one.type == "object":
            values = {text(field(pair, "key")): field(pair, "value") for pair in one.named_children}
            error = _message(values.get("name")) or error
            messages.append(_message(values.get("message")))
        else:
            messages.append(_message(one))
    yield error, next(filter(None, messages), "")


def _message(node: Node | None) -> str:
    """The text of a literal; of a regular expression where it stands for one text."""
    if node is not None and node.type == "regex":
        pattern = text(node)[1:].rpartition("/")[0].removeprefix("^").removesuffix("$")
        return "" if _NOT_PLAIN.search(pattern) else _ESCAPE.sub(r"\1", pattern)
    found = constant(node) if node is not None and node.type in ("string", "template_string") else None
    return found if isinstance(found, str) else ""
