"""What got no test, and why: counted by reason, and by function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Exclusions:
    """Gathers what is left out. `counts`: reason to number. `functions`: target to the reason that came first."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.functions: dict[str, str] = {}

    def file(self, reason: str) -> None:
        """A file none of whose functions is even looked at."""
        self.counts[reason] += 1

    def add(self, reason: str, targets: Iterable[str]) -> None:
        """Functions, by their targets, or drafts of tests for them."""
        for target in targets:
            self.counts[reason] += 1
            self.functions.setdefault(target, reason)

    def without(self, tested: Iterable[str]) -> dict[str, str]:
        """The functions that have no test in the end, with the reason."""
        kept = set(tested)
        return {target: reason for target, reason in sorted(self.functions.items()) if target not in kept}
