"""Code with a word exchanged throughout, in names and texts; words that the failing tests use.

`if seat > self.seats: raise BookingError("no seat")` becomes `if row > self.rows: raise BookingError("no row")`.
"""

from __future__ import annotations

import re

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.edits.edit import Clues
from testfix_pipeline.repair.languages.python.edits.tokens import tokenised
from testfix_pipeline.repair.remembered import remembered

WORD = re.compile(r"[^\W_]+")


@remembered(1 << 13)
def exchanged(text: str, old: str, new: str) -> tuple[str, set[str], int]:
    """Code with a word exchanged, in names (and their plurals) and in strings.

    The text, the names that came out changed, and how many tokens changed.
    """
    parts, position, changed, count = [], 0, set(), 0
    for token in tokenised(text):
        new_text = token.text
        if token.kind == "name":
            new_text = _named(token.text, old, new)
            changed |= {new_text} if new_text != token.text else set()
        elif token.kind == "string":
            new_text = _in_string(token.text, old, new)
        count += new_text != token.text
        parts += [text[position : token.start], new_text]
        position = token.end
    return "".join([*parts, text[position:]]), changed, count


def _named(name: str, old: str, new: str) -> str:
    """A name with a word, or several in a row, exchanged."""
    if "_" not in old:
        return "_".join(_worded(part, old, new) for part in name.split("_"))
    whole = re.compile(rf"(?<![^\W_]){re.escape(old)}(?![^\W_])", re.IGNORECASE)
    return whole.sub(lambda match: new.upper() if match.group().isupper() else new, name)


def _worded(part: str, old: str, new: str) -> str:
    """A word, or its plural, exchanged as it is written; others as they are."""
    for ending in ("", "s"):
        if part.lower() == old + ending:
            word = new + ending
            return word.upper() if part.isupper() and len(part) > 1 else word.title() if part.istitle() else word
    return part


def _in_string(text: str, old: str, new: str) -> str:
    if text.strip("rbfuRBFU").strip("'\"") == old:
        return text.replace(old, new)
    return WORD.sub(lambda match: _worded(match.group(), old, new), text)


def asked_words(clues: Clues) -> tuple[str, ...]:
    """Words in the messages of the failing tests and in their texts: what the code calls wrong comes first."""
    return _asked_words(clues.messages, clues.test_literals)


@remembered(64)
def _asked_words(messages: tuple[str, ...], literals: frozenset[str]) -> tuple[str, ...]:
    texts = [*messages, *(str(python_code.literal(text)) for text in sorted(literals))]
    return tuple(dict.fromkeys(word for text in texts for word in WORD.findall(text) if len(word) < 20))


PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">", "+": "-", "up": "down", "left": "right", "in": "out", "push": "pop",
         "start": "stop", "open": "close", "on": "off", "begin": "end", "north": "south", "east": "west"}  # fmt: skip
PAIRS |= {other: one for one, other in PAIRS.items()}
