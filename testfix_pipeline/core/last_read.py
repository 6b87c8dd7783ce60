"""Keeps what was made of a large file, as long as the file is as it was."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

T = TypeVar("T")
_SETTLED_NS = 50_000_000
"""A file written later than so long ago can change once more without another time of change: it is read again."""


class LastRead(Generic[T]):
    """The value of one file, the last that was asked for. Whoever gets it must not change it."""

    def __init__(self) -> None:
        self._known: tuple[Path, tuple[int, ...], T] | None = None

    def of(self, path: Path, make: Callable[[], T]) -> T:
        """What `make` returns for the file at `path`; called again only if the file may have changed since."""
        known, state = self._known, _state_of(path)
        if known is not None and known[:2] == (path, state):
            return known[2]
        value = make()
        if state and state == _state_of(path) and time.time_ns() - max(state) > _SETTLED_NS:
            self._known = (path, state, value)
        return value


def _state_of(path: Path) -> tuple[int, ...]:
    try:
        found = path.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
