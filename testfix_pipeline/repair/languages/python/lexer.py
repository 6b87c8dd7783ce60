"""Splits Python text into the tokens of the language model: without comments, line breaks with the change of
indentation.

Uses a regular expression instead of the `tokenize` module, because thousands of fragments of files are read as well.
"""

from __future__ import annotations

import keyword
import re

from testfix_pipeline.repair.model.tokens import Tokens

_PREFIX = r"(?:[rRbBuUfF]{1,2})?"
TOKEN = re.compile(
    rf"""(?P<skip>\#[^\n]*|\\\r?\n|[ \t\f]+)
    |(?P<line>\r?\n[ \t]*)
    |(?P<text>{_PREFIX}(?:'''(?s:.)*?'''|\"\"\"(?s:.)*?\"\"\"|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"))
    |(?P<number>\d[\w.]*(?:(?<=[eE])[-+]\d+)?|\.\d\w*)
    |(?P<name>\w+)
    |\*\*=?|//=?|>>=?|<<=?|!=|->|:=|\.\.\.|[-+*/%@&|^=<>]=?|.""",
    re.X,
)
_OPENING, _CLOSING = frozenset("([{"), frozenset(")]}")
LONGEST_TEXT = 24
LINE, DEEPER, OUT = "\n", "\n+", "\n-"
_COMMON_NUMBERS = frozenset({"0", "1", "2", "3", "10", "100", "0.0", "1.0", "0.5"})


def lex(text: str, depth: int = 0, indent: int = 0) -> Tokens:
    """The tokens of a file, or of a fragment that begins inside `depth` brackets on a line with this indentation."""
    found = Tokens()
    line: tuple[int, int] | None = None
    for match in TOKEN.finditer(text):
        kind, start, end = match.lastgroup, match.start(), match.end()
        if kind == "skip":
            continue
        if kind == "line":
            if depth == 0:
                line = (line[0] if line else start, end)
            continue
        if line is not None:
            indent = _line_break(found, text, line, indent)
            line = None
        word = match.group()
        if word in _OPENING:
            depth += 1
        elif word in _CLOSING:
            depth = max(0, depth - 1)
        found.add(_normalized(word, kind), start, end, depth, indent)
    if line is not None:
        _line_break(found, text, line, indent)
    return found


def _line_break(found: Tokens, text: str, line: tuple[int, int], old_indent: int) -> int:
    """Adds the break between two lines of code and returns the new indentation."""
    start, end = line
    new_indent = end - 1 - text.rfind("\n", 0, end)
    found.add(
        LINE if new_indent == old_indent else DEEPER if new_indent > old_indent else OUT, start, end, 0, new_indent
    )
    return new_indent


def _normalized(word: str, kind: str | None) -> str:
    """A token with single quotes for its quotes; long and formatted strings by their type alone."""
    if kind != "text":
        return word
    if len(word) > LONGEST_TEXT or word[0] in "fF" or word[1:2] in ("f", "F"):
        return "f''" if "f" in word[:2].lower() else "'...'"
    return word.replace('"', "'")


def abstract(word: str, vocabulary: frozenset[str]) -> str:
    """The token in the global model: unchanged if it is in the vocabulary, else its class."""
    if word in vocabulary or keyword.iskeyword(word):
        return word
    first = word[0]
    if first.isdigit() or (first == "." and word[1:2].isdigit()):
        return word if word in _COMMON_NUMBERS else "9"
    if first in "'\"" or word[-1] in "'\"":
        return word if word in ("''", "f''") else "'...'"
    if not (first.isalpha() or first == "_"):
        return word
    if word.isupper() and len(word) > 1:
        return "UPPER"
    return "Camel" if first.isupper() else "_name" if first == "_" else "name"
