"""Reads any table of the history: source tables from disk, derived ones computed when needed and stored."""

from __future__ import annotations

import functools

import pandas as pd

from testfix_pipeline.analytics.derived.derived_tables import MADE, make
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.tables.schema import SOURCES, conform, typed
from testfix_pipeline.core.errors import TableFailed

# The columns of the largest table that other tables need, so that it is read once.
_ALL = sorted({column for one in MADE.values() for column in one.columns.get("test_outcomes", [])})


def of_project(frame: pd.DataFrame, key: str) -> pd.DataFrame:
    """Return the rows of the project with this key; all rows for an empty key, or of a table of all projects."""
    return frame[frame["project"] == key] if key and "project" in frame else frame


class Tables:
    """The tables of a history, each read or computed once; a derived one is read if it is stored and current.

    failed: the errors of tables that `readable` could not compute, by name.
    """

    def __init__(self, history: History) -> None:
        self.history = history
        self.failed: dict[str, TableFailed] = {}
        self._version = history.version()
        self._source = functools.lru_cache(maxsize=None)(history.read)
        self._made = functools.lru_cache(maxsize=None)(self._make)
        self._outcomes: pd.DataFrame | None = None

    def whole(self, name: str) -> pd.DataFrame:
        """Return a table with all its columns, by its name in `schema.TABLES`. Raises TableFailed."""
        return self.history.read(name) if name in SOURCES else self._made(name)

    def readable(self, name: str) -> pd.DataFrame:
        """Return a table; one that can't be computed is empty, and named in `failed`."""
        if name not in self.failed:
            try:
                return self.whole(name)
            except TableFailed as error:
                self.failed[name] = error
        return typed(name, [])

    def _make(self, name: str) -> pd.DataFrame:
        kept = self.history.stored_table_at(name, self._version)
        if kept is not None:
            return kept
        one = MADE[name]
        made = make(name, *(self._needed(needed, tuple(one.columns.get(needed, ()))) for needed in one.needs))
        self.history.keep(name, made, self._version)
        return conform(name, made)

    def _needed(self, name: str, columns: tuple[str, ...]) -> pd.DataFrame:
        if name not in SOURCES:
            return self.whole(name)
        if columns and self._outcomes is None:
            self._outcomes = self.history.read(name, _ALL)
        return self._outcomes[list(columns)] if columns and self._outcomes is not None else self._source(name)
