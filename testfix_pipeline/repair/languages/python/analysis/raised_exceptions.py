"""What a file raises, and what tests say that nobody raised."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import remembered

CLASS = re.compile(r"<class '(?:[^']*\.)?(\w+)'")


@dataclass(frozen=True)
class Raised:
    """An exception as a file makes it: its class as it is written, the whole call on one line, the names in it and
    the constant parts of what it says."""

    written: str
    text: str
    names: frozenset[str]
    said: tuple[str, ...]

    @property
    def name(self) -> str:
        """The name of the exception without its module."""
        return self.written.rpartition(".")[2]


@remembered(256)
def raised(source: SourceFile) -> Sequence[Raised]:
    """Of the whole file, level by level: what stands deepest comes last."""
    calls = [node.exc for node in ast.walk(source.tree) if isinstance(node, ast.Raise)]
    made = [_raised(source, call) for call in calls if isinstance(call, ast.Call) and last_name(call.func)]
    return [one for one in made if "\n" not in one.text]


def _raised(source: SourceFile, call: ast.Call) -> Raised:
    parts = list(ast.walk(call))
    names = frozenset(part.id for part in parts if isinstance(part, ast.Name))
    said = tuple(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
    return Raised(source.segment(call.func), source.segment(call), names, said)


def missed(messages: Iterable[str]) -> set[str]:
    """The names of the exceptions that tests waited for in vain, from what pytest and unittest say of it."""
    found: set[str] = set()
    for message in messages:
        found.update(re.findall(r"(\w+) not raised", message))
        for text in re.findall(r"DID NOT RAISE (.*)", message):
            found.update(CLASS.findall(text) or re.findall(r"(?:\w+\.)*(\w+)", text)[:1])
    return found
