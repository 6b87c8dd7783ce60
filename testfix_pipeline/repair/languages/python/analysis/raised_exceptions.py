"""The exceptions that a file raises, and those that tests expected in vain."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

CLASS = re.compile(r"<class '(?:[^']*\.)?(\w+)'")


@dataclass(frozen=True)
class RaisedException:
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
def raised_exceptions(source: SourceFile) -> Sequence[RaisedException]:
    """The exceptions that a file raises, the deepest nested last."""
    calls = [node.exc for node in ast.walk(source.tree) if isinstance(node, ast.Raise)]
    found = [_raised_exception(source, call) for call in calls if isinstance(call, ast.Call) and last_name(call.func)]
    return [one for one in found if "\n" not in one.text]


def _raised_exception(source: SourceFile, call: ast.Call) -> RaisedException:
    parts = list(ast.walk(call))
    names = frozenset(part.id for part in parts if isinstance(part, ast.Name))
    message_parts = tuple(
        part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)
    )
    return RaisedException(source.segment(call.func), source.segment(call), names, message_parts)


def exceptions_not_raised(messages: Iterable[str]) -> set[str]:
    """The names of the exceptions that tests expected in vain, by the messages of pytest and unittest."""
    found: set[str] = set()
    for message in messages:
        found.update(re.findall(r"(\w+) not raised", message))
        for text in re.findall(r"DID NOT RAISE (.*)", message):
            found.update(CLASS.findall(text) or re.findall(r"(?:\w+\.)*(\w+)", text)[:1])
    return found
