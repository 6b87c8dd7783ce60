"""Limits the length of prompts, and decides what is left out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

BYTES_PER_TOKEN = 3.0
"""An estimate on the safe side: tokenisers of today take three to four bytes of English or code for one token."""
HEAD = 2 / 3
"""Of a text that is cut, the share taken from its beginning; the rest is from its end."""


def tokens(text: str) -> int:
    """An estimate of the number of tokens in a text, rather too high than too low."""
    return -(-len(text.encode("utf-8", "replace")) // int(BYTES_PER_TOKEN))


def shorten(text: str, most: int) -> str:
    """A text of at most about `most` tokens: its first and last lines, with a line that says how many are left out."""
    if tokens(text) <= most:
        return text
    lines = text.split("\n")
    head = _fitting(lines, HEAD * most)
    tail = _fitting(list(reversed(lines[len(head) :])), (1 - HEAD) * most)
    left_out = len(lines) - len(head) - len(tail)
    if not head and not tail:
        # the beginning of a text whose lines are all too long
        return text.encode("utf-8", "replace")[: int(most * BYTES_PER_TOKEN)].decode("utf-8", "ignore") + " [...]"
    return "\n".join([*head, f"[... {left_out} lines left out ...]", *reversed(tail)])


def _fitting(lines: Sequence[str], most: float) -> list[str]:
    found: list[str] = []
    for line in lines:
        most -= tokens(line) + 1
        if most < 0:
            break
        found.append(line)
    return found


@dataclass(frozen=True)
class PromptSection:
    """A part of a prompt: a text, or what makes one of at most so many tokens.

    `share` of what is left after the sections that must be whole (share 0) is its own; what it does not need goes to
    those after it.
    """

    title: str
    text: str | Callable[[int], str]
    share: float = 0.0

    def within(self, most: int) -> str:
        return shorten(self.text if isinstance(self.text, str) else self.text(most), most)


def fit_sections(sections: Sequence[PromptSection], most: int) -> list[tuple[str, str]]:
    """The titles and texts of the sections that fit a budget, without empty ones."""
    whole = {section.title: section.within(most) for section in sections if not section.share}
    left = most - sum(map(tokens, whole.values()))
    present = [section for section in sections if not section.share or section.within(most).strip()]
    shares = sum(section.share for section in present)
    result = []
    for section in present:
        text = whole.get(section.title, "")
        if section.share:
            text = section.within(max(0, int(left * section.share / shares)))
            left, shares = left - tokens(text), shares - section.share
        result.append((section.title, text))
    return [(title, text) for title, text in result if text.strip()]
