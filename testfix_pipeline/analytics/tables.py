"""Any table of the history for those who look at it: sources as they lie, others made when they are wanted and kept."""

from __future__ import annotations

import functools

import pandas as pd

from testfix_pipeline.analytics.following import MADE
from testfix_pipeline.analytics.schema import SOURCES, conform
from testfix_pipeline.analytics.store import History


class Tables:
    """The tables of a history, each read or made once. One that follows and was kept since the last change is read."""

    def __init__(self, history: History) -> None:
        self.history = history
        self._version = history.version()
        self._some = functools.lru_cache(maxsize=4)(self._read_some)

    def whole(self, name: str) -> pd.DataFrame:
        """A table with all its columns, by its name in `schema.TABLES`."""
        if name in SOURCES:
            return self.history.read(name)
        kept = self.history.kept_at(name, self._version)
        if kept is not None:
            return kept
        one = MADE[name]
        made = one.make(*(self._needed(needed, tuple(one.columns.get(needed, ()))) for needed in one.needs))
        self.history.keep(name, made, self._version)
        return conform(name, made)

    def _needed(self, name: str, columns: tuple[str, ...]) -> pd.DataFrame:
        return self._some(name, columns) if name in SOURCES else self.whole(name)

    def _read_some(self, name: str, columns: tuple[str, ...]) -> pd.DataFrame:
        return self.history.read(name, columns or None)
