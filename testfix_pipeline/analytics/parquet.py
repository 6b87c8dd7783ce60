"""One table in one Parquet file: written whole or not at all, and known again by the schema it was written with."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from testfix_pipeline.analytics.schema import SCHEMA_VERSION, conform
from testfix_pipeline.workspace.atomic import write_atomic

_VERSION = b"testfix_schema"


@dataclass(frozen=True)
class Unreadable(Exception):
    """Why a file gives no rows. `newer`: a later version of the software wrote it, and it stays where it is."""

    why: str
    newer: bool = False


def write_frame(path: Path, table: str, frame: pd.DataFrame) -> None:
    """Replace the file atomically. Raises ValueError or TypeError for a frame that is not of the table's kind."""
    arrow = pa.Table.from_pandas(conform(table, frame), preserve_index=False)
    arrow = arrow.replace_schema_metadata({**(arrow.schema.metadata or {}), _VERSION: str(SCHEMA_VERSION).encode()})
    buffer = io.BytesIO()
    pq.write_table(arrow, buffer, compression="zstd")
    write_atomic(path, buffer.getvalue())


def read_frame(path: Path, table: str) -> tuple[pd.DataFrame, bool]:
    """The rows, and whether the file is of today's schema; those of an older one are brought to today's columns.

    Raises Unreadable for a file that is truncated, none of ours, of a newer schema, or can't be converted.
    """
    try:
        arrow = pq.read_table(path)
    except (pa.ArrowException, OSError) as error:
        raise Unreadable(str(error).splitlines()[0]) from error
    version = _version(arrow)
    if version > SCHEMA_VERSION:
        raise Unreadable(f"it has schema {version}, and this software knows {SCHEMA_VERSION}", newer=True)
    if "session_key" not in arrow.column_names:
        raise Unreadable("it has no session_key")
    try:
        return conform(table, arrow.to_pandas()), version == SCHEMA_VERSION
    except (ValueError, TypeError, pa.ArrowException) as error:
        raise Unreadable(f"its columns are of another kind ({error})") from error


def _version(arrow: pa.Table) -> int:
    """0 for a file that does not say."""
    try:
        return int((arrow.schema.metadata or {}).get(_VERSION, b"0"))
    except ValueError:
        return 0
