"""Splits source of any supported language into tokens: constants, names and signs, without comments and docstrings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_LINE = r"""\"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'"""
_TEXT = rf"""(?P<prefix>[rbfu]{{0,2}})(?P<text>\"{{3}}.*?\"{{3}}|'{{3}}.*?'{{3}}|{_LINE}|`[^`]*`)"""
_NUMBER = r"(?P<number>(?<![\w.])(?:0[xob][\da-fA-F_]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?|\.\d+)(?=n?\b))"
_REST = r"(?P<word>[^\W\d]\w*)|(?P<sign>[^\s\w])"
_PYTHON = re.compile(rf"\#[^\n]*|{_TEXT}|{_NUMBER}|{_REST}", re.S | re.I)
_OTHER = re.compile(rf"//[^\n]*|/\*.*?\*/|{_TEXT}|{_NUMBER}|{_REST}", re.S | re.I)
_HOLE = re.compile(r"\$?\{([^{}]*)\}")
_FORMAT = re.compile(r"[:!][^'\"()\[\]]*$")
_ESCAPE = re.compile(r"\\(?:x([\da-f]{2})|u\{?([\da-f]{4,6})\}?|(.))", re.I | re.S)
_CONTROL = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


@dataclass(frozen=True)
class SourceToken:
    """A token; `value` is that of a constant, None for names and signs. start: its offset, -1 inside of a text."""

    text: str
    value: str | float | None = None
    start: int = field(default=-1, compare=False)


def tokens_of(source: str, *, python: bool) -> list[SourceToken]:
    """The tokens of source. Constant parts of templates and f-strings are constants, what they insert is code."""
    return [token for match in (_PYTHON if python else _OTHER).finditer(source) for token in _tokens(match, python)]


def _tokens(match: re.Match[str], python: bool) -> Iterator[SourceToken]:
    quoted, prefix = match["text"], match["prefix"] or ""
    if match["number"] is not None:
        number = number_of(match["number"])
        yield SourceToken(match["number"], number, match.start())
    elif quoted is None:
        if match["word"] or match["sign"]:
            yield SourceToken(match[0])
    elif quoted.startswith(('"""', "'''")):
        return  # a docstring, or data that nobody writes for one test
    elif quoted[0] == "`" or "f" in prefix.lower():
        for number, part in enumerate(_HOLE.split(quoted[1:-1])):
            if number % 2:
                part = part if quoted[0] == "`" else _FORMAT.sub("", part)
                yield from (SourceToken(one.text, one.value) for one in tokens_of(part, python=python))
            elif part:
                yield SourceToken(f"{quoted[0]}{part}{quoted[0]}", _unescaped(part))
    else:
        text = quoted[1:-1]
        yield SourceToken(match[0], text if "r" in prefix.lower() else _unescaped(text))


def number_of(text: str) -> float | None:
    """The value of a number as source writes it, None if it is none or too large."""
    try:
        plain = text.replace("_", "").lower()
        found = float(int(plain, 0)) if plain.startswith(("0x", "0o", "0b")) else float(plain)
    except (ValueError, OverflowError):
        return None
    return found if abs(found) < float("inf") else None


def _unescaped(text: str) -> str:
    def plain(match: re.Match[str]) -> str:
        code = match[1] or match[2]
        if code is None:
            return _CONTROL.get(match[3], match[3])
        return chr(int(code, 16)) if int(code, 16) < 0x110000 else match[0]

    return _ESCAPE.sub(plain, text) if "\\" in text else text
