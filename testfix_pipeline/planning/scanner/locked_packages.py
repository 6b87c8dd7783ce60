"""The packages that a project's lock files pin, installed or not; no package index is queried."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from testfix_pipeline.execution.project_files import read_json, read_text, read_toml

_TOML = {"poetry.lock": "package", "uv.lock": "package", "pdm.lock": "package", "pylock.toml": "packages"}
"""Lock file -> its list of tables that have a `name`."""


def locked_packages(root: Path) -> frozenset[str]:
    """The normalised names of all locked packages; empty if there is no readable lock."""
    names = [*_toml_lock_names(root), *_pipenv_names(root), *_requirements_lock_names(root)]
    return frozenset(map(canonicalize_name, names))


def _toml_lock_names(root: Path) -> Iterator[str]:
    for name, key in _TOML.items():
        yield from _table_names(read_toml(root / name).get(key))


def _table_names(tables: Any) -> Iterator[str]:
    for one in tables if isinstance(tables, list) else ():
        if isinstance(one, dict) and isinstance(one.get("name"), str):
            yield one["name"]


def _pipenv_names(root: Path) -> Iterator[str]:
    for section in read_json(root / "Pipfile.lock").values():
        # `_meta` has other keys: of a package each value says where it comes from.
        packages = section.items() if isinstance(section, dict) else ()
        yield from (name for name, entry in packages if isinstance(entry, dict) and {"version", "hashes"} & set(entry))


def _requirements_lock_names(root: Path) -> Iterator[str]:
    """Yield the names in locks with the format of requirements files; `requirements*.txt` is a declaration."""
    files: Iterable[Path] = [*root.glob("*requirements*.lock"), *root.glob("requirements/*.lock")]
    for file in sorted(files):
        for line in read_text(file).splitlines():
            pinned = re.match(r"([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^]]*\])?\s*(?:===?|@)", line)
            if pinned:
                yield pinned[1]
