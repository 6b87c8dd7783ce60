"""Ids of tests, sessions and failures as types: text on disk, with the parts that other modules ask for.

Session files hold ids as the text that they are, so that every version reads those of every other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NewType, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

SessionId = NewType("SessionId", str)
"""The name of a session's folder and branch: `WFS-...`, as `identifiers.check_session_id` allows it."""

FailureSignature = NewType("FailureSignature", str)
"""What failures with a common cause share, on one line: see `signatures.signature`."""

_SEPARATOR = "::"
_PART = re.compile(r"\\.|::|\[|[^\\:\[]+|.", re.DOTALL)
# In a title: a backslash, the bracket that would begin parameters, and colons that could be read as a separator.
_AMBIGUOUS = re.compile(r"\\|\[|:(?=:|$)|(?<=:):|^:")
_OCCURRENCE = re.compile(r" #(\d+)$")


class TestId(str):
    """The id of a test: its file, the titles from the outermost group to the test, and which of several namesakes.

    The text is `file::title::...::title`, as pytest has it, with ` #2` for the second test of the same titles, which
    other frameworks allow. The id of a file alone stands for the error that kept the file from being collected.
    """

    __slots__ = ()
    __test__ = False  # pytest: not a class of tests

    @classmethod
    def of(cls, file: str, titles: Sequence[str] = (), occurrence: int = 1) -> Self:
        """The id of these parts. file: relative to the project, with `/`; occurrence: counted from 1.

        Characters of a title that would be read as something else get a backslash. What follows the first `[` of the
        last title are its parameters, and stay as they are.
        """
        if not titles:
            return cls(file)
        *groups, last = titles
        name, bracket, parameters = last.partition("[")
        text = _SEPARATOR.join([file, *map(_escaped, groups), _escaped(name) + bracket + parameters])
        return cls(f"{text} #{occurrence}" if occurrence > 1 or _OCCURRENCE.search(text) else text)

    @property
    def file(self) -> str:
        """The test's file, relative to the project, with `/`."""
        return self.partition(_SEPARATOR)[0]

    @property
    def titles(self) -> tuple[str, ...]:
        """The names from the outermost group (a class in Python) to the test, its parameters included; none of a file.

        `::` within parameters separates nothing.
        """
        if self.is_file:
            return ()
        rest, found = _OCCURRENCE.sub("", self).partition(_SEPARATOR)[2], [""]
        for part in _PART.finditer(rest):
            if part[0] == "[":
                found[-1] += rest[part.start() :]
                break
            if part[0] == _SEPARATOR:
                found.append("")
            else:
                found[-1] += part[0].removeprefix("\\") or part[0]
        return tuple(found)

    @property
    def occurrence(self) -> int:
        """Which of the tests of the same file and titles this is, counted from 1."""
        found = None if self.is_file else _OCCURRENCE.search(self)
        return int(found[1]) if found else 1

    @property
    def is_file(self) -> bool:
        """Whether this names a file (a collection error) and not a test."""
        return _SEPARATOR not in self

    @property
    def function(self) -> str:
        """The last title without its parameters: the name of the test function; "" of a file."""
        return self.titles[-1].partition("[")[0] if self.titles else ""

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


def _escaped(title: str) -> str:
    return _AMBIGUOUS.sub(lambda match: f"\\{match[0]}", title)
