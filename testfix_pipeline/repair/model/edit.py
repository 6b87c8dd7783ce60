"""What an edit is: spans of one file's text that are replaced. Nothing here knows a language."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.model.source_text import SourceText


@dataclass(frozen=True)
class Edit:
    """Replaces `text[start:end]` of a file; `more` are further spans of the same file that belong to the edit.

    `kind` is the stable id of what it does (`ids.py`), `note` what exactly it does, for people.
    `prior` (0..1) says how often this kind of edit is the right one, before anything is known about the place.
    `pull` (0..1) says how far it takes up an unused definition of its function.
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

    @property
    def spans(self) -> list[tuple[int, int, str]]:
        """All (start, end, new text), in the order of the text."""
        return sorted([(self.start, self.end, self.replacement), *self.more])


class Overlap(ValueError):
    """Two spans to be replaced lie over each other."""


def apply_spans(text: str, spans: Sequence[tuple[int, int, str]]) -> str:
    """The text with every span replaced. Raises Overlap where they can't all be."""
    parts, position = [], 0
    for start, end, replacement in sorted(spans):
        if start < position:
            raise Overlap
        parts += [text[position:start], replacement]
        position = end
    return "".join([*parts, text[position:]])


def fingerprint(source: SourceText, edits: Sequence[Edit]) -> str:
    """Names a proposal by what it changes, wherever the lines around it have moved to."""
    digest = hashlib.sha256(source.path.encode())
    for edit in edits:
        for start, end, replacement in edit.spans:
            first, last = source.line_at(start), source.line_at(end)
            old = "".join(source.line_text(line) for line in range(first, last + 1))
            begin = source.line_starts[first - 1]
            new = old[: start - begin] + replacement + old[end - begin :]
            indent, nth = old[: len(old) - len(old.lstrip())], source.text.count(old, 0, begin)
            new = new.removeprefix(indent).rstrip()
            digest.update(f"\0{nth}\0{old.strip()}\0{new}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:20]


@dataclass(frozen=True)
class Replacement:
    """Tokens that earlier changes replaced, `times` over all places."""

    old: str
    new: str
    times: int


def squeezed(text: str) -> str:
    """A text without what mostly says nothing: white space, round brackets, commas, quotes."""
    return re.sub(r"[\s()'\",]+", "", text)
