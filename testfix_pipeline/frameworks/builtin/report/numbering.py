"""Numbers tests of equal titles in the order in which a report names them."""

from __future__ import annotations

from collections import Counter

from testfix_pipeline.core.test_ids import TestId


class Numbering:
    """Gives out identities; the second test of equal titles has occurrence 2."""

    def __init__(self) -> None:
        self._seen: Counter[tuple[str, tuple[str, ...]]] = Counter()

    def next(self, file: str, titles: tuple[str, ...]) -> TestId:
        """The identity of the next test of these titles."""
        key = (file, titles)
        self._seen[key] += 1
        return TestId.of(file, titles, self._seen[key])
