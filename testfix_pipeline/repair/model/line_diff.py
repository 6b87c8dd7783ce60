"""Differences of texts by lines, and the positions of one text's lines in another."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

# Above this many differing lines popular ones (blank lines, `else:`) are left out of the matching, for speed.
THOROUGH_LINES = 1500
LEAST_SIMILARITY = 0.5
"""The similarity from which on two lines of a difference count as one changed line."""
MOST_ALIGNED = 40
NEIGHBOURS = 3


@dataclass(frozen=True)
class Hunk:
    """Lines `start` to `end` of the first text correspond to lines `other_start` to `other_end` of the second."""

    start: int
    end: int
    other_start: int
    other_end: int


def hunks(one: Sequence[str], other: Sequence[str]) -> list[Hunk]:
    """The differences of two texts, given as lines."""
    head, tail = _common_ends(one, other)
    left, right = one[head : len(one) - tail], other[head : len(other) - tail]
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=max(len(left), len(right)) > THOROUGH_LINES)
    differing = [codes for tag, *codes in matcher.get_opcodes() if tag != "equal"]
    found = [Hunk(a + head, b + head, c + head, d + head) for a, b, c, d in differing]
    return _merged_at_end(found, one, other)


def _merged_at_end(found: list[Hunk], one: Sequence[str], other: Sequence[str]) -> list[Hunk]:
    """The hunks, with the two around an empty last line merged: both would be insertions at the end of the text."""
    is_around_last_line = len(found) > 1 and found[-1].start == len(one) == found[-2].end + 1 and not one[-1]
    if not is_around_last_line:
        return found
    return [*found[:-2], Hunk(found[-2].start, len(one), found[-2].other_start, len(other))]


def _common_ends(one: Sequence[str], other: Sequence[str]) -> tuple[int, int]:
    """(number of equal lines at the beginnings, number of equal ones at the ends of the rest)."""
    shorter, head = min(len(one), len(other)), 0
    while head < shorter and one[head] == other[head]:
        head += 1
    tail = 0
    while tail < shorter - head and one[-1 - tail] == other[-1 - tail]:
        tail += 1
    return head, tail


class LineMap:
    """The positions of the lines of an earlier text in a later one."""

    def __init__(self, earlier: Sequence[str], later: Sequence[str]) -> None:
        self.earlier = earlier
        self.later = later

    @cached_property
    def _at(self) -> dict[int, int]:
        """The later position of each line that is the same in both."""
        found: dict[int, int] = {}
        shift, line = 0, 0
        for hunk in [*hunks(self.earlier, self.later), None]:
            stop = hunk.start if hunk else len(self.earlier)
            found.update((number, number + shift) for number in range(line, stop))
            if hunk:
                line, shift = hunk.end, hunk.other_end - hunk.end
        return found

    def place(self, start: int, end: int) -> tuple[int, int, bool] | None:
        """(first, end, unchanged) of the later lines for lines `start` to `end` of the earlier text, or None.

        unchanged: whether nothing there has changed since.
        """
        before = -1 if start == 0 else self._at.get(start - 1)
        after = len(self.later) if end == len(self.earlier) else self._at.get(end)
        inner = [self._at.get(line) for line in range(start, end)]
        if inner and None not in inner:
            first, last = inner[0], inner[-1]
            assert first is not None and last is not None
            return (first, last + 1, True) if last - first == end - start - 1 else None
        if before is not None and after is not None:
            room = after - before - 1
            if 0 <= room <= 2 * (end - start) + 2:
                return (before + 1, after, room == end - start == 0) if inner else (before + 1, before + 1, room == 0)
        elif not inner and before is not None:
            return before + 1, before + 1, False
        elif not inner and after is not None:
            return after, after, False
        return self._by_neighbours(start) if not inner else None

    def _by_neighbours(self, start: int) -> tuple[int, int, bool] | None:
        """The present position of the lines before or after, whatever their indentation: for moved code."""
        before = self._only_place(self.earlier[max(0, start - NEIGHBOURS) : start])
        after = self._only_place(self.earlier[start : start + NEIGHBOURS])
        spot = before[1] if before else after[0] if after else None
        return None if spot is None else (spot, spot, False)

    def _only_place(self, lines: Sequence[str]) -> tuple[int, int] | None:
        """The position of these lines, without blank ones, if there is only one."""
        texts_to_find = [line.strip() for line in lines if line.strip()]
        later = [(number, line.strip()) for number, line in enumerate(self.later) if line.strip()]
        texts = [text for _, text in later]
        spots = [n for n in range(len(later)) if texts_to_find and texts[n : n + len(texts_to_find)] == texts_to_find]
        return (later[spots[0]][0], later[spots[0] + len(texts_to_find) - 1][0] + 1) if len(spots) == 1 else None


def align_lines(one: Sequence[str], other: Sequence[str]) -> Iterator[Hunk]:
    """Yields the parts of a difference in order: pairs of similar lines, and runs of lines without a counterpart."""
    if max(len(one), len(other)) > MOST_ALIGNED:
        yield Hunk(0, len(one), 0, len(other))
        return
    line, other_line = 0, 0
    for first, second in [*_similar_pairs(one, other), (len(one), len(other))]:
        if line < first or other_line < second:
            yield Hunk(line, first, other_line, second)
        if first < len(one) and one[first] != other[second]:
            yield Hunk(first, first + 1, second, second + 1)
        line, other_line = first + 1, second + 1


def _similar_pairs(one: Sequence[str], other: Sequence[str]) -> list[tuple[int, int]]:
    """The best order-preserving pairing of similar lines (dynamic programming over their similarity)."""
    best = [[0.0] * (len(other) + 1) for _ in range(len(one) + 1)]
    like = [[_similarity(a, b) for b in other] for a in one]
    for i in reversed(range(len(one))):
        for j in reversed(range(len(other))):
            paired = like[i][j] + best[i + 1][j + 1] if like[i][j] >= LEAST_SIMILARITY else 0.0
            best[i][j] = max(paired, best[i + 1][j], best[i][j + 1])
    found, i, j = [], 0, 0
    while i < len(one) and j < len(other):
        if like[i][j] >= LEAST_SIMILARITY and best[i][j] == like[i][j] + best[i + 1][j + 1]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i][j] == best[i + 1][j]:
            i += 1
        else:
            j += 1
    return found


def _similarity(one: str, other: str) -> float:
    """The similarity of two lines, 0 to 1; blank lines resemble only blank lines."""
    if not one.strip() or not other.strip():
        return float(one.strip() == other.strip())
    return difflib.SequenceMatcher(None, one.strip(), other.strip()).ratio()
