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
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.repair.task import SETS, Set

__all__ = ["FOLDER", "SETS", "BugEdit", "Program", "Set", "load", "programs"]

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class BugEdit:
    """One place of the fix: `old` occurs exactly once in the buggy `file` and becomes `new`."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Program:
    """One stored program. files, tests, hidden: texts by path. origin: the set that it was drawn from, or ""."""

    name: str
    set: Set
    description: str
    category: str
    edits: tuple[BugEdit, ...]
    files: Mapping[str, str]
    tests: Mapping[str, str]
    hidden: Mapping[str, str]
    origin: str = ""

    @cached_property
    def fixed(self) -> dict[str, str]:
        """The correct texts of the files that the fix changes, by path."""
        texts = {edit.file: self.files[edit.file] for edit in self.edits}
        for edit in self.edits:
            texts[edit.file] = texts[edit.file].replace(edit.old, edit.new)
        return texts

    @property
    def modules(self) -> dict[str, str]:
        """The buggy Python files by path, tests left out."""
        return {path: text for path, text in self.files.items() if path.endswith(".py")}

    def write_buggy(self, target: Path) -> None:
        """Write the tree that a repairer gets into the folder `target`: no hidden tests, no fix."""
        _write(target, self.files)
        _write(target / "tests", self.tests)

    def write_reference(self, target: Path) -> None:
        """Write the fixed tree into the folder `target`."""
        self.write_buggy(target)
        _write(target, self.fixed)

    def write_hidden(self, target: Path) -> None:
        """Add the hidden tests to a tree, as its folder `hidden`."""
        _write(target / "hidden", self.hidden)


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def load(path: Path, which: Set) -> Program:
    """Read the program of a file. Raises OSError, KeyError or ValueError where it is no such program."""
    known = tomllib.loads(path.read_text(encoding="utf-8"))
    edits = tuple(BugEdit(edit["file"], edit["old"], edit["new"]) for edit in known["edits"])
    for edit in edits:
        if (count := known["files"][edit.file].count(edit.old)) != 1:
            raise ValueError(f"{path.name}: {edit.file} has the old text {count} times, not once")
    tables = (known["files"], known["tests"], known["hidden"])
    return Program(path.stem, which, known["description"], known["category"], edits, *tables, known.get("origin", ""))


def programs(which: Set) -> list[Program]:
    """All stored programs of a set, by name."""
    return [load(path, which) for path in sorted((FOLDER / which).glob("*.toml"))]
