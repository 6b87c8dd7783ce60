"""The packages that a project's lock files pin, installed here or not: read, never asked of an index."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

_TOML = {"poetry.lock": "package", "uv.lock": "package", "pdm.lock": "package", "pylock.toml": "packages"}
"""Lock file -> its list of tables that have a `name`."""

_LARGEST = 20_000_000


def locked_packages(root: Path) -> frozenset[str]:
    """Normalised names of all packages that are locked; none where there is no lock, or it can't be read."""
    return frozenset(re.sub(r"[-_.]+", "-", name).lower() for name in [*_toml(root), *_pipenv(root), *_plain(root)])


def _toml(root: Path) -> Iterator[str]:
    for name, key in _TOML.items():
        try:
            found = tomllib.loads(_text(root / name))
        except tomllib.TOMLDecodeError:
            continue
        yield from _names(found.get(key))


def _names(tables: Any) -> Iterator[str]:
    for one in tables if isinstance(tables, list) else ():
        if isinstance(one, dict) and isinstance(one.get("name"), str):
            yield one["name"]


def _pipenv(root: Path) -> Iterator[str]:
    try:
        found = json.loads(_text(root / "Pipfile.lock") or "{}")
    except (ValueError, RecursionError):
        return
    for section in found.values() if isinstance(found, dict) else ():
        # `_meta` has other keys: of a package each value says where it comes from.
        packages = section.items() if isinstance(section, dict) else ()
        yield from (name for name, entry in packages if isinstance(entry, dict) and {"version", "hashes"} & set(entry))


def _plain(root: Path) -> Iterator[str]:
    """Locks in the form of a requirements file; `requirements*.txt` itself is a declaration."""
    files: Iterable[Path] = [*root.glob("*requirements*.lock"), *root.glob("requirements/*.lock")]
    for file in sorted(files):
        for line in _text(file).splitlines():
            pinned = re.match(r"([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^]]*\])?\s*(?:===?|@)", line)
            if pinned:
                yield pinned[1]


def _text(file: Path) -> str:
    try:
        small = file.is_file() and file.stat().st_size <= _LARGEST
        return file.read_text(encoding="utf-8", errors="replace") if small else ""
    except OSError:
        return ""
