"""Edits: spans of one file's text to replace, independent of the language."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.model.source_text import SourceText


@dataclass(frozen=True)
class Edit:
    """Replaces `text[start:end]` of a file; `more` are further spans of the same file.

    `kind` is the stable id of what it does (`ids.py`), `note` what exactly it does, for people. `prior` (0..1) is the
    frequency with which this kind of edit is right, before anything is known about the place. `pull` (0..1) says how
    far it uses an unused definition of its function. `repeats`: how many of `more` do the same as the first span at
    other places of the same code.
    """

    file: str
    start: int
    end: int
    replacement: str
    kind: str
    prior: float
    line: int
    note: str = ""
    more: tuple[tuple[int, int, str], ...] = ()
    pull: float = 0.0
    repeats: int = 0

    @property
    def spans(self) -> list[tuple[int, int, str]]:
        """All (start, end, new text), in the order of the text."""
        return sorted([(self.start, self.end, self.replacement), *self.more])


class Overlap(ValueError):
    """Two spans to replace overlap."""


def apply_spans(text: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """The text with every span replaced. Raises Overlap if two of them overlap."""
    parts, position = [], 0
    for start, end, replacement in sorted(spans):
        if start < position:
            raise Overlap
        parts += [text[position:start], replacement]
        position = end
    return "".join([*parts, text[position:]])


def fingerprint(source: SourceText, edits: Sequence[Edit]) -> str:
    """A hash of the edits' changes that does not depend on the positions of surrounding lines."""
    digest = hashlib.sha256(source.path.encode())
    for edit in edits:
        for start, end, replacement in edit.spans:
            first, last = source.line_at(start), source.line_at(end)
            old = "".join(source.line_text(line) for line in range(first, last + 1))
            begin = source.line_starts[first - 1]
            new = old[: start - begin] + replacement + old[end - begin :]
            indent, nth = old[: len(old) - len(old.lstrip())], source.text.count(old, 0, begin)
            is_further_out = bool(new.strip()) and not new.startswith(indent)  # else as one step further in
            new = "\0" * is_further_out + new.removeprefix(indent).rstrip()
            digest.update(f"\0{nth}\0{old.strip()}\0{new}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


@dataclass(frozen=True)
class Replacement:
    """Tokens that earlier changes replaced, and the number of places."""

    old: str
    new: str
    times: int


def without_layout(text: str) -> str:
    """The text without characters that rarely matter: white space, parentheses, commas, quotes."""
    return re.sub(r"[\s()'\",]+", "", text)
