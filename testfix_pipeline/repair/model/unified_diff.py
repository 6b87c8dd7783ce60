"""Diffs of what a patch changes, and how much it writes: of several plausible patches, one that writes little is the
likelier one. What each size counts for was learned on training programs (`benchmarks/repair/learning/choice.py`).
"""

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
    """words: distinct ones (names, numbers, those of texts) put in beyond those taken out; signs: all those put in
    beyond those taken out (brackets, operators, dots ...); lines: new and changed."""

    words: int
    signs: int
    lines: int


def unified_diff(source: SourceText, text: str) -> str:
    """A diff that `git apply` reads; lines end as they do in the file."""
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
    """What a unified diff writes, of all its files together."""
    lines = diff.splitlines()
    put_in = [line[1:] for line in lines if line.startswith("+") and not line.startswith("+++ ")]
    taken_out = [line[1:] for line in lines if line.startswith("-") and not line.startswith("--- ")]
    words = _count(WORD, put_in) - _count(WORD, taken_out)
    signs = _count(SIGN, put_in) - _count(SIGN, taken_out)
    fresh = Counter(map(str.strip, put_in)) - Counter(map(str.strip, taken_out))
    return DiffSize(len(words), signs.total(), max(fresh.total(), bool(put_in)))


def _count(kind: re.Pattern[str], lines: list[str]) -> Counter[str]:
    return Counter(kind.findall("\n".join(lines)))
