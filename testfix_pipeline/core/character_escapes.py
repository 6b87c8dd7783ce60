"""Spells out characters that can't be read, or can't be written to a file, so that the text can be read back."""

from __future__ import annotations

import re

_NAMED = {"\n": "n", "\r": "r", "\t": "t"}
_CHARACTERS = {name: character for character, name in _NAMED.items()}
# Controls, line separators, marks that reorder text, and halves of pairs.
_UNREADABLE = "\\x00-\\x1f\\x7f-\\x9f\\u2028-\\u202e\\u2066-\\u2069\\ud800-\\udfff"
_NAME = "n|r|t|u[0-9a-f]{4}"
_TO_ESCAPE = re.compile(rf"(?<!\\)(\\*+)(?:([{_UNREADABLE}])|(?=({_NAME})))")
_ESCAPED = re.compile(rf"(?<!\\)(\\++)({_NAME})")
_UNREADABLE_CHARACTER = re.compile(f"[{_UNREADABLE}]")


def escape_characters(text: str) -> str:
    r"""`text` on one line: a line feed as `\n`, other characters that can't be read as `\u202e`.

    Backslashes are doubled before what is, or looks like, such an escape, and stay as they are elsewhere.
    """
    return _TO_ESCAPE.sub(_escape, text)


def unescape_characters(text: str) -> str:
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
