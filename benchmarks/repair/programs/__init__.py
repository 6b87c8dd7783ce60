"""Small programs with one realistic bug each: what is stored about them and how their trees are written.

`training/NAME` and `measuring/NAME` hold the buggy tree (with the visible tests), `hidden/` (tests that nobody who
repairs sees) and `bug.json` (what is wrong, and the edits that make the reference solution).
"""

from __future__ import annotations

import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["FOLDER", "SETS", "BugEdit", "Program", "Set", "load", "programs"]

Set = Literal["training", "measuring"]
SETS: tuple[Set, ...] = ("training", "measuring")
FOLDER = Path(__file__).parent
KEPT_BACK = shutil.ignore_patterns("hidden", "bug.json", "__pycache__", ".pytest_cache")


@dataclass(frozen=True)
class BugEdit:
    """One place of the reference solution: `old` occurs exactly once in the buggy `file` and becomes `new`."""

    file: str
    old: str
    new: str


@dataclass(frozen=True)
class Program:
    """One stored program. category: "missing" (code is absent) or "wrong" (code says something else)."""

    name: str
    set: Set
    root: Path
    description: str
    category: Literal["missing", "wrong"]
    edits: tuple[BugEdit, ...]

    def write_buggy(self, target: Path) -> None:
        """Write the tree a repairer gets into the folder `target`: no hidden tests, no answer."""
        shutil.copytree(self.root, target, ignore=KEPT_BACK, dirs_exist_ok=True)

    def write_reference(self, target: Path) -> None:
        """Write the solved tree into `target`. Raises ValueError where an edit's old text isn't there exactly once."""
        self.write_buggy(target)
        for edit in self.edits:
            path = target / edit.file
            text = path.read_text(encoding="utf-8")
            if text.count(edit.old) != 1:
                raise ValueError(f"{self.name}: {edit.file} has the old text {text.count(edit.old)} times, not once")
            path.write_text(text.replace(edit.old, edit.new), encoding="utf-8")

    def write_hidden(self, target: Path) -> None:
        """Add the hidden tests to a tree written before, as the folder `hidden`."""
        shutil.copytree(self.root / "hidden", target / "hidden", dirs_exist_ok=True)


def load(root: Path) -> Program:
    """The program stored in folder `root`. Raises OSError, KeyError or ValueError where bug.json is wrong."""
    bug = json.loads((root / "bug.json").read_text(encoding="utf-8"))
    edits = tuple(BugEdit(edit["file"], edit["old"], edit["new"]) for edit in bug["edits"])
    if bug["category"] not in ("missing", "wrong") or not edits or bug["file"] != edits[0].file:
        raise ValueError(f"{root.name}: bug.json needs a known category, at least one edit and the first edit's file")
    which: Set = "training" if root.parent.name == "training" else "measuring"
    return Program(root.name, which, root, bug["description"], bug["category"], edits)


def programs(which: Set) -> list[Program]:
    """All stored programs of a set, by name."""
    return [load(path.parent) for path in sorted((FOLDER / which).glob("*/bug.json"))]
