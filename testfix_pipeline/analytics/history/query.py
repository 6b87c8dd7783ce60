"""Queries the history by SQL: DuckDB over tables in memory, without access to files or network, read-only."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pandas as pd

from testfix_pipeline.analytics.history.history_tables import Tables
from testfix_pipeline.analytics.tables.schema import TABLES
from testfix_pipeline.core.errors import UsageError

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_CLOSED = {"enable_external_access": "false", "python_enable_replacements": "false", "lock_configuration": "true"}


def query(tables: Tables, sql: str) -> pd.DataFrame:
    """Return the result of one SELECT over the tables of `schema.TABLES`; reads only those that it names.

    Raises UsageError with DuckDB's message if it is no SELECT, or invalid.
    """
    duckdb = _duckdb()
    with duckdb.connect(":memory:", config=_CLOSED) as connection:
        try:
            statements = connection.extract_statements(sql)
            if len(statements) != 1 or statements[0].type.name != "SELECT":
                raise UsageError("Only one SELECT is answered; the history is not changed by SQL.", "Write one SELECT.")
            for name in _tables_in(connection, sql):
                connection.register(name, tables.whole(name))
            found: pd.DataFrame = connection.execute(sql).df()
            return found
        except duckdb.Error as error:
            raise UsageError(f"The SQL can't be answered: {error}", f"There are: {', '.join(TABLES)}.") from error


def _duckdb() -> Any:
    try:
        import duckdb
    except ImportError as error:
        raise UsageError(
            "DuckDB, which answers the SQL, is not installed.", "pip install 'testfix-pipeline[sql]'"
        ) from error
    return duckdb


def _tables_in(connection: DuckDBPyConnection, sql: str) -> list[str]:
    """Return the tables that a statement names, by DuckDB's own parser."""
    tree = connection.execute("select json_serialize_sql(?)", [sql]).fetchall()
    named = {name.lower() for name in _table_names(json.loads(tree[0][0]))}
    return sorted(named & TABLES.keys())


def _table_names(tree: Any) -> Iterator[str]:
    if isinstance(tree, dict):
        if isinstance(tree.get("table_name"), str):
            yield tree["table_name"]
        tree = list(tree.values())
    if isinstance(tree, list):
        for part in tree:
            yield from _table_names(part)
