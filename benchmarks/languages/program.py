"""A small program with one realistic bug, in a language that is not Python: stored in the form of
`benchmarks/repair/programs`, with one key more, `framework`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from benchmarks.repair.programs import Program, load
from benchmarks.repair.stored_program import stored

SETS = ("development", "held-out")


@dataclass(frozen=True)
class ForeignProgram(ABC):
    """A program, and what its tests run with."""

    program: Program
    framework: str

    @classmethod
    def of_set(cls, folder: Path, which: str) -> list[Self]:
        """The programs of a set below a folder, by name."""
        every = stored(folder / f"{which}.toml").items()
        return [cls(load(name, known, "training"), str(known["framework"])) for name, known in every]

    @property
    @abstractmethod
    def is_runnable(self) -> bool:
        """Whether its framework is there."""

    @property
    def name(self) -> str:
        """The program's name."""
        return self.program.name

    @property
    def fixed(self) -> dict[str, str]:
        """The right texts of the files that the fix changes."""
        return self.program.fixed

    @property
    def bug_lines(self) -> set[tuple[str, int]]:
        """File and line of all that the fix replaces."""
        lines = set()
        for edit in self.program.edits:
            text = self.program.files[edit.file]
            first = text.count("\n", 0, text.index(edit.old)) + 1
            lines |= {(edit.file, first + n) for n in range(edit.old.rstrip("\n").count("\n") + 1)}
        return lines

    def write_hidden(self, tree: Path) -> None:
        """Add the hidden tests to a tree."""
        self.program.write_hidden(tree)

    @abstractmethod
    def is_hidden(self, test: str) -> bool:
        """Whether a test is a hidden one."""

    @abstractmethod
    def write_buggy(self, tree: Path) -> None:
        """Write the tree that a repairer gets."""
