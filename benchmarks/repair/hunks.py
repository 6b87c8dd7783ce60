"""The differences between two versions of some files as pieces that can be applied one by one."""

from __future__ import annotations

import difflib
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

Texts = Mapping[str, str]
"""Texts by the path of their file."""


@dataclass(frozen=True)
class Hunk:
    """Lines `start` to `end` of the old text (from 0, end excluded) become `new`.

    number: the place among the hunks of the file.
    """

    file: str
    number: int
    start: int
    end: int
    old: tuple[str, ...]
    new: tuple[str, ...]

    @property
    def id(self) -> str:
        return f"{self.file}#{self.number}"


def hunks_between(old: Texts, new: Texts) -> list[Hunk]:
    """The hunks of all files of `new`; a file that `old` lacks is one hunk. Files that mean the same have none."""
    return [hunk for file in sorted(new) for hunk in _of_file(file, old.get(file, ""), new[file])]


def _of_file(file: str, old: str, new: str) -> Iterable[Hunk]:
    before, after = old.splitlines(keepends=True), new.splitlines(keepends=True)
    number = 0
    for tag, i1, i2, j1, j2 in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for start, end, first, last in _split(before, after, i1, i2, j1, j2):
            yield Hunk(file, number, start, end, tuple(before[start:end]), tuple(after[first:last]))
            number += 1


def _split(
    before: Sequence[str], after: Sequence[str], i1: int, i2: int, j1: int, j2: int
) -> Iterable[tuple[int, int, int, int]]:
    """A replacement by as many lines falls into its lines, where each alone resembles what it becomes."""
    pairs = list(zip(before[i1:i2], after[j1:j2], strict=False))
    alike = i2 - i1 == j2 - j1 and all(difflib.SequenceMatcher(None, a, b).ratio() > 0.5 for a, b in pairs)
    if not alike:
        return [(i1, i2, j1, j2)]
    return [(i1 + n, i1 + n + 1, j1 + n, j1 + n + 1) for n in range(i2 - i1)]


def apply_hunks(old: Texts, chosen: Collection[Hunk]) -> dict[str, str]:
    """The texts of the files that the chosen hunks change."""
    changed: dict[str, str] = {}
    for file in sorted({hunk.file for hunk in chosen}):
        lines = old.get(file, "").splitlines(keepends=True)
        for hunk in sorted((h for h in chosen if h.file == file), key=lambda h: (h.start, h.end), reverse=True):
            lines[hunk.start : hunk.end] = hunk.new
        changed[file] = "".join(lines)
    return changed


def digest(texts: Mapping[str, str]) -> str:
    joined = "".join(f"{file}\0{texts[file]}\0" for file in sorted(texts))
    return hashlib.sha256(joined.encode("utf-8", errors="surrogateescape")).hexdigest()
