"""A source file for the core of the engine: its exact text, its statements and its functions.

Each language has a subclass with its own parser; the core knows statements and functions only by the protocols here.
Edits are spans of the text, so everything outside an edit keeps its bytes: line ends, encoding, BOM.
"""

from __future__ import annotations

import codecs
from abc import ABC, abstractmethod
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from testfix_pipeline.repair.model.source_languages import SourceLanguage, source_language_of


class Statement(Hashable, Protocol):
    """A statement: lines count from 1, the last one is included."""

    @property
    def lineno(self) -> int: ...

    @property
    def end_lineno(self) -> int | None: ...


class Owner(Statement, Protocol):
    """The class that a method belongs to."""

    @property
    def name(self) -> str: ...


class Function(Hashable, Protocol):
    """A function or method. `node` is its statement, `owner` the class that contains it."""

    @property
    def name(self) -> str: ...

    @property
    def qualname(self) -> str: ...

    @property
    def node(self) -> Statement: ...

    @property
    def owner(self) -> Owner | None: ...


class SourceText(ABC):
    """One file. `path` is relative to the project's root; `absent`: the file does not exist yet, an edit creates it.

    Raises ValueError if it cannot be decoded, SyntaxError if it cannot be parsed. Arguments `stmt` are statements of
    the same file.
    """

    parses = True

    def __init__(self, path: str, raw: bytes, absent: bool = False) -> None:
        self.path = path
        self.absent = absent
        self.text, self.encoding = self.decoded(raw)
        if "\r" in self.text.replace("\r\n", ""):
            raise ValueError(f"{path} has bare carriage returns")
        self.line_starts = _line_starts(self.text)
        self.newline = "\r\n" if "\r\n" in self.text else "\n"

    @staticmethod
    def decoded(raw: bytes) -> tuple[str, str]:
        """(text with its line ends, encoding): UTF-8, unless the language overrides this.

        Raises ValueError if the bytes cannot be decoded.
        """
        marked = raw.startswith(codecs.BOM_UTF8)
        return raw.removeprefix(codecs.BOM_UTF8).decode(), "utf-8-sig" if marked else "utf-8"

    @cached_property
    def language(self) -> SourceLanguage:
        """The language that the file is read with."""
        return source_language_of(self.path)

    # -- text ----------------------------------------------------------------------------------------------------------

    def encode(self, text: str) -> bytes:
        """The bytes of an edited text, in the file's encoding and with its byte order mark."""
        return text.encode(self.encoding)

    def line_text(self, line: int) -> str:
        start = self.line_starts[line - 1]
        end = self.line_starts[line] if line < len(self.line_starts) else len(self.text)
        return self.text[start:end]

    def line_at(self, offset: int) -> int:
        low, high = 0, len(self.line_starts) - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.line_starts[middle] <= offset else (low, middle - 1)
        return low + 1

    # -- from the language's parser ------------------------------------------------------------------------------------

    @property
    @abstractmethod
    def statements(self) -> Mapping[int, Statement]:
        """The statement of each line: all lines of a simple one, the header of a compound one."""

    @property
    def outermost(self) -> Sequence[Statement]:
        """The statements that are in no other, in order."""
        found = dict.fromkeys(self.statements[line] for line in sorted(self.statements))
        inner = {one for stmt in found for one in statements_under(self, stmt)}
        return [stmt for stmt in found if stmt not in inner]

    @property
    def functions(self) -> Sequence[Function]:
        """All functions and methods, outer ones before nested ones."""
        return ()

    def function_of(self, stmt: Any) -> Function | None:
        """The innermost function whose body contains a statement. A function's own header belongs to its
        surroundings."""
        return None

    def holder(self, stmt: Any) -> Function | None:
        """The function that a statement belongs to: the one whose header it is, else the one whose body contains it."""
        return self.function_of(stmt)

    def lines_of(self, stmt: Any) -> range:
        """The lines of a statement's own code, without its blocks."""
        return range(stmt.lineno, (stmt.end_lineno or stmt.lineno) + 1)

    def body_lines(self, function: Any) -> range:
        """The lines of a function's body."""
        return range(function.node.lineno + 1, (function.node.end_lineno or function.node.lineno) + 1)

    def blocks(self, stmt: Any) -> Sequence[Sequence[Statement]]:
        """The statement lists directly under a statement."""
        return ()

    def roles(self, stmt: Any) -> Collection[str]:
        """The roles of a statement: "condition" (an if), "branching" (it decides whether its blocks run), "definition"
        (of a function or class), "return", "complaint" (it raises or warns), "documentation"."""
        return ()

    def may_be_in_body(self, line: int) -> bool:
        """Whether a line may be in a function's body, by its text alone."""
        return True


def statements_under(source: SourceText, stmt: Statement) -> Iterator[Statement]:
    """Yields all statements in the blocks of a statement, nested ones included."""
    for block in source.blocks(stmt):
        for one in block:
            yield one
            yield from statements_under(source, one)


def _line_starts(text: str) -> list[int]:
    starts, position = [0], text.find("\n")
    while position >= 0:
        starts.append(position + 1)
        position = text.find("\n", position + 1)
    return starts
