"""Small programs in Go with one realistic bug each, a file for each set: `programs/SET.toml`.

The form is that of `benchmarks/repair/programs`, and one key more: framework = "go". Files, tests and hidden tests lie
where their names say; the hidden tests are those of files that begin with `hidden_`.
"""

from __future__ import annotations

import shutil
from pathlib import Path, PurePosixPath

from benchmarks.languages.program import SETS, ForeignProgram
from benchmarks.repair.stored_program import write_texts

__all__ = ["SETS", "GoProgram", "programs"]
FOLDER = Path(__file__).parent


class GoProgram(ForeignProgram):
    """A module of its own."""

    @property
    def is_runnable(self) -> bool:
        """Whether Go is installed."""
        return shutil.which("go") is not None

    def is_hidden(self, test: str) -> bool:
        """Whether a test is a hidden one."""
        return test.partition("::")[0].rpartition("/")[2].startswith("hidden_")

    def write_buggy(self, tree: Path) -> None:
        """Write the tree that a repairer gets."""
        write_texts(tree, {**self.program.files, **self.program.tests})
        (tree / "go.mod").write_text(f"module example.com/{self.name.replace('_', '')}\n\ngo 1.21\n")

    def write_hidden(self, tree: Path) -> None:
        """Add the hidden tests to a tree."""
        places = {name: PurePosixPath(name) for name in self.program.hidden}
        named = {str(place.with_name(f"hidden_{place.name}")): name for name, place in places.items()}
        write_texts(tree, {path: self.program.hidden[name] for path, name in named.items()})


def programs(which: str) -> list[GoProgram]:
    """The programs of a set, by name."""
    return GoProgram.of_set(FOLDER, which)
