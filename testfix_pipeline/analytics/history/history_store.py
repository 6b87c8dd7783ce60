"""The history on disk: `<home>/history/<table>/*.parquet`.

Each session has a file per table. When there are many, they are merged into one file (a *segment*), so that reading
stays fast after any number of nights, while appending never changes existing files. A session's tables change together
(`staging`): SQL over `history/<table>/*.parquet` sees each row once.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from testfix_pipeline.analytics.history.history_transaction import PENDING, StagedChange, finish, stage
from testfix_pipeline.analytics.history.waiting_sessions import file_name, history_folder, usable, waiting
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.analytics.tables import parquet
from testfix_pipeline.analytics.tables.schema import SCHEMA_VERSION, SOURCES, conform, typed
from testfix_pipeline.core.errors import InvalidConfig, TableFailed
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.error_reports import pipeline_error
from testfix_pipeline.workspace.files.atomic import make_folder, sweep_parts, sync_folder, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.sessions.session_lookup import list_sessions

ASIDE, DERIVED = "set-aside", "derived"
# The number of single-session files that are merged into a segment.
PACK = 64
# Segments of fewer sessions are merged when there are this many: 100,000 sessions are in 100 files, not in 1,600.
SMALL_SEGMENT, SEGMENTS = 4 * PACK, 16
_SEGMENT = re.compile(r"segment-[0-9a-f]{16}")
Frames = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class Rebuilt:
    """The result of a rebuild: keys of reread sessions, and a sentence for each that could not be read."""

    sessions: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass
class History:
    """The tables of all sessions. `notes`: sentences on files that were set aside or skipped."""

    folder: Path = field(default_factory=history_folder)
    notes: list[str] = field(default_factory=list)
    _known: dict[str, tuple[tuple[int, int], frozenset[str]]] = field(default_factory=dict, repr=False, compare=False)

    def append(self, frames: Frames) -> None:
        """Add the frames of one session in place of its earlier rows, in all tables or in none.

        Raises InvalidConfig if the frames are not those of one session.
        """
        key = _only_session(frames)
        with self._locked():
            self._put(key, frames)

    def take_up_waiting(self) -> list[str]:
        """Append the sessions that runs have noted since the last call; return their keys."""
        with usable(self.folder), self._alone():
            return self._take_up()

    def _take_up(self) -> list[str]:
        """Append noted sessions while holding the lock. Unreadable ones are named in `notes` and no longer wait."""
        taken = []
        for one in waiting(self.folder):
            failed: list[TableFailed] = []
            try:
                frames = session_frames(one.project_root, one.session_id, failed)
            except Exception as error:
                self.notes.append(f"{one.session_id} of {one.project_root} was not taken up: {pipeline_error(error)}")
            else:
                self.notes += [f"{one.session_id} of {one.project_root}: {failure}" for failure in failed]
                taken.append(_only_session(frames))
                self._put(taken[-1], frames)
            one.note.unlink(missing_ok=True)
        return taken

    def _put(self, key: str, frames: Frames) -> None:
        name = file_name(key)
        change = StagedChange(name, {name: {table: parquet.to_arrow(table, frames[table]) for table in SOURCES}})
        self._take_out({key}, change)
        stage(self.folder, change)
        finish(self.folder)
        self._merge_files()

    def _merge_files(self) -> None:
        """Merge the files of single sessions when they are many, and then the small segments when those are."""
        names = [path.stem for path in self._files("sessions")]
        loose = [name for name in names if not _SEGMENT.fullmatch(name)]
        if len(loose) < PACK:
            return
        self._pack(loose)
        segments = [path for path in self._files("sessions") if _SEGMENT.fullmatch(path.stem)]
        small = [path.stem for path in segments if parquet.row_count(path) < SMALL_SEGMENT]
        if len(small) >= SEGMENTS:
            self._pack(small)

    def _append_many(self, every: Sequence[Frames]) -> None:
        """Add the frames of several sessions at once, as one segment."""
        for frames in every:
            _only_session(frames)
        self._append_merged(
            {table: pd.concat([frames[table] for frames in every], ignore_index=True) for table in SOURCES}
        )

    def _append_merged(self, merged: Frames) -> None:
        """Add frames that hold several sessions, as one segment."""
        keys = set(merged["sessions"]["session_key"])
        with self._locked():
            name = _segment_name(keys)
            change = StagedChange(name, {name: {table: parquet.to_arrow(table, merged[table]) for table in SOURCES}})
            self._take_out(keys, change)
            stage(self.folder, change)
            finish(self.folder)

    def _take_out(self, keys: set[str], change: StagedChange) -> None:
        """Add to a change the files with these sessions, to be replaced by files with the other sessions in them."""
        known = {path.stem for path in self._files("sessions")}
        change.replaced += sorted((known & {file_name(key) for key in keys}) - change.put.keys())
        for name in sorted(name for name in known if _SEGMENT.fullmatch(name) and name not in change.put):
            mine = self._sessions_in(name)
            if mine & keys:
                rest = {table: self._without(table, name, keys) for table in SOURCES}
                change.put[name] = rest
                if mine <= keys:
                    change.put.pop(name)
                    change.replaced.append(name)

    def _without(self, table: str, name: str, keys: set[str]) -> pa.Table:
        path = self.folder / table / f"{name}.parquet"
        rows = self._arrow(path, table) if path.exists() else None
        if rows is None:
            return parquet.to_arrow(table, typed(table, []))
        plain = _plain(rows)
        return plain.filter(pc.invert(_is_of(plain, keys)))

    def _pack(self, names: Sequence[str]) -> None:
        """Merge the files of these names into a segment, unless one can't be read."""
        segment = _segment_name(names)
        packed: dict[str, pa.Table] = {}
        for table in SOURCES:
            paths = [path for name in names if (path := self.folder / table / f"{name}.parquet").exists()]
            found = [rows for path in paths if (rows := self._arrow(path, table)) is not None]
            if len(found) < len(names):
                return
            packed[table] = pa.concat_tables([_plain(rows) for rows in found])
        stage(self.folder, StagedChange(segment, {segment: packed}, list(names)))
        finish(self.folder)

    def read(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return one table over all sessions and projects, in the order of the sessions' keys.

        With `columns` only these, with texts as categories: that takes a tenth of the memory of the largest table.
        """
        with self._locked():
            found = self._read(table, columns)
        return found if columns is not None else conform(table, found)

    def rows_of(self, keys: Collection[str]) -> dict[str, pa.Table]:
        """Return the rows of some sessions in every table, as they are in the files, in the order of the keys.

        For a history that was written here: a session's rows are in files of the same name in all tables, and those
        without rows of these sessions are not read.
        """
        wanted = frozenset(keys)
        with self._locked():
            names = [path.stem for path in self._files("sessions") if self._sessions_in(path.stem) & wanted]
            return {table: self._rows_with(table, names, wanted) for table in SOURCES}

    def _rows_with(self, table: str, names: Sequence[str], keys: Collection[str]) -> pa.Table:
        paths = [path for name in names if (path := self.folder / table / f"{name}.parquet").exists()]
        found = [_plain(rows) for path in paths if (rows := self._arrow(path, table)) is not None]
        mine = [rows_with_keys(rows, keys) for rows in found]
        return _by_session(pa.concat_tables(mine)) if mine else parquet.to_arrow(table, typed(table, []))

    def _sessions_in(self, name: str) -> frozenset[str]:
        """Return the keys of the sessions in the files of a name; read again only where the file has changed."""
        path = self.folder / "sessions" / f"{name}.parquet"
        status = path.stat()
        state = (status.st_mtime_ns, status.st_size)
        if self._known.get(name, (None, None))[0] != state:
            rows = self._arrow(path, "sessions", ["session_key"])
            keys = frozenset(rows["session_key"].to_pylist()) if rows is not None else frozenset()
            self._known[name] = (state, keys)
        return self._known[name][1]

    def row_counts(self) -> dict[str, int]:
        """Return the rows per table, without reading them."""
        with self._locked():
            return {table: sum(map(parquet.row_count, self._files(table))) for table in SOURCES}

    def read_all(self, tables: Iterable[str] = SOURCES) -> dict[str, pd.DataFrame]:
        """Return several tables in the state of one moment."""
        wanted = list(tables)
        with self._locked():
            return {table: conform(table, self._read(table)) for table in wanted}

    def version(self) -> str:
        """Return a text that changes whenever rows change; equal texts stand for equal rows."""
        with self._locked():
            seen = [(path.name, path.stat().st_mtime_ns, path.stat().st_size) for path in self._files("sessions")]
        return hashlib.sha256(f"{SCHEMA_VERSION} {seen}".encode()).hexdigest()

    def keep(self, table: str, frame: pd.DataFrame, version: str = "") -> Path:
        """Store a derived table as a whole; return its file. `version`: of the rows that it was computed from."""
        path = self.folder / DERIVED / f"{table}.parquet"
        noted = path.with_suffix(".version")
        with usable(self.folder):
            noted.unlink(missing_ok=True)
            parquet.write_frame(path, table, frame)
            if version:
                write_atomic(noted, version.encode())
        return path

    def stored_table_at(self, table: str, version: str) -> pd.DataFrame | None:
        """Return a stored table if it was computed from the rows of that version."""
        noted = self.folder / DERIVED / f"{table}.version"
        if not noted.exists() or noted.read_text(encoding="utf-8") != version:
            return None
        return self.stored_table(table)

    def stored_table(self, table: str) -> pd.DataFrame:
        """Return a stored table; empty if there is none."""
        with self._locked():
            path = self.folder / DERIVED / f"{table}.parquet"
            found = self._rows(path, table) if path.exists() else None
        return typed(table, []) if found is None else found

    def sessions(self) -> list[str]:
        """Return the keys of all sessions in the history."""
        return sorted(self.read("sessions")["session_key"])

    def projects(self) -> list[Path]:
        """Return the folders of the projects with sessions in the history, whether they still exist or not."""
        return sorted({Path(path) for path in self.read("sessions")["project_path"] if path})

    def rebuild(self, projects: Iterable[Path], read: Callable[[Path, SessionId], Frames] = session_frames) -> Rebuilt:
        """Reread every session of the projects from its files. Rows of sessions without files stay."""
        done, problems = [], []
        waiting: list[Frames] = []
        for project in sorted({path.resolve() for path in projects}):
            for record in list_sessions(project):
                if record.workflow_type != "test_session":
                    continue
                try:
                    frames = read(project, record.session_id)
                except Exception as error:
                    problems.append(f"{record.session_id} of {project}: {pipeline_error(error)}")
                    continue
                waiting.append(frames)
                done.append(str(frames["sessions"]["session_key"].iloc[0]))
                if len(waiting) == PACK:
                    self._append_many(waiting)
                    waiting.clear()
        for frames in waiting:
            self.append(frames)
        return Rebuilt(tuple(done), tuple(problems))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Lock the files, complete a killed writer's change, and append the noted sessions."""
        with usable(self.folder), self._alone():
            self._take_up()
            yield

    @contextmanager
    def _alone(self) -> Iterator[None]:
        make_folder(self.folder / PENDING)
        with exclusive(self.folder / ".lock", "history"):
            finish(self.folder)
            yield

    def _files(self, table: str) -> list[Path]:
        return sorted((self.folder / table).glob("*.parquet"))

    def _read(self, table: str, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """Return the rows by session key, texts as categories."""
        sweep_parts([self.folder / table])
        wanted = None if columns is None else list(dict.fromkeys([*columns, "session_key"]))
        found = [rows for path in self._files(table) if (rows := self._arrow(path, table, wanted)) is not None]
        if not any(rows.num_rows for rows in found):
            return typed(table, []) if columns is None else typed(table, [])[list(columns)]
        rows = _by_session(pa.concat_tables(found).unify_dictionaries())
        frame: pd.DataFrame = rows.to_pandas()
        return frame if columns is None else frame[list(columns)]

    def _arrow(self, path: Path, table: str, columns: Sequence[str] | None = None) -> pa.Table | None:
        """Return the rows of a file as arrow, texts as dictionaries; unreadable or older files as in `_rows`."""
        try:
            rows, current = parquet.read_arrow(path, table, columns)
        except parquet.Unreadable as problem:
            self._note_unreadable(path, table, problem)
            return None
        if current:
            return rows
        converted = self._rows(path, table)
        return None if converted is None else self._arrow(path, table, columns)

    def _rows(self, path: Path, table: str) -> pd.DataFrame | None:
        """Return the rows of a file; an unreadable one is set aside and named, one of an older schema converted."""
        try:
            rows, current = parquet.read_frame(path, table)
        except parquet.Unreadable as problem:
            self._note_unreadable(path, table, problem)
            return None
        if not current:
            kept = self._set_aside(path, table, copy=True)
            parquet.write_frame(path, table, rows)
            self.notes.append(f"{path} was of an older schema and has been converted; it is kept as {kept}.")
        return rows

    def _note_unreadable(self, path: Path, table: str, problem: parquet.Unreadable) -> None:
        if problem.newer:
            self.notes.append(f"{path} is left out: {problem.why}. Update the software.")
            return
        kept = self._set_aside(path, table)
        self.notes.append(
            f"{path} can't be read ({problem.why}) and is kept as {kept}. "
            "`testfix history --rebuild` makes it again while the session's files exist."
        )

    def _set_aside(self, path: Path, table: str, copy: bool = False) -> Path:
        folder = self.folder / ASIDE
        make_folder(folder)
        places = (folder / f"{table}--{path.stem}-{number}.parquet" for number in count(1))
        kept = next(place for place in places if not place.exists())
        if copy:
            kept.write_bytes(path.read_bytes())
        else:
            path.rename(kept)
            sync_folder(path.parent)
        sync_folder(folder)
        return kept


def rows_with_keys(rows: pa.Table, keys: Collection[str]) -> pa.Table:
    """Return the rows of the sessions with these keys."""
    return rows.filter(_is_of(rows, keys))


def _is_of(rows: pa.Table, keys: Collection[str]) -> pa.ChunkedArray:
    """Whether each row is of one of the sessions with these keys."""
    return pc.is_in(rows["session_key"], pa.array(sorted(keys), pa.large_string()))


def _by_session(rows: pa.Table) -> pa.Table:
    """Sort rows by their sessions' keys, independent of their files."""
    keys, names = pd.factorize(rows["session_key"].to_pandas())
    place = np.argsort(np.argsort(np.asarray(names, dtype=object), kind="stable"), kind="stable")[keys]
    return rows if bool(np.all(place[1:] >= place[:-1])) else rows.take(pa.array(np.argsort(place, kind="stable")))


def _plain(rows: pa.Table) -> pa.Table:
    """Return dictionaries as texts, as they are in the files."""
    texts = [
        field.with_type(pa.large_string()) if pa.types.is_dictionary(field.type) else field for field in rows.schema
    ]
    return rows.cast(pa.schema(texts, rows.schema.metadata))


def _segment_name(names: Iterable[str]) -> str:
    return f"segment-{hashlib.sha256(chr(0).join(sorted(names)).encode()).hexdigest()[:16]}"


def _only_session(frames: Frames) -> str:
    missing = [table for table in SOURCES if table not in frames]
    keys = {str(key) for table in SOURCES if table in frames for key in frames[table]["session_key"].unique()}
    if missing or len(keys) != 1 or len(frames["sessions"]) != 1:
        raise InvalidConfig(
            f"These are not the tables of one session: {', '.join(missing) or 'several sessions'}.",
            "Append what session_frames returns.",
        )
    return keys.pop()
