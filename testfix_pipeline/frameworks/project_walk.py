"""Walks the files of a project that are neither hidden nor other people's code."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from testfix_pipeline.frameworks.folder_names import DEPENDENCY_FOLDERS

_DATA_WORDS = frozenset(
    {"testdata", "fixture", "fixtures", "data", "example", "examples", "sample", "samples", "demo", "demos",
     "template", "templates", "playground", "cookiecutter", "snapshots", "target", "coverage"}
)  # fmt: skip
"""Words in the names of folders whose files are data, samples or results, whatever the files are called."""


def project_files(root: Path) -> Iterator[str]:
    """Yield the paths of files below `root`, relative to it; hidden and dependency folders are left out."""
    for place, below, files in os.walk(root):
        below[:] = sorted(name for name in below if not name.startswith(".") and name not in DEPENDENCY_FOLDERS)
        inside = Path(place).relative_to(root)
        yield from ((inside / name).as_posix() for name in sorted(files))


def is_data(path: str) -> bool:
    """Whether a file lies in a folder of data or samples by the folder's name."""
    folders = PurePosixPath(path).parts[:-1]
    return any(not _DATA_WORDS.isdisjoint(re.split(r"[\W_]+", name.lower())) for name in folders)
