"""What Python's standard library and some well-known libraries lost: tables that scripts write out of their versions.

`tools/python_removals.py` asks the interpreters since 3.6; `tools/library_removals.py` reads releases of libraries.
People write `former_names.toml`.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

TABLE = Path(__file__).with_name("python_removals.json")
LIBRARIES = Path(__file__).with_name("library_removals.json")
FORMER = Path(__file__).with_name("former_names.toml")
FormerName = tuple[str, str, str, str]
"""A name that is gone, the parameters that it was called with or "", what stands for it, a release that had it."""


@dataclass(frozen=True)
class Removal:
    """A name that is gone: the last version that has it, what may be used instead (full names, the likeliest first),
    and what says so, in that version's own words. unlike: which of these have none of its parameters."""

    last: str
    use: tuple[str, ...]
    says: str
    unlike: tuple[str, ...] = ()

    def is_gone_from(self, python: str) -> bool:
        """Whether a version such as "3.12.1" comes after the last one that has the name."""
        return release_of(python) > release_of(self.last)


@cache
def removals() -> Mapping[str, Removal]:
    """All removals by the full name of a module, of something in one, or of an attribute of a class."""
    rows = json.loads(TABLE.read_text(encoding="utf-8"))
    return {
        name: Removal(one["last"], tuple(one["use"]), one["says"], tuple(one.get("unlike", ())))
        for name, one in rows.items()
    }


@cache
def library_removals() -> Mapping[str, dict[str, Any]]:
    """Of names, methods and keywords, `module.function(keyword)`, that libraries lost: `use`, `says`, `last`.

    use: what may be used instead, full names, or a keyword. last: a release that has it.
    """
    rows: dict[str, dict[str, Any]] = json.loads(LIBRARIES.read_text(encoding="utf-8"))
    for name, called, use, last in former_names():
        rows[name] = {"use": [] if called else [use], "says": use, "last": last}
    return rows


@cache
def former_names() -> Sequence[FormerName]:
    """The rows of the table that people write; a function has one for each way to call it."""
    tables = tomllib.loads(FORMER.read_text(encoding="utf-8"))
    rows = ((*key.partition("("), value, release) for release, row in tables.items() for key, value in row.items())
    return [(name, start + rest, value, release) for name, start, rest, value, release in rows]


def removal_of(name: str, python: str) -> Removal | None:
    """What is known of a name that this version of Python has no more; None where nothing is."""
    found = removals().get(name)
    return found if found is not None and found.is_gone_from(python) else None


def release_of(python: str) -> tuple[int, ...]:
    """The first two numbers of a version of Python; none of a text that is no version, after which nothing is gone."""
    try:
        return Version(python).release[:2]
    except InvalidVersion:
        return ()
