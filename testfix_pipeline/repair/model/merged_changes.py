"""Several changes of one text at once, token by token: two of them may change the same line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from itertools import pairwise

from testfix_pipeline.repair.model.edit import Overlap, apply_spans
from testfix_pipeline.repair.model.line_diff import hunks

_TOKEN = re.compile(r"\w+|\s|[^\w\s]")
Spans = frozenset[tuple[int, int, str]]


def changed_spans(before: str, after: str) -> Spans:
    """What to replace of a text to get another one."""
    return frozenset(_changes(before, after))


def with_spans(before: str, wanted: Set[tuple[int, int, str]]) -> str:
    """The text with the changes of several others. Raises Overlap where they meet, but for whole lines."""
    spans = sorted(wanted)
    for (start, end, text), (follows, _, more) in pairwise(spans):
        if start == end == follows and not (text.endswith("\n") and more.endswith("\n")):
            raise Overlap
    return apply_spans(before, spans)


def merged(before: str, one: str, other: str) -> str:
    """The text with the changes of two others. Raises Overlap where they meet."""
    return with_spans(before, changed_spans(before, one) | changed_spans(before, other))


def _changes(before: str, after: str) -> Iterator[tuple[int, int, str]]:
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    for lines in hunks(old, new):
        place = len("".join(old[: lines.start]))
        left = _TOKEN.findall("".join(old[lines.start : lines.end]))
        right = _TOKEN.findall("".join(new[lines.other_start : lines.other_end]))
        for tokens in hunks(left, right):
            start = place + len("".join(left[: tokens.start]))
            text = "".join(right[tokens.other_start : tokens.other_end])
            yield start, start + len("".join(left[tokens.start : tokens.end])), text
