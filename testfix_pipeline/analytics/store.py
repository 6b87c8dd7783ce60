"""The history on disk: `<home>/history/<table>/<session key>.parquet`, one file per table and session.

A session's tables change together: they are first written whole under `pending`, then moved into place, and a kill
between the moves is made good by whoever comes next. So SQL over `history/<table>/*.parquet` sees each row once.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path

import pandas as pd

from testfix_pipeline.analytics.frames import session_frames
from testfix_pipeline.analytics.parquet import Unreadable, read_frame, write_frame
from testfix_pipeline.analytics.schema import SOURCES, typed
from testfix_pipeline.core.errors import InvalidConfig, PipelineError
from testfix_pipeline.workspace.atomic import make_folder, sweep_parts, sync_folder
from testfix_pipeline.workspace.file_lock import exclusive
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.sessions import list_sessions

PENDING, ASIDE, DERIVED = "pending", "set-aside", "derived"
_LONGEST = 180
Frames = Mapping[str, pd.DataFrame]


@dataclass(frozen=True)
class Rebuilt:
    """What a rebuild came to: keys of sessions read anew, and a sentence for each that could not be read."""

    sessions: tuple[str, ...]
    problems: tuple[str, ...]


@dataclass
class History:
    """The tables of all sessions. `notes` are sentences on files that had to be set aside or left alone."""

    folder: Path = field(default_factory=lambda: home() / "history")
    notes: list[str] = field(default_factory=list)

    def append(self, frames: Frames) -> None:
        """Put in the frames of one session; rows it had before are replaced, in all tables or in none.

        Raises InvalidConfig where the frames are not those of one session.
        """
        key = _only_session(frames)
        with self._locked():
            name = _file_name(key)
            staged = self.folder / PENDING / f".{name}"
            shutil.rmtree(staged, ignore_errors=True)
            for table in SOURCES:
                write_frame(staged / f"{table}.parquet", table, frames[table])
            staged.rename(self.folder / PENDING / name)
            sync_folder(self.folder / PENDING)
            self._finish()

    def read(self, table: str) -> pd.DataFrame:
        """One table over all sessions and projects, in the order of the sessions' keys."""
        return self.read_all([table])[table]

    def read_all(self, tables: Iterable[str] = SOURCES) -> dict[str, pd.DataFrame]:
        """Several tables as they were at one moment."""
        wanted = list(tables)
        with self._locked():
            return {table: self._read(table) for table in wanted}

    def keep(self, table: str, frame: pd.DataFrame) -> Path:
        """Keep a table that follows from the others, whole; returns its file."""
        path = self.folder / DERIVED / f"{table}.parquet"
        write_frame(path, table, frame)
        return path

    def kept(self, table: str) -> pd.DataFrame:
        """A table that was kept; empty where there is none."""
        with self._locked():
            path = self.folder / DERIVED / f"{table}.parquet"
            found = self._rows(path, table) if path.exists() else None
        return typed(table, []) if found is None else found

    def sessions(self) -> list[str]:
        """Keys of the sessions that the history knows."""
        return sorted(self.read("sessions")["session_key"])

    def projects(self) -> list[Path]:
        """The folders of the projects whose sessions it knows, whether they still exist or not."""
        return sorted({Path(path) for path in self.read("sessions")["project_path"] if path})

    def rebuild(self, projects: Iterable[Path], read: Callable[[Path, str], Frames] = session_frames) -> Rebuilt:
        """Read every session of the projects anew from its files; rows of sessions that are nowhere any more stay."""
        done, problems = [], []
        for project in sorted({path.resolve() for path in projects}):
            for record in list_sessions(project):
                if record.workflow_type != "test_session":
                    continue
                try:
                    frames = read(project, record.session_id)
                except PipelineError as error:
                    problems.append(f"{record.session_id} of {project}: {error}")
                    continue
                self.append(frames)
                done.append(str(frames["sessions"]["session_key"].iloc[0]))
        return Rebuilt(tuple(done), tuple(problems))

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Alone with the files, and with what a killed writer left finished."""
        make_folder(self.folder / PENDING)
        with exclusive(self.folder / ".lock", "history"):
            self._finish()
            yield

    def _finish(self) -> None:
        """Move what is pending into place. What is half written begins with a dot, and goes."""
        for staged in sorted((self.folder / PENDING).iterdir()):
            if not staged.name.startswith("."):
                for table in SOURCES:
                    _move(staged / f"{table}.parquet", self.folder / table / f"{staged.name}.parquet")
            shutil.rmtree(staged, ignore_errors=True)

    def _files(self, table: str) -> list[Path]:
        return sorted((self.folder / table).glob("*.parquet"))

    def _read(self, table: str) -> pd.DataFrame:
        sweep_parts([self.folder / table])
        found = [rows for path in self._files(table) if (rows := self._rows(path, table)) is not None and len(rows)]
        if not found:
            return typed(table, [])
        return pd.concat(found, ignore_index=True)

    def _rows(self, path: Path, table: str) -> pd.DataFrame | None:
        """The rows of a file; one that can't be read is set aside and named, one of an older schema converted."""
        try:
            rows, current = read_frame(path, table)
        except Unreadable as problem:
            self._note_unreadable(path, table, problem)
            return None
        if not current:
            kept = self._set_aside(path, table, copy=True)
            write_frame(path, table, rows)
            self.notes.append(f"{path} was of an older schema and has been converted; it is kept as {kept}.")
        return rows

    def _note_unreadable(self, path: Path, table: str, problem: Unreadable) -> None:
        if problem.newer:
            self.notes.append(f"{path} is left out: {problem.why}. Update the software.")
            return
        kept = self._set_aside(path, table)
        self.notes.append(
            f"{path} can't be read ({problem.why}) and is kept as {kept}. "
            "`testfix history --rebuild` makes it anew while the session's files exist."
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


def _move(staged: Path, place: Path) -> None:
    """Into place; one that a killed writer had moved already is there."""
    if staged.exists():
        make_folder(place.parent)
        staged.replace(place)
        sync_folder(place.parent)


def _file_name(key: str) -> str:
    """The key, shortened where a file system would refuse it."""
    return key if len(key) <= _LONGEST else f"{key[: _LONGEST - 13]}-{hashlib.sha256(key.encode()).hexdigest()[:12]}"


def _only_session(frames: Frames) -> str:
    missing = [table for table in SOURCES if table not in frames]
    keys = {str(key) for table in SOURCES if table in frames for key in frames[table]["session_key"].unique()}
    if missing or len(keys) != 1 or len(frames["sessions"]) != 1:
        raise InvalidConfig(
            f"These are not the tables of one session: {', '.join(missing) or 'several sessions'}.",
            "Append what session_frames returns.",
        )
    return keys.pop()
