"""The identity of a test in any framework, and its text form."""

from __future__ import annotations

import re
from dataclasses import dataclass

_SEPARATOR = "::"
_NAMED = {"\n": "n", "\r": "r", "\t": "t"}
_CHARACTERS = {name: character for character, name in _NAMED.items()}
# Controls, line separators, marks that reorder text, and halves of pairs: unreadable, or not to be written to a file.
_UNREADABLE = "\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff"
_TO_ESCAPE = re.compile(rf"(\\*)(?:([{_UNREADABLE}])|(?=(n|r|t|u[0-9a-f]{{4}})))")
_ESCAPED = re.compile(r"(\\+)(n|r|t|u[0-9a-f]{4})")
_UNREADABLE_CHARACTER = re.compile(f"[{_UNREADABLE}]")
_INNER_COLON = re.compile(r":(\\*)(?=:)")
_INNER_COLON_ESCAPED = re.compile(r":\\(\\*)(?=:)")
_LAST_COLON = re.compile(r":(\\*)\Z")
_LAST_COLON_ESCAPED = re.compile(r":\\(\\*)\Z")
_OCCURRENCE = re.compile(r"#([2-9]|[1-9][0-9]+)\Z")
_OCCURRENCE_LIKE = re.compile(r"\A#(\\*)((?:[2-9]|[1-9][0-9]+)\Z)")
_OCCURRENCE_ESCAPED = re.compile(r"\A#\\(\\*)((?:[2-9]|[1-9][0-9]+)\Z)")


@dataclass(frozen=True, order=True)
class TestId:
    """One test: its file, the titles that lead to it, and which one it is of those with equal titles.

    file: relative to the project's folder, with `/`.
    titles: from the outermost group to the test; empty stands for the file itself.
    occurrence: counts from 0 in the order of the file.

    `str` gives the text form, `parse` reads it back without loss. It is one line: parts joined by `::`; a second test
    of equal titles ends in `::#2`. What can be mistaken for these, and what can't be read, has a backslash. The ids
    that pytest writes are such texts already, and come back unchanged.
    """

    __test__ = False  # not a test class, for pytest

    file: str
    titles: tuple[str, ...] = ()
    occurrence: int = 0

    def __str__(self) -> str:
        parts = [_readable(part) for part in (self.file, *self.titles)]
        if self.titles and not self.occurrence:
            parts[-1] = _OCCURRENCE_LIKE.sub(r"#\\\1\2", parts[-1])
        if self.occurrence:
            parts.append(f"#{self.occurrence + 1}")
        leading = [_LAST_COLON.sub(r":\\\1", part) for part in parts[:-1]]
        return _SEPARATOR.join([*leading, parts[-1]])

    @classmethod
    def parse(cls, text: str) -> TestId:
        """The id whose text form is `text`; every text is one."""
        *leading, last = text.split(_SEPARATOR)
        parts = [_LAST_COLON_ESCAPED.sub(r":\1", part) for part in leading]
        number = _OCCURRENCE.match(last) if leading else None
        if number is None:
            parts.append(last)
        titles = parts[1:]
        if titles and number is None:
            titles[-1] = _OCCURRENCE_ESCAPED.sub(r"#\1\2", titles[-1])
        return cls(_original(parts[0]), tuple(map(_original, titles)), int(number[1]) - 1 if number else 0)

    @property
    def is_file(self) -> bool:
        """Whether the id stands for a file, as for one that can't be loaded, and not for a test."""
        return not self.titles

    @property
    def path(self) -> tuple[str, tuple[str, ...]]:
        """What tests of equal titles have in common."""
        return self.file, self.titles


def _readable(text: str) -> str:
    return _INNER_COLON.sub(r":\\\1", _TO_ESCAPE.sub(_escape, text))


def _original(text: str) -> str:
    return _ESCAPED.sub(_unescape, _INNER_COLON_ESCAPED.sub(r":\1", text))


def _escape(match: re.Match[str]) -> str:
    """Backslashes before what is, or looks like, an escape are doubled, so that an odd number means an escape."""
    slashes, character, name = match.groups()
    if character is not None:
        return f"{slashes * 2}\\{_NAMED.get(character) or f'u{ord(character):04x}'}"
    return slashes * 2 if _named_character(name) else slashes


def _unescape(match: re.Match[str]) -> str:
    slashes, name = match.groups()
    character = _named_character(name)
    if character is None:
        return match[0]
    return slashes[: len(slashes) // 2] + (character if len(slashes) % 2 else name)


def _named_character(name: str) -> str | None:
    """The unreadable character that is written with this name, None if it is written otherwise or as it is."""
    character = _CHARACTERS.get(name) or chr(int(name[1:] or "0", 16))
    written = _UNREADABLE_CHARACTER.match(character) and (_NAMED.get(character) or f"u{ord(character):04x}")
    return character if written == name else None
