"""The history's tables, column by column: the only definition, for frames, Parquet files, Dagster and the docs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from testfix_pipeline.analytics.tables.columns import FLAG, NUMBER, TEXT, TIME, WHOLE, Column
from testfix_pipeline.analytics.tables.schema_derived import DERIVED_TABLES
from testfix_pipeline.analytics.tables.schema_sources import SOURCE_TABLES

# Incremented when a column or a value is added, changed or removed; `store` detects files of older versions by it.
SCHEMA_VERSION = 5

_EMPTY: dict[str, Any] = {TEXT: "", WHOLE: pd.NA, NUMBER: float("nan"), FLAG: False, TIME: pd.NaT}

# The values of new columns in older rows, if they are known; otherwise the column is empty.
_BEFORE: Mapping[str, Any] = {"grade": "proved"}

# The names of values in older rows that are called otherwise now.
_EARLIER_VALUES: Mapping[tuple[str, str], Mapping[str, str]] = {("session_lineage", "change"): {"mended": "fixed"}}

TABLES: Mapping[str, tuple[Column, ...]] = {**SOURCE_TABLES, **DERIVED_TABLES}
# What a row is, or which question the table answers, in a sentence.
DESCRIPTIONS: Mapping[str, str] = {
    "sessions": "One row per session, over all projects.",
    "iterations": "One row per iteration of every session.",
    "attempts": "One row per attempt at a fix.",
    "tool_calls": "One row per call of a model's tool: who was asked, what came of it, and what it cost.",
    "test_outcomes": "One row per test and measurement; a removed or renamed test is an event of its own.",
    "pass_rate_trend": "The pass rate of every measurement with its denominator: a shrinking suite shows.",
    "regressions": "Each test that passed and then failed: first bad and last good measurement and commit.",
    "stuck_tests": "Each series of three or more measurements in a row in which a test failed.",
    "flaky_tests": "Each test that was seen both passing and failing: proved flaky, or only changed between commits.",
    "failure_clusters": "Failures that share a signature: how many tests, since when, and still there?",
    "strategy_effectiveness": "Each strategy, tool and kind of failure: fixes, damage, time and cost, with n.",
    "failure_episodes": "From a test's failure to its next pass; fixes that never reached the user don't count.",
    "mean_time_to_repair": "How long failures last, per project, in time and iterations; open ones are shown by age.",
    "session_lineage": "From source session to session, iteration, attempt, commit and each test that it changed.",
    "test_events": "Each test that came, went, or got another id: what changes the denominator.",
}
# The tables read from the sessions' files; the others are derived from these.
SOURCES = tuple(SOURCE_TABLES)
FOLLOWING = tuple(DERIVED_TABLES)


def typed(table: str, rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Return rows as a frame with exactly the table's columns and dtypes; missing values are empty."""
    listed = list(rows)
    return pd.DataFrame(
        {column.name: _series([row.get(column.name) for row in listed], column.dtype) for column in TABLES[table]}
    )


def conform(table: str, frame: pd.DataFrame) -> pd.DataFrame:
    """Return a frame with the table's columns and dtypes: missing columns are empty, unknown ones dropped.

    Raises ValueError or TypeError if a column's values are of another kind.
    """
    if frame.empty:
        return typed(table, [])
    columns = {column.name: _conformed(table, frame, column) for column in TABLES[table]}
    return pd.DataFrame(columns, index=frame.index).reset_index(drop=True)


def _conformed(table: str, frame: pd.DataFrame, column: Column) -> pd.Series[Any]:
    if column.name not in frame:
        return _series([_BEFORE.get(column.name)] * len(frame), column.dtype).set_axis(frame.index)
    values = _cast(frame[column.name], column.dtype)
    renamed = _EARLIER_VALUES.get((table, column.name))
    return values.replace(renamed) if renamed else values


def _series(values: list[Any], dtype: str) -> pd.Series[Any]:
    empty = _EMPTY[dtype]
    filled = [empty if value is None else value for value in values]
    if dtype == TEXT:  # a lone surrogate, which JSON can hold, is in no file's encoding
        filled = [str(value).encode("utf-8", "backslashreplace").decode() for value in filled]
    if dtype == TIME:
        times = pd.to_datetime(pd.Series(filled, dtype="object"), utc=True, format="ISO8601", errors="coerce")
        return _cast(times, TIME)
    return pd.Series(filled, dtype=dtype)


def _cast(values: Any, dtype: str) -> pd.Series[Any]:
    """`dtype` is one of ours; the stubs want it spelled out."""
    cast: pd.Series[Any] = values.astype(dtype)
    return cast
