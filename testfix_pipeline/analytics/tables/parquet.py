"""One table in one Parquet file: written atomically, and marked with its schema's version."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from testfix_pipeline.analytics.tables.columns import TEXT
from testfix_pipeline.analytics.tables.schema import SCHEMA_VERSION, TABLES, conform
from testfix_pipeline.workspace.files.atomic import write_atomic

_VERSION = b"testfix_schema"


@dataclass(frozen=True)
class Unreadable(Exception):
    """The reason why a file gives no rows. `newer`: a later version of the software wrote it, so that it stays."""

    why: str
    newer: bool = False


def to_arrow(table: str, frame: pd.DataFrame) -> pa.Table:
    """Return the frame with the table's columns. Raises ValueError or TypeError if it does not fit the table."""
    return pa.Table.from_pandas(conform(table, frame), preserve_index=False)


def write_frame(path: Path, table: str, frame: pd.DataFrame) -> None:
    """Replace the file atomically. Raises ValueError or TypeError if the frame does not fit the table."""
    write_arrow(path, to_arrow(table, frame))


def write_arrow(path: Path, arrow: pa.Table) -> None:
    """Replace the file atomically; `arrow` has the columns of the current schema."""
    write_atomic(path, parquet_bytes(arrow))


def parquet_bytes(arrow: pa.Table) -> bytes:
    """Return the content of the file that `write_arrow` would write."""
    arrow = arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), _VERSION: str(SCHEMA_VERSION).encode()})
    buffer = io.BytesIO()
    pq.write_table(arrow, buffer, compression="zstd")
    return buffer.getvalue()


def read_arrow(path: Path, table: str, columns: Sequence[str] | None = None) -> tuple[pa.Table, bool]:
    """Return the rows, texts as dictionaries, and whether the schema is current; if not, all columns.

    Raises Unreadable for a file that is truncated, foreign, or of a newer schema.
    """
    texts = {column.name for column in TABLES[table] if column.dtype == TEXT}
    try:
        texts &= set(pq.read_schema(path).names)  # an older file may lack some
        with pq.ParquetFile(path, read_dictionary=sorted(texts)) as file:
            version = _version(file.schema_arrow)
            names = file.schema_arrow.names
            if version <= SCHEMA_VERSION and _key(table) in names:
                current = version == SCHEMA_VERSION
                return file.read(columns=list(columns) if columns is not None and current else None), current
    except (pa.ArrowException, OSError, ValueError, LookupError, OverflowError) as error:
        raise Unreadable((str(error).splitlines() or ["damaged"])[0]) from error
    if version > SCHEMA_VERSION:
        raise Unreadable(f"it has schema {version}, and this software knows {SCHEMA_VERSION}", newer=True)
    raise Unreadable(f"it has no {_key(table)}")


def _key(table: str) -> str:
    """Return a column that every file of the table has, whatever its age."""
    names = [column.name for column in TABLES[table]]
    return "session_key" if "session_key" in names else names[0]


def read_frame(path: Path, table: str) -> tuple[pd.DataFrame, bool]:
    """Return the rows in current columns, and whether the file's schema is current.

    Raises Unreadable for a file that is truncated, foreign, of a newer schema, or can't be converted.
    """
    arrow, current = read_arrow(path, table)
    try:
        return conform(table, arrow.to_pandas()), current
    except (ValueError, TypeError, LookupError, pa.ArrowException) as error:
        raise Unreadable(f"its columns are of another kind ({error})") from error


def row_count(path: Path) -> int:
    """Return the number of rows in the file's footer; 0 for an unreadable file."""
    try:
        return int(pq.read_metadata(path).num_rows)
    except (pa.ArrowException, OSError):
        return 0


def _version(schema: pa.Schema) -> int:
    """Return a file's schema version; 0 if it has none."""
    try:
        return int((schema.metadata or {}).get(_VERSION, b"0"))
    except ValueError:
        return 0
