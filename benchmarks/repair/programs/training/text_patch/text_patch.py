"""Applying line hunks to a text.

A hunk replaces `old` lines at a 1-based line of the *original* text. If the
old lines are not found there they are searched within `FUZZ` lines.
"""
from __future__ import annotations

from dataclasses import dataclass, field

FUZZ = 2


class Conflict(Exception):
    def __init__(self, hunk: "Hunk"):
        super().__init__(f"hunk at line {hunk.line} does not apply")
        self.hunk = hunk


@dataclass
class Hunk:
    line: int
    old: list[str] = field(default_factory=list)
    new: list[str] = field(default_factory=list)

    @property
    def growth(self) -> int:
        return len(self.new) - len(self.old)

    def reversed(self) -> "Hunk":
        return Hunk(self.line, list(self.new), list(self.old))


def _fits(lines: list[str], hunk: Hunk, at: int) -> bool:
    if at < 0 or at > len(lines):
        return False
    return lines[at:at + len(hunk.old)] == hunk.old


def _locate(lines: list[str], hunk: Hunk, at: int) -> int:
    """Nearest fitting position around `at`."""
    for distance in range(FUZZ + 1):
        for candidate in (at - distance, at + distance):
            if _fits(lines, hunk, candidate):
                return candidate
    raise Conflict(hunk)


def apply(text: str, hunks: list[Hunk]) -> str:
    lines = text.split("\n")
    shift = 0
    for hunk in sorted(hunks, key=lambda h: h.line):
        wanted = hunk.line - 1 + shift
        at = _locate(lines, hunk, wanted)
        lines[at:at + len(hunk.old)] = hunk.new
    return "\n".join(lines)


def invert(hunks: list[Hunk]) -> list[Hunk]:
    """Hunks undoing `hunks`, with line numbers of the patched text."""
    result, shift = [], 0
    for hunk in sorted(hunks, key=lambda h: h.line):
        back = hunk.reversed()
        back.line += shift
        result.append(back)
        shift += hunk.growth
    return result


def stat(hunks: list[Hunk]) -> str:
    added = sum(len(h.new) for h in hunks)
    removed = sum(len(h.old) for h in hunks)
    return f"+{added} -{removed}"
