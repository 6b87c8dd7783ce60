"""Small programs with one realistic bug each, a TOML file for each program: `programs/SET/NAME.toml`.

description = "..."           what is wrong
category = "..."              "missing" or "wrong"; in the held-out sets a few words of the writer
origin = "training"           only where the program was drawn from the training set

[[edits]]                     one for each place of the fix
file = "shop/till.py"         a key of [files]
old = '''...'''               occurs exactly once in the buggy file
new = '''...'''

[files]                       the buggy tree without its tests, by path
[tests]                       visible tests, by path below the folder `tests`
[hidden]                      tests that only the judge runs, by name
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

from benchmarks.repair.stored_program import StoredProgram, write_texts
from benchmarks.repair.task import SETS, Set

__all__ = ["FOLDER", "SETS", "Program", "Set", "load", "programs"]

FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Program(StoredProgram):
    """One stored program. origin: the set that it was drawn from, or ""."""

    set: Set
    description: str
    category: str
    origin: str = ""

    @property
    def modules(self) -> dict[str, str]:
        """The buggy Python files by path, tests left out."""
        return {path: text for path, text in self.files.items() if path.endswith(".py")}

    def write_buggy(self, target: Path) -> None:
        """Write the tree that a repairer gets into the folder `target`: no hidden tests, no fix."""
        self.write_visible(target)

    def write_reference(self, target: Path) -> None:
        """Write the fixed tree into the folder `target`."""
        self.write_buggy(target)
        write_texts(target, self.fixed)

    def write_hidden(self, target: Path) -> None:
        """Add the hidden tests to a tree, as its folder `hidden`."""
        write_texts(target / "hidden", self.hidden)


def load(path: Path, which: Set) -> Program:
    """Read the program of a file. Raises OSError, KeyError or ValueError where it is no such program."""
    known = tomllib.loads(path.read_text(encoding="utf-8"))
    own = {"description": known["description"], "category": known["category"], "origin": known.get("origin", "")}
    return Program.read(path, known, set=which, **own)


def programs(which: Set) -> list[Program]:
    """All stored programs of a set, by name."""
    return [load(path, which) for path in sorted((FOLDER / which).glob("*.toml"))]
