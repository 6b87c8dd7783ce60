"""Places a hunk in a text that is not exactly the one its author had in mind, and merges it.

Line numbers of models are guesses, and their context is often inexact: white space differs, a line is missing, a
comment is invented. So places are searched with decreasing similarity, and every place has a likelihood.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from testfix_pipeline.repair.patches.diff_text import PatchHunk

EXACT, BY_TEXT, BY_CHANGE, BY_SIMILARITY = 1.0, 0.9, 0.75, 0.55
FURTHER_PLACE = 0.6
"""The factor for a further place of the same similarity; the first one is nearest to the line in the hunk's header."""
LEAST_SIMILARITY = 0.6
MOST_PLACES = 4
MOST_COMPARED = 6000
"""The number of windows of a text that are compared with a hunk by similarity."""


@dataclass(frozen=True)
class PlacedHunk:
    """Lines `start` to `end` of the text become `lines`. likelihood: that the author meant this place, 0..1.

    added: the indexes of the `lines` that the hunk adds.
    """

    start: int
    end: int
    lines: tuple[str, ...]
    likelihood: float
    added: frozenset[int] = frozenset()

    def shifted(self, columns: int) -> PlacedHunk:
        """The hunk with its added lines moved to the right, or to the left as far as possible."""
        moved = (_moved(line, columns) if index in self.added else line for index, line in enumerate(self.lines))
        return replace(self, lines=tuple(moved))


def _moved(line: str, columns: int) -> str:
    if not line.strip():
        return line
    return " " * columns + line if columns >= 0 else line[min(-columns, len(_indent(line))) :]


def find_places(hunk: PatchHunk, text: Sequence[str]) -> list[PlacedHunk]:
    """The places of a hunk in a text (given as lines), the likeliest first; empty if nothing is similar."""
    if not hunk.old:
        # the place of a hunk without old lines: a new file, or the line in the hunk's header
        lines = tuple(hunk.new)
        added = frozenset(range(len(lines)))
        if not text or text == [""]:
            return [PlacedHunk(0, len(text), (*lines, ""), EXACT, added)]
        at = min(max(0, hunk.start), len(text) - 1)
        return [PlacedHunk(at, at, lines, BY_CHANGE, added)]
    for likelihood, found in _by_similarity(hunk, text):
        near = sorted(found, key=lambda start: abs(start + 1 - hunk.start)) if hunk.start else list(found)
        placed = [_place(hunk, text, start, likelihood) for start in near[:MOST_PLACES]]
        if placed:
            return [_with_rank(one, index) for index, one in enumerate(placed)]
    return []


def _with_rank(one: PlacedHunk, index: int) -> PlacedHunk:
    return one if index == 0 else replace(one, likelihood=one.likelihood * FURTHER_PLACE)


def _by_similarity(hunk: PatchHunk, text: Sequence[str]) -> Iterator[tuple[float, Sequence[int]]]:
    """Yields (likelihood, first lines) for each way to find a hunk, the most exact first."""
    old = hunk.old
    yield EXACT, _occurrences(old, text)
    bare = [line.strip() for line in text]
    yield BY_TEXT, _occurrences([line.strip() for line in old], bare)
    core = _core(hunk)
    yield BY_CHANGE, [max(0, start - core.before) for start in _occurrences(core.lines, bare)] if core.lines else []
    yield BY_SIMILARITY, _most_similar([line.strip() for line in old], bare)


def _occurrences(lines: Sequence[str], text: Sequence[str]) -> list[int]:
    lines = list(lines)
    return [n for n in range(len(text) - len(lines) + 1) if list(text[n : n + len(lines)]) == lines]


@dataclass(frozen=True)
class _Core:
    """The lines of a hunk that must exist: its removed lines, or the context line before its added ones."""

    lines: list[str]
    before: int


def _core(hunk: PatchHunk) -> _Core:
    removed = [index for index, (mark, _) in enumerate(hunk.lines) if mark == "-"]
    if removed:
        inner = [text.strip() for mark, text in hunk.lines[removed[0] : removed[-1] + 1] if mark != "+"]
        return _Core(inner, sum(mark != "+" for mark, _ in hunk.lines[: removed[0]]))
    first = next((index for index, (mark, _) in enumerate(hunk.lines) if mark == "+"), 0)
    context = [text.strip() for mark, text in hunk.lines[:first] if mark == " "]
    if context and context[-1]:
        return _Core(context[-1:], len(context) - 1)
    return _Core([], 0)


def _most_similar(old: Sequence[str], text: Sequence[str]) -> list[int]:
    """The start of the window of the text that is most similar to the hunk's old side; empty if none is
    similar enough."""
    size = len(old)
    starts = range(min(max(1, len(text) - size + 1), MOST_COMPARED))
    old_text = "\n".join(old)
    matcher = difflib.SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(old_text)
    scored = []
    for start in starts:
        matcher.set_seq1("\n".join(text[start : start + size]))
        if (
            matcher.real_quick_ratio() >= LEAST_SIMILARITY
            and matcher.quick_ratio() >= LEAST_SIMILARITY
            and (ratio := matcher.ratio()) >= LEAST_SIMILARITY
        ):
            scored.append((-ratio, start))
    best = sorted(scored)[:1]
    return [start for _, start in best]


def _place(hunk: PatchHunk, text: Sequence[str], start: int, likelihood: float) -> PlacedHunk:
    end = min(len(text), start + len(hunk.old))
    lines, added = _merge(hunk, text[start:end])
    return PlacedHunk(start, end, tuple(lines), likelihood, frozenset(added))


def _merge(hunk: PatchHunk, window: Sequence[str]) -> tuple[list[str], list[int]]:
    """(the window with the hunk's changes, indexes of added lines); context lines keep the text's form."""
    pairs = _matching_lines(hunk.old, window)
    shift = _indentations(hunk.old, window, pairs)
    result: list[str] = []
    added: list[int] = []
    taken = position = 0
    for mark, line in hunk.lines:
        if mark == "+":
            added.append(len(result))
            result.append(_reindented(line, shift))
            continue
        place = pairs.get(position)
        position += 1
        if place is None:
            continue  # a line of the hunk that the text lacks
        result += window[taken:place]
        if mark == " ":
            result.append(window[place])
        taken = place + 1
    return [*result, *window[taken:]], added


def _matching_lines(old: Sequence[str], window: Sequence[str]) -> dict[int, int]:
    """The line of the window for each old line of the hunk; lines that only resemble each other count."""
    left, right = [line.strip() for line in old], [line.strip() for line in window]
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    found: dict[int, int] = {}
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal" or (tag == "replace" and b - a == d - c):
            found.update(zip(range(a, b), range(c, d), strict=True))
    return found


def _indentations(old: Sequence[str], window: Sequence[str], pairs: dict[int, int]) -> tuple[str, str]:
    """(indentation of a line of the hunk, indentation of the same line in the text); equal if nothing differs."""
    for mine, theirs in pairs.items():
        if old[mine].strip() and old[mine].strip() == window[theirs].strip():
            return _indent(old[mine]), _indent(window[theirs])
    return "", ""


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _reindented(line: str, shift: tuple[str, str]) -> str:
    """A line of the hunk with the indentation of the text. A line further to the left moves as far as possible."""
    hunk_indent, text_indent = shift
    if hunk_indent == text_indent or not line.strip():
        return line
    own = _indent(line)
    if own.startswith(hunk_indent):
        return text_indent + own[len(hunk_indent) :] + line[len(own) :]
    remaining = len(own) - (len(hunk_indent) - len(text_indent))
    return text_indent[: max(0, remaining)] + line[len(own) :]
