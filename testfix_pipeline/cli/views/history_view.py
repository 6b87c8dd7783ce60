"""`testfix history` and `testfix report`: the tables of the history for people, for one project or all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.history_tables import Tables, of_project
from testfix_pipeline.analytics.reports.table_summaries import SHOWN
from testfix_pipeline.analytics.tables.schema import TABLES
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.identifiers import check_session_id
from testfix_pipeline.workspace.files.atomic import write_atomic
from testfix_pipeline.workspace.git.repository import Project

FIRST = ("pass_rate_trend", "regressions", "stuck_tests", "flaky_tests", "mean_time_to_repair")
ROWS = 30
Found = dict[str, Any]


def show(
    project: Path | None, table: str, *, sql: str = "", rebuild: bool = False, plot: Path | None = None,
    export: Path | None = None, at: str = "",
) -> Found:  # fmt: skip
    """Return the wanted tables, or the result of `sql`, as records. `notes` names damaged files.

    at: a location to which another machine publishes its history; empty: the home's own.

    Raises UsageError for an unknown table, invalid SQL, and files that can't be written.
    """
    if table and table not in TABLES:
        raise UsageError(f"There is no table {table!r}.", f"There are: {', '.join(TABLES)}.")
    if at and rebuild:
        raise UsageError("A history that another machine publishes can't be rebuilt here.", "Leave out --rebuild.")
    key = Project.open(project).key if project is not None else ""
    history = open_history(at)
    problems = list(history.rebuild(_projects_to_reread(history, project)).problems) if rebuild else []
    tables = Tables(history)
    frames = {"answer": _query_result(tables, sql)} if sql else _frames(tables, key, table)
    if plot is not None:
        _draw(_of(tables, "pass_rate_trend", key), plot)
    written = _export(tables, key, frames, export) if export is not None else []
    found: Found = {name: _records(frame) for name, frame in frames.items()}
    known = sum(_of(tables, "sessions", key)["session_key"].notna())
    notes = [*history.notes, *problems, *map(str, tables.failed.values())]
    failed = {"failed": sorted(tables.failed)} if tables.failed else {}
    return {**found, "sessions_known": int(known), "written": written, "notes": notes, **failed}


def open_history(at: str) -> History:
    """Return the history that another machine publishes to a location; empty: the home's own."""
    if not at:
        return History()
    from testfix_pipeline.analytics.history.shared_history import fetch_history

    return fetch_history(at)


def _projects_to_reread(history: History, project: Path | None) -> list[Path]:
    return [Project.open(project).root] if project is not None else history.projects()


def _frames(tables: Tables, key: str, table: str) -> dict[str, pd.DataFrame]:
    """Return the wanted table; else the main tables, without those that can't be computed."""
    if table:
        return {table: _of(tables, table, key)}
    found = {name: of_project(tables.readable(name), key) for name in FIRST}
    return {name: frame for name, frame in found.items() if name not in tables.failed}


def _query_result(tables: Tables, sql: str) -> pd.DataFrame:
    from testfix_pipeline.analytics.history.query import query

    return query(tables, sql)


def _of(tables: Tables, name: str, project_key: str) -> pd.DataFrame:
    return of_project(tables.whole(name), project_key)


def _draw(trend: pd.DataFrame, plot: Path) -> None:
    """Write the trend as an image. Raises UsageError if the file can't be written."""
    from testfix_pipeline.analytics.reports.plots import trend_png

    _write(plot, lambda place: place.write_bytes(trend_png(trend)), "plot")


def _export(tables: Tables, key: str, frames: dict[str, pd.DataFrame], target: Path) -> list[str]:
    """Write the requested frame to a .csv or .parquet file, or every table to a folder."""
    if target.suffix in (".csv", ".parquet"):
        if len(frames) != 1:
            raise UsageError("A file takes one table.", "Name it with --table, or --sql; or export to a folder.")
        _save(next(iter(frames.values())), target)
        return [str(target)]
    if target.suffix:
        raise UsageError(f"{target} is neither .csv nor .parquet.", "Name such a file, or a folder for every table.")
    every = {name: of_project(tables.readable(name), key) for name in TABLES}
    made = [name for name in TABLES if name not in tables.failed]
    for name in made:
        _save(every[name], target / f"{name}.parquet")
    return [str(target / f"{name}.parquet") for name in made]


def _save(frame: pd.DataFrame, target: Path) -> None:
    def save(place: Path) -> object:
        place.parent.mkdir(parents=True, exist_ok=True)
        return frame.to_csv(place, index=False) if place.suffix == ".csv" else frame.to_parquet(place, index=False)

    _write(target, save, "table")


def _write(target: Path, save: Callable[[Path], object], what: str) -> None:
    try:
        save(target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"The {what} {target} can't be written: {reason}.", "Name a file in a folder.") from error


def report(project: Path | None, session: str, output: Path | None, at: str = "") -> str:
    """Write the HTML page of one session (`session` of `project`), else of all sessions; return its path.

    at: as for `show`; only for the page of all sessions.
    """
    from testfix_pipeline.analytics.reports.history_report import all_sessions_page
    from testfix_pipeline.analytics.reports.session_report import session_page

    if at and session:
        raise UsageError("A session's page needs its files, which --at does not have.", "Leave out --session.")
    history = open_history(at)
    if session:
        mine = Project.open(project or Path())
        text, default = (
            session_page(mine.root, check_session_id(session)),
            history.folder / "reports" / f"{mine.key}--{session}.html",
        )
    else:
        key = Project.open(project).key if project is not None else ""
        text, default = all_sessions_page(Tables(history), key), history.folder / "reports" / f"{key or 'all'}.html"
    target = (output or default).absolute()
    _write(target, lambda place: write_atomic(place, text.encode("utf-8", "backslashreplace")), "report")
    return str(target)


def _records(frame: pd.DataFrame) -> list[Found]:
    """Return rows with missing values as None, for JSON."""
    return [
        {str(name): None if pd.isna(value) else _plain(value) for name, value in row.items()}
        for row in frame.to_dict("records")
    ]


def _plain(value: Any) -> Any:
    if isinstance(value, pd.Timestamp):
        return value.isoformat()
    return value.item() if hasattr(value, "item") else value


def text(found: Found) -> str:
    """Return the tables as text: the last rows of each, with the main columns."""
    parts = []
    several = sum(name in TABLES for name in found) > 1
    for name, rows in found.items():
        if name in TABLES or name == "answer":
            at_a_glance = several and name == "flaky_tests"  # most of its rows are of stable tests
            shown = [row for row in rows if row["verdict"] == "flaky"] if at_a_glance else rows
            parts.append(_heading(name, len(shown), len(rows)))
            parts.append(_table(shown[-ROWS:], SHOWN.get(name, [])) if shown else "  none")
    parts += [f"written: {path}" for path in found["written"]]
    parts += [f"note: {note}" for note in found["notes"]]
    if not found["sessions_known"]:
        parts.append("No session is in the history yet: run `testfix fix`, or `testfix history --rebuild --project P`.")
    return "\n".join(parts)


def _heading(name: str, shown: int, rows: int) -> str:
    if shown != rows:
        return f"{name} ({shown} flaky; all {rows} tests whose status changed: --table {name})"
    return f"{name} ({rows} row{'s' * (rows != 1)})"


def _table(rows: list[Found], columns: list[str]) -> str:
    frame = pd.DataFrame(rows)
    shown = [name for name in columns if name in frame] or list(frame.columns)
    return str(frame[shown].to_string(index=False, max_colwidth=60, float_format="{:.4g}".format))
