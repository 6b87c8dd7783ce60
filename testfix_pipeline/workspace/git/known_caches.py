"""Names of tool caches in a checkout that no test depends on."""

from __future__ import annotations

from collections.abc import Iterable
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

_RUN_CACHES = ("__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".tox", ".nox")
_NAMES = (
    *_RUN_CACHES,
    *(".coverage", ".coverage.*", "htmlcov", "*.pyc", "*.pyo", ".DS_Store", ".idea", ".vscode", ".workflow"),
)


def is_cache(path: str) -> bool:
    """Whether the path is a known cache, or inside one."""
    return _named(path, _NAMES)


def is_run_cache(path: str) -> bool:
    """Whether the path is a cache that each run recreates and that is not tracked by git."""
    return _named(path, _RUN_CACHES)


def _named(path: str, names: Iterable[str]) -> bool:
    return any(fnmatchcase(part, name) for part in PurePosixPath(path).parts for name in names)


def within(path: str, folders: Iterable[str]) -> bool:
    """Whether the path is one of the folders or inside one."""
    return any(path == folder or path.startswith(f"{folder}/") for folder in (name.rstrip("/") for name in folders))
