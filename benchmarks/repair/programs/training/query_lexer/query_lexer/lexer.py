"""The tokens of a small query language: age >= 18 and name = "Ann"."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

TOKEN = re.compile(
    r"""
    (?P<blank>\s+)
  | (?P<number>-?\d+(?:\.\d+)?)
  | (?P<text>"[^"]*")
  | (?P<operator><|>|!=|<=|>=|=)
  | (?P<word>[A-Za-z_]\w*)
    """,
    re.VERBOSE,
)
KEYWORDS = frozenset({"and", "or"})


class QueryError(ValueError):
    """A query that can't be read."""


class Token(NamedTuple):
    """kind: number, text, operator, word or keyword."""

    kind: str
    value: Any


def tokenize(query: str) -> list[Token]:
    """The tokens of a query. Raises QueryError where it holds something else."""
    tokens = []
    position = 0
    while position < len(query):
        match = TOKEN.match(query, position)
        if match is None:
            raise QueryError(f"unexpected {query[position]!r} at {position}")
        kind, text = match.lastgroup, match[0]
        position = match.end()
        if kind == "number":
            tokens.append(Token("number", float(text) if "." in text else int(text)))
        elif kind == "text":
            tokens.append(Token("text", text[1:-1]))
        elif kind == "word" and text.lower() in KEYWORDS:
            tokens.append(Token("keyword", text.lower()))
        elif kind != "blank":
            tokens.append(Token(kind, text))
    return tokens
