"""Ids of tests, sessions and failures as types: text on disk, with the parts that other modules ask for.

Session files hold ids as the text that they are, so that every version reads those of every other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NewType, Self, TypeVar

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

SessionId = NewType("SessionId", str)
"""The name of a session's folder and branch: `WFS-...`.

What a user types is a `str` until `identifiers.check_session_id` allows it; a `SessionId(...)` elsewhere is a folder's
name or a stored id, which `session_folder` checks.
"""

FailureSignature = NewType("FailureSignature", str)
"""What failures with a common cause share, on one line: see `signatures.signature`."""

_SEPARATOR = "::"
_MOST_OCCURRENCES = 999_999_999
_NUMBER = r"([2-9]|[1-9][0-9]{1,8})\Z"
_OCCURRENCE = re.compile(f"::#{_NUMBER}")
# Every rule that follows puts one backslash more into a text that could be mistaken, and one less when it is read.
_LIKE_OCCURRENCE = re.compile(rf"(?<=::#)(\\*+)(?={_NUMBER})")
_BETWEEN_COLONS = re.compile(r"(?<=:)(\\*+)(?=:)")
_AFTER_LAST_COLON = re.compile(r"(?<=:)(\\*+)\Z")
_BEFORE_BRACKET = re.compile(r"(?<!\\)(\\*+)(?=\[)")
_PARAMETERS = re.compile(r"(?<!\\)\[")


AnyId = TypeVar("AnyId", bound=str)
"""A test's id, as text or as TestId: what goes in comes out."""
_NAMED = {"\n": "n", "\r": "r", "\t": "t"}
_CHARACTERS = {name: character for character, name in _NAMED.items()}
# Controls, line separators, marks that reorder text, and halves of pairs.
_UNREADABLE = "\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff"
_NAME = "n|r|t|u[0-9a-f]{4}"
_TO_ESCAPE = re.compile(rf"(?<!\\)(\\*+)(?:([{_UNREADABLE}])|(?=({_NAME})))")
_ESCAPED = re.compile(rf"(?<!\\)(\\++)({_NAME})")
_UNREADABLE_CHARACTER = re.compile(f"[{_UNREADABLE}]")


class TestId(str):
    """The id of a test: its file, the titles from the outermost group to the test, and which of several namesakes.

    The text is `file::title::...::title`, as pytest has it. It ends in `::#2` for the second test of the same titles,
    which other frameworks allow: no test of pytest has that as its whole name. The id of a file alone stands for the
    error that kept the file from being collected. `of` and the properties lose nothing, whatever a title holds, and
    every text without control characters is what `of` writes for its parts.
    """

    __slots__ = ()
    __test__ = False  # pytest: not a class of tests

    @classmethod
    def of(cls, file: str, titles: Sequence[str] = (), occurrence: int = 1) -> Self:
        """The id of these parts, on one line. file: relative to the project, with `/`; occurrence: counted from 1.

        What would be read as something else gets a backslash, and control characters are spelt out. What follows the
        first `[` of the last title are its parameters: `::` separates nothing there.
        Raises ValueError if the occurrence is below 1 or has more than nine digits.
        """
        if not 1 <= occurrence <= _MOST_OCCURRENCES:
            raise ValueError("The occurrence of a test is a number of one to nine digits, counted from 1.")
        if not titles:
            return cls(_escaped(file))
        *groups, last = titles
        rest = _SEPARATOR.join([*map(_escaped_group, groups), _escaped_last(last)])
        rest = f"{rest}::#{occurrence}" if occurrence > 1 else _LIKE_OCCURRENCE.sub(_more, rest)
        return cls(_closed(_escaped(file)) + _SEPARATOR + rest)

    @property
    def file(self) -> str:
        """The test's file, relative to the project, with `/`."""
        file, separator, _ = self.partition(_SEPARATOR)
        return _original(_AFTER_LAST_COLON.sub(_less, file) if separator else file)

    @property
    def file_id(self) -> Self:
        """The id of the test's file alone: that of the error that keeps the file from being collected."""
        return self if self.is_file else type(self)(_escaped(self.file))

    @property
    def titles(self) -> tuple[str, ...]:
        """The names from the outermost group (a class in Python) to the test, its parameters included; none of a file.

        `::` within parameters separates nothing.
        """
        if self.is_file:
            return ()
        rest = _OCCURRENCE.sub("", self._rest) if self.occurrence > 1 else _LIKE_OCCURRENCE.sub(_less, self._rest)
        head, parameters = _split_parameters(rest)
        *groups, last = head.split(_SEPARATOR)
        return (*map(_original_group, groups), _original(last) + _unescape_characters(parameters))

    @property
    def occurrence(self) -> int:
        """Which of the tests of the same file and titles this is, counted from 1."""
        found = _OCCURRENCE.search(self._rest)
        return int(found[1]) if found else 1

    @property
    def is_file(self) -> bool:
        """Whether this names a file (a collection error) and not a test."""
        return _SEPARATOR not in self

    @property
    def function(self) -> str:
        """The last title without its parameters: the name of the test function; "" of a file."""
        return self.titles[-1].partition("[")[0] if self.titles else ""

    @property
    def _rest(self) -> str:
        return self.partition(_SEPARATOR)[2]

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())


def file_of(test: str) -> str:
    """The file of a test's id, relative to the project, with `/`."""
    return TestId(test).file


def name_in_file(test: str) -> str:
    """What follows the file in a test's id as it is written: classes, name and parameters; "" of a file."""
    return test.partition(_SEPARATOR)[2]


def group_of(test: str) -> str:
    """A test's id without its last title: that of its class or file; "" of a file."""
    return test.rpartition(_SEPARATOR)[0]


def last_title(test: str) -> str:
    """The last title in the text of a test's id, with its parameters; a file's whole name."""
    return test.rpartition(_SEPARATOR)[2]


def _more(match: re.Match[str]) -> str:
    return f"\\{match[1]}"


def _less(match: re.Match[str]) -> str:
    return match[1][1:]


def _escaped(text: str) -> str:
    return _BETWEEN_COLONS.sub(_more, escape_characters(text))


def _original(text: str) -> str:
    return _unescape_characters(_BETWEEN_COLONS.sub(_less, text))


def _closed(part: str) -> str:
    """A part to which a separator can be added: a colon at its end does not become a part of that."""
    return _AFTER_LAST_COLON.sub(_more, part)


def _escaped_group(title: str) -> str:
    return _closed(_BEFORE_BRACKET.sub(_more, _escaped(title)))


def _original_group(part: str) -> str:
    return _original(_BEFORE_BRACKET.sub(_less, _AFTER_LAST_COLON.sub(_less, part)))


def _escaped_last(title: str) -> str:
    head, parameters = _split_parameters(title)
    return _escaped(head) + escape_characters(parameters)


def _split_parameters(text: str) -> tuple[str, str]:
    found = _PARAMETERS.search(text)
    return (text[: found.start()], text[found.start() :]) if found else (text, "")


def escape_characters(text: str) -> str:
    r"""`text` on one line: a line feed as `\n`, other characters that can't be read as `\u202e`.

    Backslashes are doubled before what is, or looks like, such an escape, and stay as they are elsewhere.
    """
    return _TO_ESCAPE.sub(_escape, text)


def _unescape_characters(text: str) -> str:
    """The text that `escape_characters` has written as `text`."""
    return _ESCAPED.sub(_unescape, text)


def _escape(match: re.Match[str]) -> str:
    slashes, character, name = match.groups()
    if character is not None:
        return f"{slashes * 2}\\{_name_of(character)}"
    return slashes * 2 if _named_character(name) else slashes


def _unescape(match: re.Match[str]) -> str:
    slashes, name = match.groups()
    character = _named_character(name)
    if character is None:
        return match[0]
    return slashes[: len(slashes) // 2] + (character if len(slashes) % 2 else name)


def _name_of(character: str) -> str:
    return _NAMED.get(character) or f"u{ord(character):04x}"


def _named_character(name: str) -> str | None:
    """The unreadable character that is written with this name, None if it is written otherwise or as it is."""
    character = _CHARACTERS.get(name) or chr(int(name[1:] or "0", 16))
    return character if _UNREADABLE_CHARACTER.match(character) and _name_of(character) == name else None
