"""What installed packages register in an entry-point group: what loads, and the error of what does not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

T = TypeVar("T")
OURS = "testfix-pipeline"


@dataclass(frozen=True)
class Plugins(Generic[T]):
    """The entries of a group by name. broken: the error of each entry that can't be used, with its package."""

    loaded: dict[str, T]
    broken: dict[str, str]


def registered(group: str) -> list[EntryPoint]:
    """Return the entries of a group, as they are registered: nothing is imported."""
    return list(_installed(tuple(sys.path)).select(group=group))


@cache
def _installed(_path: tuple[str, ...]) -> Any:
    """Return the entries of all groups on this path: reading them takes as long as reading those of one."""
    return entry_points()


def load_plugins(group: str, make: Callable[[Any], T]) -> Plugins[T]:
    """Load every entry of a group, in the order of their names.

    make: turns what an entry names into what the group is of; its errors are the entry's. Where two packages register
    one name, ours counts, else the first by name; the other is broken.
    """
    found: Plugins[T] = Plugins({}, {})
    for entry in sorted(registered(group), key=lambda one: (one.name, _package(one) != OURS, _package(one))):
        if entry.name in found.loaded:
            found.broken[f"{entry.name} of {_package(entry)}"] = "another package registers this name"
            continue
        try:
            found.loaded[entry.name] = make(entry.load())
        except (Exception, SystemExit) as error:  # a foreign module may raise anything
            found.broken[entry.name] = f"{_package(entry)}: {type(error).__name__}: {error}"
    return found


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist is not None else "unknown package"
