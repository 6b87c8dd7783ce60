"""`testfix history`: the tables of the history for people, for one project or all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pandas as pd

from testfix_pipeline.analytics.following import following
from testfix_pipeline.analytics.glance import SHOWN
from testfix_pipeline.analytics.schema import FOLLOWING, SOURCES, TABLES
from testfix_pipeline.analytics.store import History
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.workspace.repository import Project

FIRST = ("pass_rate_trend", "regressions", "stuck_tests", "flaky_tests", "mean_time_to_repair")
ROWS = 30


def show(project: Path | None, table: str, *, rebuild: bool = False, plot: Path | None = None) -> dict[str, Any]:
    """The wanted tables as records. UsageError for a table that does not exist; damage to files is in `notes`."""
    if table and table not in (*SOURCES, *FOLLOWING):
        raise UsageError(f"There is no table {table!r}.", f"There are: {', '.join((*SOURCES, *FOLLOWING))}.")
    key = Project.open(project).key if project is not None else ""
    history = History()
    problems: list[str] = []
    if rebuild:
        again = [Project.open(project).root] if project is not None else history.projects()
        problems += history.rebuild(again).problems
    sources = {name: _of(frame, key) for name, frame in history.read_all().items()}
    frames = {**sources, **following(sources)}
    if plot is not None:
        _draw(frames["pass_rate_trend"], plot)
    wanted = (table,) if table else FIRST
    found: dict[str, Any] = {name: _records(frames[name]) for name in wanted}
    return {**found, "sessions_known": len(sources["sessions"]), "notes": [*history.notes, *problems]}


def _draw(trend: pd.DataFrame, plot: Path) -> None:
    """Write the trend as an image. UsageError where that file can't be written."""
    from testfix_pipeline.analytics.plots import trend_png

    try:
        plot.write_bytes(trend_png(trend))
    except OSError as error:
        raise UsageError(f"The plot {plot} can't be written: {error.strerror}.", "Name a file in a folder.") from error


def _of(frame: pd.DataFrame, project_key: str) -> pd.DataFrame:
    return frame[frame["project"] == project_key].reset_index(drop=True) if project_key else frame


def _records(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Rows with absent values as None, so that they can be written as JSON."""
    return [
        {str(name): None if pd.isna(value) else _plain(value) for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, pd.Timestamp):
        return value.isoformat()
    return value.item() if hasattr(value, "item") else value


def text(found: dict[str, Any]) -> str:
    """The tables as text, the last rows of each, with the columns that people look at first."""
    parts = []
    for name, rows in found.items():
        if name in TABLES:
            parts.append(f"{name} ({len(rows)} rows)")
            parts.append(_table(rows[-ROWS:], SHOWN.get(name, [])) if rows else "  nothing yet")
    parts += [f"note: {note}" for note in found["notes"]]
    if not found["sessions_known"]:
        parts.append("No session is in the history yet: run `testfix fix`, or `testfix history --rebuild --project P`.")
    return "\n".join(parts)


def _table(rows: list[dict[str, Any]], columns: list[str]) -> str:
    frame = pd.DataFrame(rows)
    shown = [name for name in columns if name in frame] or list(frame.columns)
    return str(frame[shown].to_string(index=False, max_colwidth=60))
