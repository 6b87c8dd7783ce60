"""A small program with its tests and the places of its fix, as the corpora of bugs and of library updates store it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self


@dataclass(frozen=True)
class BugEdit:
    """One place of the fix: `old` occurs exactly once in the buggy `file` and becomes `new`."""

    file: str
    old: str
    new: str


@dataclass(frozen=True, kw_only=True)
class StoredProgram:
    """A program without its fix. edits: the fix. files, tests, hidden: texts by path."""

    name: str
    edits: tuple[BugEdit, ...]
    files: Mapping[str, str]
    tests: Mapping[str, str]
    hidden: Mapping[str, str]

    @classmethod
    def read(cls, name: str, known: Mapping[str, Any], **own: Any) -> Self:
        """The program of a table of a set's file. own: the fields of the subclass.

        Raises KeyError for a missing key, ValueError where an edit's old text is not there exactly once.
        """
        edits = tuple(BugEdit(edit["file"], edit["old"], edit["new"]) for edit in known["edits"])
        for edit in edits:
            if (count := known["files"][edit.file].count(edit.old)) != 1:
                raise ValueError(f"{name}: {edit.file} has the text {edit.old!r} {count} times, not once")
        tables = {name: known[name] for name in ("files", "tests", "hidden")}
        return cls(name=name, edits=edits, **tables, **own)

    @cached_property
    def fixed(self) -> dict[str, str]:
        """The correct texts of the files that the fix changes, by path."""
        texts = {edit.file: self.files[edit.file] for edit in self.edits}
        for edit in self.edits:
            texts[edit.file] = texts[edit.file].replace(edit.old, edit.new)
        return texts

    def write_visible(self, target: Path) -> None:
        """Write the program and its tests into the folder `target`: no hidden tests, no fix."""
        write_texts(target, self.files)
        write_texts(target / "tests", self.tests)


def stored(path: Path) -> dict[str, dict[str, Any]]:
    """The tables of a set's file, by the program's name. Raises OSError or ValueError for a file that is none."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files, by path relative to the folder, which is made if need be."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
