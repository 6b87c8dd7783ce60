"""The nights of each registered project: `<home>/history/nightly.jsonl`, one line per note.

A night is named by the time it was due, in the project's own time zone. Later lines of the same project and night add
to earlier ones, so that a note is one durable append, and repeating it changes nothing.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from testfix_pipeline.core.moments import read_moment
from testfix_pipeline.core.records import utc_now
from testfix_pipeline.workspace.files.atomic import append_line, make_folder, write_atomic
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.home import home

NIGHTS = "nightly.jsonl"
GREEN = ("success", "partial", "green")


@dataclass(frozen=True)
class Night:
    """One night of one project.

    `verdict`: running, green (nothing to do), waiting (for a person to merge the last session's fixes), busy (a run was
    in progress), failed (it could not be started), missed (the scheduler was off), or the outcome of its session:
    success, partial, blocked, paused, error. `update`: the result of a later trial of newer releases.
    """

    project: str
    night: str
    verdict: str = ""
    reason: str = ""
    at: str = ""
    started: bool = False
    late_minutes: int = 0
    session_id: str = ""
    run_id: str = ""
    pass_rate_before: float | None = None
    pass_rate: float | None = None
    branch: str = ""
    tests_fixed: int = 0
    seconds: float = 0.0
    cpu_seconds: float = 0.0
    money: float = 0.0
    published: str = ""
    next: str = ""
    update: str = ""
    notified: str = ""

    @property
    def is_green(self) -> bool:
        return self.verdict in GREEN

    @property
    def color(self) -> str:
        """The state whose change is reported: a success with a branch is `waiting`, as it is the next night."""
        if self.verdict == "success":
            return "waiting" if self.branch else "green"
        return self.verdict


def fields_of_result(result: Mapping[str, Any]) -> dict[str, Any]:
    """Return a night's fields from a session's result; no branch if it fixed no test."""
    return {
        "pass_rate_before": result.get("pass_rate_before"),
        "pass_rate": result.get("pass_rate"),
        "branch": str(result["branch"]) if result.get("fixed_tests") else "",
    }


_FIELDS = tuple(field.name for field in fields(Night))


def note(project: str, night: str, **more: Any) -> None:
    """Append fields to a night, durably."""
    folder = home() / "history"
    make_folder(folder)
    row = {"project": project, "night": night, "at": utc_now(), **more}
    with exclusive((folder / NIGHTS).with_suffix(".lock"), "nights"):  # `forget_nights` replaces the file
        append_line(folder / NIGHTS, json.dumps(row, ensure_ascii=False))


def read_nights(path: Path | None = None) -> list[Night]:
    """Return every night, in the order of their first notes. Invalid lines are skipped.

    Reads only the lines that were appended since this process last read the file.
    """
    file = path or home() / "history" / NIGHTS
    with _reading:
        reader = _readers.setdefault(file, _Reader())
        return reader.read(file)


def by_project(nights: Iterable[Night]) -> dict[str, list[Night]]:
    """Return the nights of each project, in the order of their first notes."""
    found: dict[str, list[Night]] = {}
    for night in nights:
        found.setdefault(night.project, []).append(night)
    return found


def old_nights(nights: Sequence[Night], oldest: datetime) -> list[Night]:
    """Return the nights first noted before a moment, except each project's latest."""
    latest = {night.project: night for night in nights}
    return [night for night in nights if latest[night.project] is not night and _noted_before(night, oldest)]


def forget_nights(oldest: datetime) -> int:
    """Remove the nights that `old_nights` returns; return their number."""
    file = home() / "history" / NIGHTS
    with exclusive(file.with_suffix(".lock"), "nights"):
        nights = read_nights(file)
        gone = {(night.project, night.night) for night in old_nights(nights, oldest)}
        if gone:
            kept = [asdict(night) for night in nights if (night.project, night.night) not in gone]
            rows = "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in kept)
            write_atomic(file, rows.encode("utf-8", "backslashreplace"))
        return len(gone)


def _noted_before(night: Night, moment: datetime) -> bool:
    at = read_moment(night.at)
    return at is not None and at < moment


class _Reader:
    """The nights of one file, and the offset up to which it was read."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._file: tuple[int, bytes] = (0, b"")
        self._offset = 0
        self._rows: dict[tuple[str, str], dict[str, Any]] = {}
        self._nights: dict[tuple[str, str], Night] = {}

    def read(self, file: Path) -> list[Night]:
        try:
            stream = file.open("rb")
        except FileNotFoundError:
            self._forget()
            return []
        with stream:
            start = stream.read(_KNOWN_BY)
            number, known = self._file
            status = os.fstat(stream.fileno())
            if status.st_ino != number or not start.startswith(known) or status.st_size < self._offset:
                self._forget()
            self._file = (status.st_ino, start)
            stream.seek(self._offset)
            self._take(stream.read())
        return list(self._nights.values())

    def _take(self, content: bytes) -> None:
        """Parse complete lines; one that is being written is read the next time."""
        whole, _, rest = content.rpartition(b"\n")
        if rest and _row(rest) is not None:
            whole, rest = content, b""
        self._offset += len(content) - len(rest)
        changed: dict[tuple[str, str], None] = {}
        for line in whole.splitlines():
            row = _row(line)
            if row is not None:
                key = (row["project"], row["night"])
                first = self._rows.setdefault(key, {"at": row.get("at", "")})
                first.update({**row, "at": first["at"]})
                changed[key] = None
        for key in changed:
            self._nights[key] = _night(self._rows[key])


# A file is identified by its inode and its first bytes; a replaced one begins with another night.
_KNOWN_BY = 256
_readers: dict[Path, _Reader] = {}
_reading = threading.RLock()


def of_project(nights: Iterable[Night], project: str) -> list[Night]:
    """Return the nights of one project, in their order."""
    return [night for night in nights if night.project == project]


def _row(line: bytes) -> dict[str, Any] | None:
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        return None
    named = isinstance(row, dict) and isinstance(row.get("project"), str) and isinstance(row.get("night"), str)
    return row if named else None


def _night(row: dict[str, Any]) -> Night:
    known = {name: row[name] for name in _FIELDS if row.get(name) is not None}
    # lines of older versions have no verdict
    known.setdefault(
        "verdict", "running" if row.get("started") else "green" if "is green" in str(row.get("reason")) else "busy"
    )
    return Night(**known)
