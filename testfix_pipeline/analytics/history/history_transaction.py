"""Changes the history's files atomically, even if a process is killed during the change.

A change is a folder under `pending` with new tables and the names of files that they replace. It is written under a
name with a dot, renamed when it is complete, and then carried out by the next process that locks the history.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pyarrow as pa

from testfix_pipeline.analytics.tables.parquet import write_arrow
from testfix_pipeline.analytics.tables.schema import SOURCES
from testfix_pipeline.workspace.files.atomic import make_folder, sync_folder, write_atomic

PENDING = "pending"
_REPLACED = "replaced.json"
_OTHERS = "others"
Tables = Mapping[str, pa.Table]


@dataclass
class StagedChange:
    """`put`: new tables by file name; `replaced`: names of files to remove."""

    name: str
    put: dict[str, Tables] = field(default_factory=dict)
    replaced: list[str] = field(default_factory=list)


def stage(folder: Path, change: StagedChange) -> None:
    """Write a change durably; `finish` carries it out."""
    place = folder / PENDING / f".{change.name}"
    shutil.rmtree(place, ignore_errors=True)
    for name, tables in change.put.items():
        where = place if name == change.name else place / _OTHERS / name
        for table in SOURCES:
            write_arrow(where / f"{table}.parquet", tables[table])
    if change.replaced:
        write_atomic(place / _REPLACED, json.dumps(change.replaced).encode())
    place.rename(folder / PENDING / change.name)
    sync_folder(folder / PENDING)


def finish(folder: Path) -> None:
    """Carry out pending changes; remove incomplete ones, whose names begin with a dot."""
    for staged in sorted((folder / PENDING).iterdir()):
        if not staged.name.startswith("."):
            _put(folder, staged, staged.name)
            for other in sorted((staged / _OTHERS).glob("*")):
                _put(folder, other, other.name)
            listed = staged / _REPLACED
            with suppress(FileNotFoundError):
                for name in json.loads(listed.read_bytes()):
                    for table in SOURCES:
                        (folder / table / f"{name}.parquet").unlink(missing_ok=True)
                for table in SOURCES:
                    sync_folder(folder / table)
        shutil.rmtree(staged, ignore_errors=True)


def _put(folder: Path, staged: Path, name: str) -> None:
    """Move a table into place, unless a killed process has moved it already."""
    for table in SOURCES:
        if (staged / f"{table}.parquet").exists():
            make_folder(folder / table)
            (staged / f"{table}.parquet").replace(folder / table / f"{name}.parquet")
            sync_folder(folder / table)
