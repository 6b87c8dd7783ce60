"""Writes follow-ups of a session as issues to `.workflow/issues.jsonl`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.records import SessionRecord, utc_now
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.files.atomic import append_line
from testfix_pipeline.workspace.files.file_lock import exclusive
from testfix_pipeline.workspace.sessions.session_ids import inside
from testfix_pipeline.workspace.sessions.store import RESULT, SessionStore, read_object

DIMENSIONS = ("test", "enhance", "refactor", "doc")
FILE = "issues.jsonl"
_SUMMARY = 120


def expand(
    project_root: Path, session_id: SessionId, dimensions: Iterable[str], *, today: date | None = None
) -> list[str]:
    """Write an issue `"{summary} - {dimension}"` for each dimension; return their ids, `ISS-YYYYMMDD-NNN`.

    A dimension that already has an issue for the session keeps it. `today` is the date of the ids, in UTC by default.
    Raises UnknownSession, UsageError (no dimension, or an unknown one).
    """
    wanted = _known(dimensions)
    store = SessionStore(project_root, session_id)
    record, said = store.session(), read_object(store.path(RESULT))
    path = inside(project_root, project_root / ".workflow" / FILE)
    day = (today or datetime.now(UTC).date()).strftime("%Y%m%d")
    with exclusive(path.with_name(".issues.lock"), "issues"):
        text = path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""
        there = {
            str(row.get("dimension")): str(row["id"]) for row in issues(text) if row.get("session_id") == session_id
        }
        # the highest number of the day, also in invalid lines, so that no id is given twice
        number = max((int(number) for number in re.findall(rf"ISS-{day}-(\d{{1,9}})", text)), default=0)
        for dimension in wanted:
            if dimension not in there:
                number += 1
                there[dimension] = f"ISS-{day}-{number:03d}"
                append_line(path, json.dumps(_issue(there[dimension], record, dimension, said), ensure_ascii=False))
    return [there[dimension] for dimension in wanted]


def issues(text: str) -> list[dict[str, Any]]:
    """Return the issues in the file's text; invalid lines (cut by a kill, or another tool's) are skipped."""
    found = []
    for line in text.split("\n"):
        try:
            row = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(row, dict) and isinstance(row.get("id"), str):
            found.append(row)
    return found


def _known(dimensions: Iterable[str]) -> list[str]:
    wanted = list(dict.fromkeys(dimensions))
    if not wanted:
        raise UsageError("No dimension is named.", f"There are: {', '.join(DIMENSIONS)}.")
    for dimension in wanted:
        if dimension not in DIMENSIONS:
            near = get_close_matches(dimension, DIMENSIONS, n=1, cutoff=0.5)
            hint = f"Did you mean {near[0]}?" if near else f"There are: {', '.join(DIMENSIONS)}."
            raise UsageError(f"There is no dimension {dimension[:80]!r}.", hint)
    return wanted


def _issue(issue_id: str, record: SessionRecord, dimension: str, said: dict[str, Any]) -> dict[str, Any]:
    """The issue; its body is the session's result with the points that it leaves open. said: the result as written."""
    points = [f"- {one['kind']} {one['what']}: {one['why']}" for one in said.get("shortfalls", ())]
    failing = [f"- fails: {test}" for test in said.get("remaining_failures", ())]
    result = said.get("reason") or record.outcome_reason or f"The session is {record.status}."
    return {
        "id": issue_id,
        "title": f"{summary_of(record)} - {dimension}",
        "body": "\n".join([record.description, "", result, *points, *failing]).strip(),
        "status": "registered",
        "dimension": dimension,
        "session_id": record.session_id,
        "source": "testfix expand",
        "created_at": utc_now(),
    }


def summary_of(record: SessionRecord) -> str:
    """Return the session in one line: its input, else its result."""
    lines = [line.strip("# \t") for line in record.description.splitlines()]
    asked = next((line for line in lines if line), "")
    if not asked:
        outcome = record.outcome_reason.rstrip(".")
        asked = f"Test-fix of {Path(record.project).name or record.session_id}" + (f": {outcome}" if outcome else "")
    return asked if len(asked) <= _SUMMARY else f"{asked[: _SUMMARY - 3].rstrip()}..."
