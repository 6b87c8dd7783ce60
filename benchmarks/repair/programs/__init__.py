"""Small programs with one realistic bug each, a file for each set, `programs/SET.toml`, a table for each.

[NAME]
description = "..."           what is wrong
category = "..."              "missing" or "wrong"; in the held-out sets a few words of the writer
origin = "training"           only where the program was drawn from the training set

[[NAME.edits]]                one for each place of the fix
file = "shop/till.py"         a key of [NAME.files]
old = '''...'''               occurs exactly once in the buggy file
new = '''...'''

[NAME.files]                  the buggy tree without its tests, by path
[NAME.tests]                  visible tests, by path below the folder `tests`
[NAME.hidden]                 tests that only the judge runs, by name
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.repair.stored_program import StoredProgram, stored, write_texts
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


def load(name: str, known: Mapping[str, Any], which: Set) -> Program:
    """Read the program of a table. Raises KeyError or ValueError where it is no such program."""
    own = {"description": known["description"], "category": known["category"], "origin": known.get("origin", "")}
    return Program.read(name, known, set=which, **own)


def programs(which: Set) -> list[Program]:
    """All stored programs of a set, by name."""
    return [load(name, known, which) for name, known in stored(FOLDER / f"{which}.toml").items()]
