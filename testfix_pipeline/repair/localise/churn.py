"""Features from earlier texts: lines that changed recently are more often wrong than old ones."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.change_history import Change
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement

MOST_TEXTS = 8
"""The number of earlier texts that are compared."""


def older_texts(changes: Sequence[Change]) -> dict[str, list[str]]:
    """For each file its texts before each change that touched it, newest first."""
    older: dict[str, list[str]] = {}
    for change in changes:
        for file in change.files:
            if file.before is not None:
                older.setdefault(file.path, []).append(file.before)
    return older


class ChurnFeatures:
    """Whether a statement differs from an earlier text of its file; recent changes count more."""

    def __init__(self, older: Mapping[str, Sequence[str]]) -> None:
        self.older = older
        self._changed: dict[str, dict[int, float]] = {}

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields how recently the lines of a statement changed."""
        path = place.source.path
        if path not in self._changed:
            self._changed[path] = dict(_changed_lines(place.source.text, self.older.get(path, ())))
        changed = self._changed[path]
        yield "changed lately", max((changed.get(line, 0.0) for line in place.source.lines_of(place.stmt)), default=0.0)


def _changed_lines(text: str, older: Sequence[str]) -> Iterator[tuple[int, float]]:
    """Yields (line, weight) of lines that differ, or are next to removed lines; the oldest difference of a line comes
    first."""
    lines_now = text.splitlines()
    for age, old_text in reversed(list(enumerate(older[:MOST_TEXTS]))):
        matcher = difflib.SequenceMatcher(None, lines_now, old_text.splitlines(), autojunk=False)
        for tag, begin, end, _, _ in matcher.get_opcodes():
            if tag != "equal":
                lines = range(begin, end + 2) if begin == end else range(begin + 1, end + 1)
                yield from ((line, 1 / (1 + age)) for line in lines)
