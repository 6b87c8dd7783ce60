"""What tools leave in a checkout that no test depends on."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

_NAMES = (
    *("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".coverage", ".coverage.*"),
    *("htmlcov", ".tox", ".nox", "*.pyc", "*.pyo", ".DS_Store", ".idea", ".vscode", ".workflow"),
)


def is_cache(path: str) -> bool:
    """Whether the path is such a file or folder, or lies in one."""
    return any(fnmatchcase(part, name) for part in PurePosixPath(path).parts for name in _NAMES)


def within(path: str, folders: Iterable[str]) -> bool:
    """Whether the path is one of the folders or lies in one."""
    return any(path == folder or path.startswith(f"{folder}/") for folder in (name.rstrip("/") for name in folders))
