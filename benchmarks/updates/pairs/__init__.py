"""Library pairs: small programs that a newer version of a library breaks. `pairs/HALF.toml` holds a half's.

[NAME]
library = "..."        the distribution's name; "python" where the interpreter itself is what changed
old = "1.0"            the version that the program was written for
new = "2.0"            the version that breaks it
python = "3.11"        the interpreter of both environments; not where the library is "python"
kind = "..."           one of KINDS
symbol = "a.b.C.d"     what changed in the library, by the path that the program uses
parameter = "..."      only where one parameter changed: its name in the old version
description = "..."    what changed

[[NAME.edits]]         one for each place of the reference fix
file = "shop/till.py"  a key of [NAME.files]
old = '''...'''        occurs exactly once in the file
new = '''...'''

[NAME.files]           the program without its tests, by path
[NAME.tests]           visible tests, by path below the folder `tests`
[NAME.hidden]          tests that only the judge runs, by name
[NAME.old_library]     only of a self-made library: its files in the old version, by path below `site-packages`
[NAME.new_library]     the same of the new version

Every tree also gets PROJECT and a `requirements.txt` that pins the old version, or a `.python-version` that does.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from benchmarks.repair.stored_program import StoredProgram, stored, write_texts

FOLDER = Path(__file__).parent
Half = Literal[
    "development",
    "held-out",
    "later",
    "further",
    "estimate",
    "rivals",
    "values",
    "changelogs",
    "blind",
    "fresh",
    "unseen",
]
Version = Literal["old", "new"]
VERSIONS: tuple[Version, ...] = get_args(Version)
HALVES: tuple[Half, ...] = ("development", "held-out")
"""The drawn ones. Pairs of `later` and `further` came after the draw, of kinds that the others hardly have, for
development, too; those of `estimate` are run once after a change that nobody made for them; the tests of `rivals` see
little; those of `values` are of changed defaults and return types only; those of `changelogs` were chosen from change
logs alone, as were those of `blind`, `fresh` and `unseen`, of libraries that the others hardly have."""
FOLDERS: tuple[Half, ...] = get_args(Half)
SEED = "library-pairs-1"
LibraryChangeKind = Literal[
    "moved", "renamed", "keyword renamed", "keyword removed", "keyword only", "reordered", "default", "return type",
    "argument added", "exception", "split", "removed", "usage",
]  # fmt: skip
KINDS: tuple[LibraryChangeKind, ...] = get_args(LibraryChangeKind)
HIDDEN = "hidden_tests"
PYTHON = "python"
"""The library of pairs that a newer interpreter breaks."""
PROJECT = """\
[project]
name = "program"
version = "1.0"

[tool.pytest.ini_options]
pythonpath = ["."]
testpaths = ["tests"]
"""


@dataclass(frozen=True, kw_only=True)
class Pair(StoredProgram):
    """One program and the two versions; the edits are the reference fix."""

    half: Half
    library: str
    old: str
    new: str
    python: str
    kind: LibraryChangeKind
    symbol: str
    description: str
    parameter: str = ""
    self_made: Mapping[Version, Mapping[str, str]] = field(default_factory=dict)

    def release(self, version: Version) -> str:
        """ "3.0.3" """
        return self.old if version == "old" else self.new

    def requirement(self, version: Version) -> str:
        """ "jinja2==3.0.3" """
        return f"{self.library}=={self.release(version)}"

    def interpreter_release(self, version: Version) -> str:
        """The Python of an environment: "3.11"."""
        return self.release(version) if self.library == PYTHON else self.python

    def write(self, target: Path) -> None:
        """Write the tree that a repairer gets into the folder `target`: no hidden tests, no fix."""
        name, pin = ("requirements.txt", self.requirement("old"))
        if self.library == PYTHON:
            name, pin = ".python-version", self.old
        write_texts(target, {"pyproject.toml": PROJECT, name: f"{pin}\n"})
        self.write_visible(target)

    def write_hidden(self, target: Path) -> None:
        """Add the hidden tests to a tree."""
        write_texts(target / HIDDEN, self.hidden)


def load(name: str, known: Mapping[str, Any], half: Half) -> Pair:
    """Read the pair of a table. Raises KeyError or ValueError where it is no such pair."""
    if known["kind"] not in KINDS:
        raise ValueError(f"{name}: {known['kind']!r} is no kind; known are {', '.join(KINDS)}")
    own = {key: known[key] for key in ("library", "old", "new", "kind", "symbol", "description")}
    own["python"] = "" if own["library"] == PYTHON else known["python"]
    self_made = {version: known[f"{version}_library"] for version in VERSIONS if f"{version}_library" in known}
    return Pair.read(name, known, half=half, parameter=known.get("parameter", ""), self_made=self_made, **own)


def pairs(*halves: Half) -> list[Pair]:
    """All stored pairs of these halves, by name; of both where none is named."""
    every = ((half, stored(FOLDER / f"{half}.toml")) for half in halves or HALVES)
    return [load(name, known, half) for half, tables in every for name, known in tables.items()]


def drawn_halves(kinds: Mapping[str, LibraryChangeKind]) -> dict[str, Half]:
    """The half of every pair, from the kinds of pairs by name: within each kind in a random order, always the same one,
    pairs go to the halves in turns."""
    order = []
    for kind in KINDS:
        names = sorted(name for name, known in kinds.items() if known == kind)
        random.Random(f"{SEED}:{kind}").shuffle(names)
        order += names
    return {name: HALVES[place % 2] for place, name in enumerate(order)}
