"""Search lines the way `grep -C` does: matches together with their surroundings."""

import re
from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True)
class Line:
    """One line of the output; `matched` is false for context."""

    number: int
    text: str
    matched: bool


def search(lines, pattern, before=0, after=0, ignore_case=False):
    """Yield matching lines in order, each with up to `before` and `after` lines of context."""
    regex = re.compile(pattern, re.IGNORECASE if ignore_case else 0)
    recent = deque(maxlen=before)
    remaining = 0
    for number, text in enumerate(lines, 1):
        text = text.rstrip("\r\n")
        if regex.search(text):
            yield from recent
            yield Line(number, text, True)
            remaining = after
        elif remaining:
            yield Line(number, text, False)
            remaining -= 1
        else:
            recent.append(Line(number, text, False))


def blocks(found):
    """Group lines that directly follow each other."""
    block = []
    for line in found:
        if block and line.number > block[-1].number + 1:
            yield block
            block = []
        block.append(line)
    if block:
        yield block


def render(found, numbers=True):
    """The text grep would print, with `--` between blocks."""
    parts = []
    for block in blocks(found):
        rows = []
        for line in block:
            mark = ":" if line.matched else "-"
            rows.append(f"{line.number}{mark}{line.text}" if numbers else line.text)
        parts.append("\n".join(rows))
    return "\n--\n".join(parts)


def count(lines, pattern, ignore_case=False):
    return sum(1 for _ in search(lines, pattern, ignore_case=ignore_case))
