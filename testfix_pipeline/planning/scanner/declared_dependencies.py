"""The dependencies that a project declares or locks in any of its files, as normalised distribution names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from testfix_pipeline.core.distribution_names import distribution_of
from testfix_pipeline.execution.project_files import read_json, read_text, read_toml
from testfix_pipeline.execution.setup_requirements import setup_cfg_requirements, setup_py_requirements

_TABLES = ("pyproject.toml", "Pipfile", "poetry.lock", "uv.lock", "pdm.lock", "pylock.toml")
_LISTS = re.compile(r"(.+-)?(dependencies|packages?|requires|dependency-groups|default|develop)")
"""Keys below which dependencies are listed in TOML and JSON."""
_LINES = ("*requirements*.txt", "*requirements*.in", "*requirements*.lock", "requirements/*", "environment.y*ml")


def declared_dependencies(root: Path) -> frozenset[str]:
    """The normalised names in pyproject, lock and requirements files, setup.cfg, setup.py, Pipfile and conda's file."""
    entries = [
        *(name for file in _TABLES for name in _listed_names(read_toml(root / file), listed=False)),
        *_listed_names(read_json(root / "Pipfile.lock"), listed=False),
        *setup_cfg_requirements(read_text(root / "setup.cfg")),
        *setup_py_requirements(read_text(root / "setup.py")),
        *(line for pattern in _LINES for file in root.glob(pattern) for line in read_text(file).splitlines()),
    ]
    found = (re.match(r"\s*(?:- +)?([A-Za-z0-9][A-Za-z0-9._-]*)", one) for one in entries)
    return frozenset(canonicalize_name(one[1]) for one in found if one)


def _listed_names(value: Any, *, listed: bool) -> Iterator[str]:
    """Yield what is listed below the keys of dependencies: texts, `name` of a table, keys of a table of versions."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [str(inner)] if listed and key == "name" else [key] if listed else []
            yield from _listed_names(inner, listed=(listed and isinstance(inner, list)) or bool(_LISTS.fullmatch(key)))
    elif listed and isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _listed_names(inner, listed=listed)


def is_declared(top: str, declared: Iterable[str]) -> bool:
    """Whether an import name probably belongs to one of the declared distributions."""
    wanted = canonicalize_name(top)
    bare = wanted.replace("-", "")
    named = {wanted, bare, distribution_of(top), f"python-{wanted}", f"py{wanted}", f"{wanted}-python", f"{wanted}-py"}
    return any(entry in named or entry.startswith(f"{wanted}-") for entry in declared)
