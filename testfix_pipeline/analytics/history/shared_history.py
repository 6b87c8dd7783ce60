"""The history of one writer on any location that fsspec knows, read by many.

    <location>/manifest.json                        # which files are the history now
    <location>/<table>/day=2026-11-24/<hash>.parquet   # the sessions that were opened on that day

A file is named by its content and never changes; the manifest is replaced when all files of a version are there. So
readers see one version, a writer that is killed leaves the last one, and a day whose sessions are done is written once.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow as pa

from testfix_pipeline.analytics.history.history_store import History, rows_with_keys
from testfix_pipeline.analytics.tables.parquet import parquet_bytes
from testfix_pipeline.analytics.tables.schema import SCHEMA_VERSION, SOURCES
from testfix_pipeline.core.errors import InvalidConfig, UsageError
from testfix_pipeline.workspace.files.atomic import make_folder, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.files.shared_location import Location
from testfix_pipeline.workspace.home import home

SHARED = "TESTFIX_SHARED_HISTORY"
"""The variable with the location that the writer publishes to."""
WRITER = "TESTFIX_HISTORY_WRITER"
"""The variable with the writer's name; by default one that the home was given once."""
MANIFEST = "manifest.json"
FORMAT = 1
# How long files of an older manifest are kept for readers that began with it.
REMOVED_AFTER = timedelta(days=1)
# The number of sessions in memory at once: half a gigabyte at 500 outcomes each.
AT_ONCE = 2000
_UNDATED = "undated"
_PATH = re.compile(rf"({'|'.join(SOURCES)})/day=(\d{{4}}-\d\d-\d\d|{_UNDATED})/[0-9a-f]{{16}}\.parquet")
# The columns that show a change of a session.
_SIGNED = ["session_key", "created_at", "updated_at", "status", "delivered", "iterations", "attempts", "measured_at"]


@dataclass(frozen=True)
class PublishResult:
    """The result of publishing: the version, written days, files written and removed."""

    version: int
    days: tuple[str, ...] = ()
    written: int = 0
    removed: int = 0


@dataclass
class SharedManifest:
    """The files of the published history. `days`: by day its signature and its file for each table."""

    version: int = 0
    writer: str = ""
    days: dict[str, dict[str, Any]] = field(default_factory=dict)
    gone: dict[str, str] = field(default_factory=dict)

    def files(self) -> dict[str, str]:
        """Yield each path with its table."""
        return {path: table for day in self.days.values() for table, path in day["files"].items()}


def writer_name() -> str:
    """Return the name under which this home publishes."""
    given = os.environ.get(WRITER)
    if given:
        return given
    file = home() / "history" / "writer"
    with exclusive(file.with_suffix(".lock"), "writer"):
        if not file.exists():
            write_atomic(file, uuid.uuid4().hex[:12].encode())
        return file.read_text(encoding="utf-8")


def publish_history(history: History, url: str, writer: str, now: datetime | None = None) -> PublishResult:
    """Update a location from the history: only days whose sessions changed are written.

    Raises InvalidConfig if the location is unusable or of another version, UsageError if it has another writer.
    """
    moment, place = now or datetime.now(UTC), Location(url)
    manifest = read_manifest(place)
    if manifest.writer not in ("", writer):
        raise UsageError(
            f"The history at {place.shown} is written by {manifest.writer!r}, and this is {writer!r}.",
            f"Have one writer; if that one is gone, set {WRITER}={manifest.writer} here.",
        )
    sessions = history.read("sessions", _SIGNED)
    changed = _changed_days(sessions, manifest)
    written, known = 0, {*manifest.files(), *manifest.gone}
    for part in _parts(changed):
        rows = history.rows_of([key for _day, _sign, keys in part for key in keys])
        for day, signature, keys in part:
            files, new = _write_day(
                place, manifest, known, day, {table: rows_with_keys(rows[table], keys) for table in SOURCES}
            )
            written += new
            old = manifest.days.get(day, {}).get("files", {})
            manifest.gone |= {path: moment.isoformat() for path in old.values() if path not in files.values()}
            manifest.days[day] = {"signature": signature, "sessions": len(keys), "files": files}
    removed = _old(manifest, moment)
    if changed or removed:
        manifest.version, manifest.writer = manifest.version + 1, writer
        for path in removed:
            del manifest.gone[path]
        place.write(MANIFEST, _text(manifest))
        place.remove(removed)
    return PublishResult(manifest.version, tuple(day for day, _sign, _keys in changed), written, len(removed))


def read_manifest(place: Location) -> SharedManifest:
    """Return the manifest at a location; an empty one if there is none. Raises InvalidConfig if it is unreadable."""
    content = place.read(MANIFEST)
    if content is None:
        return SharedManifest()
    try:
        found = json.loads(content)
        if found["format"] > FORMAT or found["schema"] > SCHEMA_VERSION:
            raise InvalidConfig(f"The history at {place.shown} is of a later version.", "Update the software.")
        manifest = SharedManifest(int(found["version"]), str(found["writer"]), dict(found["days"]), dict(found["gone"]))
        if not all(_PATH.fullmatch(path) for path in (*manifest.files(), *manifest.gone)):
            raise ValueError("a path that is none of ours")
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise InvalidConfig(
            f"{place.shown}/{MANIFEST} can't be read: {error}.", "Remove it; the next publishing writes it again."
        ) from None
    return manifest


def fetch_history(url: str, folder: Path | None = None) -> History:
    """Fetch the published history for reading: missing files are fetched, obsolete ones removed.

    Raises InvalidConfig if there is no history, or the location can't be used.
    """
    place = Location(url)
    kept = folder or home() / "histories" / hashlib.sha256(url.encode()).hexdigest()[:16]
    make_folder(kept)
    with exclusive(kept / ".fetch", "fetch"):
        for _ in range(3):
            manifest = read_manifest(place)
            if not manifest.days:
                raise InvalidConfig(f"There is no history at {place.shown}.", f"Let its writer publish: {SHARED}=...")
            if _fetch_files(place, manifest, kept):
                break
        else:
            raise InvalidConfig(f"Files of the history at {place.shown} are missing.", "Let its writer publish again.")
    return History(kept)


def _fetch_files(place: Location, manifest: SharedManifest, folder: Path) -> bool:
    """Whether all files of the manifest are here now; False if the writer has removed one since."""
    wanted: dict[str, set[str]] = {table: set() for table in SOURCES}
    for path, table in manifest.files().items():
        name = "-".join(path.removesuffix(".parquet").split("/")[1:]) + ".parquet"
        wanted[table].add(name)
        target = folder / table / name
        if not target.exists():
            content = place.read(path)
            if content is None:
                return False
            write_atomic(target, content)
    for table, names in wanted.items():
        for stale in {file.name for file in (folder / table).glob("*.parquet")} - names:
            (folder / table / stale).unlink()
    return True


Day = tuple[str, str, list[str]]


def _changed_days(sessions: pd.DataFrame, manifest: SharedManifest) -> list[Day]:
    """Return the days that differ from the manifest: each with its signature and its sessions' keys."""
    days = sessions["created_at"].dt.strftime("%Y-%m-%d").fillna(_UNDATED)
    # one value at a time: pandas formats times like the others in their column
    texts = pd.DataFrame({name: column.map(str) for name, column in sessions.items()}, dtype=object)
    found = []
    for day, mine in texts.groupby(days.to_numpy()):
        rows = sorted(map(repr, mine.itertuples(index=False, name=None)))
        signature = hashlib.sha256(f"{SCHEMA_VERSION} {rows}".encode()).hexdigest()[:16]
        if manifest.days.get(str(day), {}).get("signature") != signature:
            found.append((str(day), signature, sorted(map(str, mine["session_key"]))))
    return found


def _parts(days: Sequence[Day]) -> Iterator[list[Day]]:
    """Return groups of days whose sessions are read together."""
    part: list[Day] = []
    for day in days:
        if part and sum(len(one[2]) for one in part) + len(day[2]) > AT_ONCE:
            yield part
            part = []
        part.append(day)
    if part:
        yield part


def _write_day(
    place: Location, manifest: SharedManifest, known: set[str], day: str, tables: Mapping[str, pa.Table]
) -> tuple[dict[str, str], int]:
    """Write the files of a day; return them by table, and the number of new ones; `known`: existing files."""
    files, written = {}, 0
    for table, rows in tables.items():
        content = parquet_bytes(rows)
        path = f"{table}/day={day}/{hashlib.sha256(content).hexdigest()[:16]}.parquet"
        if path not in known:
            place.write(path, content)
            known.add(path)
            written += 1
        manifest.gone.pop(path, None)
        files[table] = path
    return files, written


def _old(manifest: SharedManifest, now: datetime) -> list[str]:
    latest = (now - REMOVED_AFTER).isoformat()
    return [path for path, since in manifest.gone.items() if since < latest]


def _text(manifest: SharedManifest) -> bytes:
    data = {"format": FORMAT, "schema": SCHEMA_VERSION, **vars(manifest)}
    return json.dumps(data, indent=1, sort_keys=True).encode()
