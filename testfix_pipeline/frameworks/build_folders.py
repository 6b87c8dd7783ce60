"""Folders for what an adapter builds: one that stays from run to run, and one of each run."""

from __future__ import annotations

import atexit
import contextlib
import functools
import re
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class BuildFolders:
    """The two folders of a run.

    cache: stays from run to run, and is used by several at once. work: of this run alone. is_shared: other projects
    use the cache, too.
    """

    cache: Path
    work: Path
    is_shared: bool = False

    def paths(self) -> list[Path]:
        """Both folders: what a process that builds may write to."""
        return [self.cache, self.work]

    def readable(self) -> list[Path]:
        """What a process may read that runs the project's code: nothing of other projects."""
        return [self.work] if self.is_shared else self.paths()

    def order(self) -> dict[str, str]:
        """The part of a process's order that names them; makes them."""
        for folder in self.paths():
            folder.mkdir(parents=True, exist_ok=True)
        return {"cache": str(self.cache), "work": str(self.work)}


@contextlib.contextmanager
def build_folders(adapter: str, shared: Path | None) -> Iterator[BuildFolders]:
    """The folders of one run of `adapter`; that of the run is gone afterwards.

    shared: a cache that all projects use; None is one that lives as long as this process.
    """
    root = _of_this_process() / re.sub(r"\W", "-", adapter)
    root.mkdir(parents=True, exist_ok=True)
    work = Path(tempfile.mkdtemp(prefix="run-", dir=root))
    try:
        yield BuildFolders(shared or root / "cache", work, shared is not None)
    finally:
        _remove(work)


@functools.cache
def _of_this_process() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="testfix-builds-"))
    atexit.register(_remove, folder)
    return folder


def _remove(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
