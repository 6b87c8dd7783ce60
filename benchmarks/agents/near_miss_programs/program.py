"""A small program that lacks something, as the material of near misses."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Program:
    """`right` is the text with the change in it; the pairs of `changes` turn it back into the text with the bug."""

    name: str
    right: str
    changes: tuple[tuple[str, str], ...]
    tests: str
    hidden: str

    @property
    def broken(self) -> str:
        text = self.right
        for new, old in self.changes:
            assert text.count(new) == 1, (self.name, new)
            text = text.replace(new, old)
        return text
