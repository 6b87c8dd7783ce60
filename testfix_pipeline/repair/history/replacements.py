"""Replacements of tokens in earlier changes, which may be missing in other places."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from testfix_pipeline.repair.history.undo import TOKENS, edits_in_line, lines_of
from testfix_pipeline.repair.model.edit import Replacement
from testfix_pipeline.repair.model.line_diff import MOST_ALIGNED, align_lines, hunks

MOST_REPLACEMENTS = 200


def replacements(changes: Iterable[tuple[str, str]]) -> tuple[Replacement, ...]:
    """The replacements in changes, given as texts (before, after); most frequent first."""
    counted = Counter(pair for before, after in changes for pair in _replaced_pairs(lines_of(before), lines_of(after)))
    return tuple(Replacement(old, new, times) for (old, new), times in counted.most_common(MOST_REPLACEMENTS))


def _replaced_pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[str, str]]:
    for hunk in hunks(before, after):
        old, new = before[hunk.start : hunk.end], after[hunk.other_start : hunk.other_end]
        if max(len(old), len(new)) > MOST_ALIGNED:
            continue
        for part in align_lines(old, new):
            if part.end - part.start == part.other_end - part.other_start == 1:
                yield from _pairs_of_line(old[part.start], new[part.other_start])


def _pairs_of_line(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yields each change of a line, with the adjacent tokens if it would be ambiguous alone."""
    for start, end, text in _merged_changes(before, list(edits_in_line(before, after))):
        old = before[start:end]
        if re.search(r"[^\W\d]\w\w", old) and re.search(r"\w", text):
            yield old, text
            continue
        left = (TOKENS.findall(before[:start]) or [""])[-1]
        right = (TOKENS.findall(before[end:]) or [""])[0]
        wide = left + old + right
        if re.search(r"[^\W\d]\w\w", wide):
            yield wide, left + text + right


def _merged_changes(before: str, changes: Sequence[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """The changes of a line; those of one expression, with only brackets or dots between them, are merged."""
    found: list[tuple[int, int, str]] = []
    for start, end, text in changes:
        between = before[found[-1][1] : start] if found else " "
        if re.fullmatch(r"[().\[\]]*", between):
            found[-1] = (found[-1][0], end, found[-1][2] + between + text)
        else:
            found.append((start, end, text))
    return found
