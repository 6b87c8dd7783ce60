"""What became of each night of each registered project: `<home>/history/nightly.jsonl`, one line per thing noted.

A night is named by the moment it was due, in the project's own time zone. Later lines of the same project and night add
to earlier ones, so that writing is one durable append and a repeated one changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from testfix_pipeline.core.records import utc_now
from testfix_pipeline.workspace.files.atomic import append_line, make_folder
from testfix_pipeline.workspace.home import home

NIGHTS = "nightly.jsonl"
GREEN = ("success", "partial", "green")


@dataclass(frozen=True)
class Night:
    """One night of one project.

    `verdict`: running, green (nothing to do), waiting (for somebody to take the last session's fixes), busy (a run was
    in progress), failed (it could not be started), missed (nobody was there to start it), or the outcome of its
    session: success, partial, blocked, paused, error.
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
    published: str = ""
    next: str = ""
    notified: str = ""

    @property
    def is_green(self) -> bool:
        return self.verdict in GREEN

    @property
    def color(self) -> str:
        """What a change of it is reported for: fixes that were made last night are those that wait tonight."""
        if self.verdict == "success":
            return "waiting" if self.branch else "green"
        return self.verdict


_FIELDS = tuple(field.name for field in fields(Night))


def note(project: str, night: str, **more: Any) -> None:
    """Append to what is known of a night, durably."""
    folder = home() / "history"
    make_folder(folder)
    row = {"project": project, "night": night, "at": utc_now(), **more}
    append_line(folder / NIGHTS, json.dumps(row, ensure_ascii=False))


def read_nights(path: Path | None = None) -> list[Night]:
    """Every night, the earliest noted first. Lines that can't be read are passed over."""
    try:
        lines = (path or home() / "history" / NIGHTS).read_bytes().splitlines()
    except FileNotFoundError:
        return []
    known: dict[tuple[str, str], dict[str, Any]] = {}
    for line in lines:
        row = _row(line)
        if row is not None:
            first = known.setdefault((row["project"], row["night"]), {"at": row.get("at", "")})
            first.update({**row, "at": first["at"]})
    return [_night(row) for row in known.values()]


def of_project(nights: Iterable[Night], project: str) -> list[Night]:
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
    # what older versions wrote had no verdict
    known.setdefault(
        "verdict", "running" if row.get("started") else "green" if "is green" in str(row.get("reason")) else "busy"
    )
    return Night(**known)
