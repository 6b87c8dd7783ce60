"""What Python's standard library lost since 3.6: a table that `tools/python_removals.py` writes out of its versions."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("python_removals.json")


@dataclass(frozen=True)
class Removal:
    """A name that is gone: the last version that has it, what may be used instead (full names, the likeliest first),
    and what says so, in that version's own words."""

    last: str
    use: tuple[str, ...]
    says: str

    def is_gone_from(self, python: str) -> bool:
        """Whether a version such as "3.12.1" comes after the last one that has the name."""
        return _numbers(python)[:2] > _numbers(self.last)


@cache
def removals() -> Mapping[str, Removal]:
    """All removals by the full name of a module, of something in one, or of an attribute of a class."""
    rows = json.loads(TABLE.read_text(encoding="utf-8"))
    return {name: Removal(one["last"], tuple(one["use"]), one["says"]) for name, one in rows.items()}


def removal_of(name: str, python: str) -> Removal | None:
    """What is known of a name that this version of Python has no more; None where nothing is."""
    found = removals().get(name)
    return found if found is not None and found.is_gone_from(python) else None


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
