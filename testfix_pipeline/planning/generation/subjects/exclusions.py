"""Collects what gets no test, with the reasons, counted by reason and by function."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


class Exclusions:
    """Counts what is left out. `counts`: number by reason. `functions`: the first reason by target."""

    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.functions: dict[str, str] = {}

    def add_file(self, reason: str) -> None:
        """Count a file of which no function is considered."""
        self.counts[reason] += 1

    def add(self, reason: str, targets: Iterable[str]) -> None:
        """Count functions, by their targets, or drafts of tests for them."""
        for target in targets:
            self.counts[reason] += 1
            self.functions.setdefault(target, reason)

    def reasons_without(self, tested: Iterable[str]) -> dict[str, str]:
        """The reasons of the functions that have no test in the end; those in `tested` have one."""
        kept = set(tested)
        return {target: reason for target, reason in sorted(self.functions.items()) if target not in kept}
