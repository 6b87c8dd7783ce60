"""Two releases of a package as one tree: the newer release with the code of the older one, and what differs."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.repair import cache
from benchmarks.repair.hunks import Hunk, hunks_between
from benchmarks.repair.packages import PYTEST, environment, sdist, unpack
from benchmarks.repair.task import Set
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.repair.model.sources import is_test_side


@dataclass(frozen=True)
class Pair:
    """Two releases whose code lies in the same places.

    code: folders or files of the package's own code. requires: what the tests need beside the package's dependencies.
    tests: the folders and files of the newer release's tests. ignored: those of them that are left out.
    """

    package: str
    old: str
    new: str
    set: Set
    code: tuple[str, ...]
    requires: tuple[str, ...] = ()
    tests: tuple[str, ...] = ("tests",)
    ignored: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.package}-{self.old}-{self.new}"


@dataclass(frozen=True)
class Releases:
    """A pair whose archives are unpacked in `folder`. Texts are by path."""

    pair: Pair
    folder: Path

    @property
    def new(self) -> Path:
        return self.folder / "new"

    @property
    def mixed(self) -> Path:
        """The newer release with the older release's code; modules that the older one lacks are absent."""
        return self.folder / "mixed"

    @property
    def target(self) -> TargetProject:
        """How tests are run, which ones is said apart."""
        options = (*(f"--ignore={place}" for place in self.pair.ignored), "-W", "ignore")
        return TargetProject(
            self.folder / "venv" / "bin" / "python", "benchmark", pytest_args=options, suites=(pytest_suite(),)
        )

    @cached_property
    def old_texts(self) -> dict[str, str]:
        return code_texts(self.mixed, self.pair.code)

    @cached_property
    def hunks(self) -> list[Hunk]:
        return self.hunks_of()

    def hunks_of(self, files: Collection[str] | None = None) -> list[Hunk]:
        """The hunks of these files of the package's own code; of all, if none are given."""
        texts = code_texts(self.new, self.pair.code)
        wanted = {file: text for file, text in texts.items() if files is None or file in files}
        return hunks_between(self.old_texts, wanted)


def fetched(pair: Pair) -> bool:
    """Whether the cache has the pair."""
    return (cache.folder("releases") / pair.key / "ready").is_file()


def releases(pair: Pair) -> Releases:
    """The pair as the cache has it, fetched first if need be. Raises NotReady."""
    folder = cache.folder("releases", pair.key)
    if not fetched(pair):
        shutil.rmtree(folder)
        folder.mkdir()
        for version, name in ((pair.old, "old"), (pair.new, "new")):
            unpack(sdist(pair.package, version), folder / name)
        _mix(folder, pair)
        environment(folder / "venv", [PYTEST, f"{pair.package}=={pair.new}", *pair.requires])
        (folder / "ready").touch()
    return Releases(pair, folder)


def _mix(folder: Path, pair: Pair) -> None:
    shutil.copytree(folder / "new", folder / "mixed")
    for file in code_texts(folder / "new", pair.code):
        (folder / "mixed" / file).unlink()
    for file, text in code_texts(folder / "old", pair.code).items():
        write(folder / "mixed" / file, text)


def code_texts(tree: Path, code: tuple[str, ...]) -> dict[str, str]:
    """The package's own modules, without tests, by path; releases may differ in line ends, which are no change."""
    found = {}
    for place in code:
        files = sorted((tree / place).rglob("*.py")) if (tree / place).is_dir() else [tree / place]
        for path in files:
            name = path.relative_to(tree).as_posix()
            if path.is_file() and not is_test_side(name):
                found[name] = _text(path)
    return found


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="surrogateescape").replace("\r\n", "\n")


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode("utf-8", errors="surrogateescape"))
