"""Library pairs: small programs that a newer version of a library breaks, a TOML file each: `pairs/HALF/NAME.toml`.

library = "..."        the distribution's name
old = "1.0"            the version that the program was written for
new = "2.0"            the version that breaks it
python = "3.11"        the interpreter of both environments
kind = "..."           one of KINDS
symbol = "a.b.C.d"     what changed in the library, by the path that the program uses
parameter = "..."      only where one parameter changed: its name in the old version
description = "..."    what changed

[[edits]]              one for each place of the reference fix
file = "shop/till.py"  a key of [files]
old = '''...'''        occurs exactly once in the file
new = '''...'''

[files]                the program without its tests, by path
[tests]                visible tests, by path below the folder `tests`
[hidden]               tests that only the judge runs, by name

Every tree also gets PROJECT and a `requirements.txt` that pins the old version.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, get_args

from benchmarks.repair.programs import BugEdit

FOLDER = Path(__file__).parent
Half = Literal["development", "held-out", "later"]
HALVES: tuple[Half, ...] = ("development", "held-out")
"""The drawn ones. Pairs of `later` came after the draw, of kinds that the others hardly have: for development, too."""
FOLDERS: tuple[Half, ...] = get_args(Half)
SEED = "library-pairs-1"
Kind = Literal[
    "moved", "renamed", "keyword renamed", "keyword removed", "keyword only", "reordered", "default", "return type",
    "argument added", "exception", "split", "removed",
]  # fmt: skip
KINDS: tuple[Kind, ...] = get_args(Kind)
HIDDEN = "hidden_tests"
PROJECT = """\
[project]
name = "program"
version = "1.0"

[tool.pytest.ini_options]
pythonpath = ["."]
testpaths = ["tests"]
"""


@dataclass(frozen=True)
class Pair:
    """One program and the two versions. files, tests, hidden: texts by path. `edits` is the reference fix."""

    name: str
    half: Half
    library: str
    old: str
    new: str
    python: str
    kind: Kind
    symbol: str
    description: str
    edits: tuple[BugEdit, ...]
    files: Mapping[str, str]
    tests: Mapping[str, str]
    hidden: Mapping[str, str]
    parameter: str = ""

    @cached_property
    def fixed(self) -> dict[str, str]:
        """The texts of the files that the reference fix changes, by path."""
        texts = {edit.file: self.files[edit.file] for edit in self.edits}
        for edit in self.edits:
            texts[edit.file] = texts[edit.file].replace(edit.old, edit.new)
        return texts

    def requirement(self, version: Literal["old", "new"]) -> str:
        """ "jinja2==3.0.3" """
        return f"{self.library}=={self.old if version == 'old' else self.new}"

    def write(self, target: Path) -> None:
        """Write the tree that a repairer gets into the folder `target`: no hidden tests, no fix."""
        write_texts(target, {"pyproject.toml": PROJECT, "requirements.txt": f"{self.requirement('old')}\n"})
        write_texts(target, self.files)
        write_texts(target / "tests", self.tests)

    def write_hidden(self, target: Path) -> None:
        """Add the hidden tests to a tree."""
        write_texts(target / HIDDEN, self.hidden)


def write_texts(folder: Path, texts: Mapping[str, str]) -> None:
    """Write files, by path relative to the folder, which is made if need be."""
    for name, text in texts.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def load(path: Path, half: Half) -> Pair:
    """Read the pair of a file. Raises OSError, KeyError or ValueError where it is no such pair."""
    known = tomllib.loads(path.read_text(encoding="utf-8"))
    edits = tuple(BugEdit(edit["file"], edit["old"], edit["new"]) for edit in known["edits"])
    for edit in edits:
        if (count := known["files"][edit.file].count(edit.old)) != 1:
            raise ValueError(f"{path.name}: {edit.file} has the text {edit.old!r} {count} times, not once")
    if known["kind"] not in KINDS:
        raise ValueError(f"{path.name}: {known['kind']!r} is no kind; known are {', '.join(KINDS)}")
    fields: dict[str, Any] = {
        name: known[name] for name in ("library", "old", "new", "python", "kind", "symbol", "description")
    }
    tables = {name: known[name] for name in ("files", "tests", "hidden")}
    return Pair(path.stem, half, edits=edits, parameter=known.get("parameter", ""), **fields, **tables)


def pairs(*halves: Half) -> list[Pair]:
    """All stored pairs of these halves, by name; of both where none is named."""
    return [load(path, half) for half in halves or HALVES for path in sorted((FOLDER / half).glob("*.toml"))]


def drawn_halves(kinds: Mapping[str, Kind]) -> dict[str, Half]:
    """The half of every pair, from the kinds of pairs by name: within each kind in a random order, always the same one,
    pairs go to the halves in turns."""
    order = []
    for kind in KINDS:
        names = sorted(name for name, known in kinds.items() if known == kind)
        random.Random(f"{SEED}:{kind}").shuffle(names)
        order += names
    return {name: HALVES[place % 2] for place, name in enumerate(order)}
