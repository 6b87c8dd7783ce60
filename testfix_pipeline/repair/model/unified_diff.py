"""Diffs of patches, and their size: of several plausible patches, a small one is likelier. The weights of the sizes
were learned on training programs (`benchmarks/repair/learning`)."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from dataclasses import dataclass

from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_text import SourceText

WORD, SIGN = re.compile(r"\w+"), re.compile(r"[^\w\s]")


@dataclass(frozen=True)
class DiffSize:
    """words: the number of distinct added words (names, numbers, words of texts) beyond the removed ones; signs: the
    number of added punctuation characters beyond the removed ones; lines: new and changed, but for mere ends of blocks.
    """

    words: int
    signs: int
    lines: int


def unified_diff(source: SourceText, text: str) -> str:
    """A diff that `git apply` reads, with the file's line ends."""
    old, new = _lines(source.text), _lines(text)
    before = "/dev/null" if source.absent else f"a/{source.path}"
    lines = difflib.unified_diff(old, new, before, f"b/{source.path}")
    return "".join(line if line.endswith("\n") else line + "\n\\ No newline at end of file\n" for line in lines)


def diff_of(candidate: Candidate) -> str:
    """The diffs of all files that a patch changes."""
    return "".join(unified_diff(part.source, part.text) for part in candidate.parts)


def _lines(text: str) -> list[str]:
    *whole, rest = text.split("\n")
    return [line + "\n" for line in whole] + ([rest] if rest else [])


def size_of(diff: str) -> DiffSize:
    """The size of a unified diff over all its files."""
    lines = diff.splitlines()
    added = [line[1:] for line in lines if line.startswith("+") and not line.startswith("+++ ")]
    removed = [line[1:] for line in lines if line.startswith("-") and not line.startswith("--- ")]
    words = _count(WORD, added) - _count(WORD, removed)
    signs = _count(SIGN, added) - _count(SIGN, removed)
    new_lines = Counter(map(_code, added)) - Counter(map(_code, removed))
    del new_lines[""]
    return DiffSize(len(words), signs.total(), max(new_lines.total(), bool(added)))


def _code(line: str) -> str:
    """A line without its white space; "" for one that only closes a block, as some languages write it."""
    return "" if not line.strip("})]; \t\r") else line.strip()


def _count(kind: re.Pattern[str], lines: list[str]) -> Counter[str]:
    return Counter(kind.findall("\n".join(lines)))
