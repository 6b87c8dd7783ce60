"""The source files of one tree, parsed on first use."""

from __future__ import annotations

import itertools
import os
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path, PurePosixPath

from testfix_pipeline.core.patch_policy import protected_paths
from testfix_pipeline.execution.patch_checks.product_files import is_product_file
from testfix_pipeline.repair.model.source_languages import is_source, source_language_of, source_languages
from testfix_pipeline.repair.model.source_text import SourceText

NEIGHBOURS_BYTES, BESIDE_BYTES = 1_000_000, 200_000
NO_SOURCES = {"site-packages", "node_modules", "venv", "env", "build", "coverage", "dist", "docs", "__pycache__"}


def is_test_side(path: str) -> bool:
    """Whether a file belongs to the tests and so is never repaired.

    Broader than for patches of others: a package's own `testing` folder contains what tests assert with.
    """
    return protected_paths.is_test_side(path, ("*_tests.py",)) or "testing" in PurePosixPath(path).parts[:-1]


def is_repairable(root: Path, path: str, test_files: Collection[str]) -> bool:
    """Whether a file below `root` belongs to the product. test_files: those with collected tests."""
    return path not in test_files and (not is_test_side(path) or is_product_file(root, path, test_files))


def files_below(root: Path, suffixes: tuple[str, ...]) -> Iterator[str]:
    """The source files of a tree, sorted folder by folder. Hidden folders and NO_SOURCES are not entered."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if name not in NO_SOURCES and not name.startswith("."))
        paths = (Path(folder, name).relative_to(root).as_posix() for name in sorted(names) if name.endswith(suffixes))
        yield from (path for path in paths if not is_test_side(path))


class Sources:
    """The parsed source files of one tree. `test_files` are never read, because they are never repaired."""

    def __init__(self, root: Path, test_files: Collection[str] = ()) -> None:
        self.root = root
        self.test_files = frozenset(test_files)
        self._files: dict[str, SourceText | None] = {}
        self._neighbours: tuple[SourceText, ...] | None = None

    def source(self, path: str) -> SourceText | None:
        """The file; None if it cannot be read or is never repaired."""
        if path not in self._files:
            usable = is_source(path) and is_repairable(self.root, path, self.test_files)
            self._files[path] = source_language_of(path).load(self.root, path) if usable else None
        return self._files[path]

    def __contains__(self, path: object) -> bool:
        """Whether `source` has the file."""
        return isinstance(path, str) and self.source(path) is not None

    def loaded(self) -> tuple[SourceText, ...]:
        """The files that have been read."""
        return tuple(source for source in self._files.values() if source is not None)

    def neighbours(self) -> tuple[SourceText, ...]:
        """The loaded files, then others of their folders and subfolders: the sources of ingredients.

        Bounded by NEIGHBOURS_BYTES of text, since each is parsed: files that were loaded first (usually those that
        failing tests run) come first, and the first file is always included. Read once, on first use.
        """
        if self._neighbours is None:
            ends = itertools.accumulate(len(source.text) for source in self.loaded())
            within = [one for one, end in zip(self.loaded(), ends, strict=True) if end <= NEIGHBOURS_BYTES]
            loaded = tuple(within or self.loaded()[:1])
            room = NEIGHBOURS_BYTES - sum(len(source.text) for source in loaded)
            known = {source.path for source in loaded}
            for path in _beside(self.root, sorted(known)):
                size = (self.root / path).stat().st_size
                if path not in known and size <= room and (source := self.source(path)) is not None:
                    loaded, room = (*loaded, source), room - size
            self._neighbours = loaded
        return self._neighbours

    def beside(self, path: str) -> list[SourceText]:
        """The readable files of a file's folder and its subfolders, the nearest first, up to BESIDE_BYTES."""
        found, room = [], BESIDE_BYTES
        for other in _beside(self.root, [path]):
            size = (self.root / other).stat().st_size
            if other != path and size <= room and (source := self.source(other)) is not None:
                found.append(source)
                room -= size
        return found


def load_or_empty(root: Path, path: str) -> SourceText:
    """The file, or an empty one if there is none that can be read."""
    language = source_language_of(path)
    found: SourceText = language.load(root, path) or language.read(path, b"", absent=True)
    return found


def _beside(root: Path, known: Sequence[str]) -> list[str]:
    """Paths of source files in the folders of known ones and their subfolders, the nearest first."""
    folders = dict.fromkeys(PurePosixPath(path).parent for path in known)
    found: dict[str, None] = {}
    suffixes = [suffix for language in source_languages() for suffix in language.suffixes]
    for depth in ("", "*/", "*/*/"):
        for folder in folders:
            for path in sorted(path for suffix in suffixes for path in (root / folder).glob(f"{depth}*{suffix}")):
                inside = path.relative_to(root)
                if not any(part in NO_SOURCES or part.startswith(".") for part in inside.parts):
                    found.setdefault(inside.as_posix())
    return list(found)
