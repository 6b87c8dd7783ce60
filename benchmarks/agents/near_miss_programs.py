"""Twelve small programs that lack something, each with the change that is right, tests, and tests that nobody sees.

The missing parts are several lines, or in several places: what a model is asked for because a small edit won't do.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair.stored_program import stored


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


PROGRAMS = tuple(
    Program(
        name,
        known["right"],
        tuple((change["right"], change["broken"]) for change in known["changes"]),
        known["tests"],
        known["hidden"],
    )
    for name, known in stored(Path(__file__).with_suffix(".toml")).items()
)
