"""The history's tables, column by column: the one description that frames, Parquet files, Dagster and the docs use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

# Raised when a column is added, changed or removed; `store` sees by it which files an older version wrote.
SCHEMA_VERSION = 2

TEXT, WHOLE, NUMBER, FLAG, TIME = "str", "Int64", "float64", "bool", "datetime64[us, UTC]"
_EMPTY: dict[str, Any] = {TEXT: "", WHOLE: pd.NA, NUMBER: float("nan"), FLAG: False, TIME: pd.NaT}


@dataclass(frozen=True)
class Column:
    """`dtype` is the pandas dtype; absent texts are "", absent numbers NA, absent times NaT."""

    name: str
    dtype: str
    description: str


def _columns(*rows: tuple[str, str, str]) -> tuple[Column, ...]:
    return tuple(Column(*row) for row in rows)


_SESSION = _columns(
    ("project", TEXT, "Key of the project: its name and 6 hex digits of its path."),
    ("session_key", TEXT, "Key of the session over all projects: PROJECT--SESSION_ID."),
    ("session_id", TEXT, "Id of the session in its project (WFS-...)."),
)
_COUNTS = _columns(
    ("n", WHOLE, "Denominator of the pass rate: passed + failed + errors."),
    ("passed", WHOLE, "Tests that passed."),
    ("failed", WHOLE, "Tests that failed."),
    ("errors", WHOLE, "Tests that erred, files that could not be collected, and measured tests that did not report."),
    ("skipped", WHOLE, "Tests that were skipped; not in n."),
)
_MEASUREMENT = _columns(
    ("iteration", WHOLE, "The iteration at whose start this was measured; for `final` the last finished one."),
    ("measurement", TEXT, "start: what the iteration started from (1: the baseline); final: after the last one."),
    ("step", WHOLE, "Iterations finished before this measurement; orders the measurements of a session."),
    ("measured_at", TIME, "When the measurement was in."),
    ("commit", TEXT, "The commit that was measured."),
)

_SPENT = _columns(
    ("calls", WHOLE, "Calls of models."),
    ("tokens", WHOLE, "Tokens that they used; estimated where a tool does not say."),
    ("money", NUMBER, "What they cost in US dollars, by the price table of the session."),
)

TABLES: Mapping[str, tuple[Column, ...]] = {
    "sessions": (
        *_SESSION,
        *_columns(
            ("project_path", TEXT, "Where the project lies."),
            ("source_session_id", TEXT, "The session whose work is tested; empty where there is none."),
            ("description", TEXT, "What was asked for, at most 500 characters of it."),
            ("status", TEXT, "planning, active, paused, blocked, failed or completed."),
            ("outcome", TEXT, "success, partial, blocked, paused or error; empty while it runs."),
            ("reason", TEXT, "The outcome in a sentence."),
            ("review", FLAG, "Whether a person should look at the result."),
            ("branch", TEXT, "The session's branch."),
            ("base_commit", TEXT, "The user's commit that the session started from."),
            ("baseline_commit", TEXT, "The commit measured first: the base, or the snapshot of uncommitted work."),
            ("head_commit", TEXT, "The last commit of the session's branch."),
            ("measured_commit", TEXT, "The commit of the last measurement."),
            ("measured_at", TIME, "When the last measurement was in."),
            ("created_at", TIME, "When the session was opened."),
            ("updated_at", TIME, "When its record was last written."),
            ("iterations", WHOLE, "Finished iterations."),
            ("attempts", WHOLE, "Attempts made."),
            ("candidates_tried", WHOLE, "Candidate patches that the built-in engine tried."),
            ("total", WHOLE, "Tests of the last measurement that are in the measured set."),
        ),
        *_COUNTS,
        *_columns(
            ("pass_rate_before", NUMBER, "Pass rate of the baseline in percent."),
            ("pass_rate", NUMBER, "Pass rate of the last measurement in percent."),
            ("tests_fixed", WHOLE, "Tests that pass at the end and failed, or could not be collected, at the start."),
            ("seconds", NUMBER, "Wall time that the cycle spent."),
        ),
        *_SPENT,
    ),
    "iterations": (
        *_SESSION,
        *_columns(
            ("iteration", WHOLE, "Number of the iteration, from 1."),
            ("strategy", TEXT, "conservative, aggressive, exploratory or surgical."),
            ("tool", TEXT, "The tool that analysed the failures."),
            ("analysis_quality", TEXT, "normal, or degraded where no wanted tool answered."),
            ("result", TEXT, "landed, no_gain or regression; empty while it runs."),
            ("regression", FLAG, "Whether its best attempt fell by more than 10 points and was rolled back."),
        ),
        *_COUNTS,
        *_columns(
            ("pass_rate", NUMBER, "Pass rate at its start in percent."),
            ("pass_rate_after", NUMBER, "Pass rate of what the branch holds after it."),
            ("stuck_tests", WHOLE, "Tests that failed in this measurement and the two before."),
            ("clusters", WHOLE, "Different failures, by signature."),
            ("fix_tasks", WHOLE, "Attempts planned."),
            ("newly_passing", WHOLE, "Tests that the landed attempts mended."),
            ("newly_failing", WHOLE, "Tests that any of its attempts broke."),
            ("candidates_tried", WHOLE, "Candidate patches tried in it."),
            ("start_commit", TEXT, "The branch's commit at its start."),
            ("landed_commit", TEXT, "The commit it landed; empty where it landed none."),
            ("started_at", TIME, "When it was planned."),
            ("completed_at", TIME, "When it was settled."),
            ("seconds", NUMBER, "From planned to settled."),
        ),
        *_SPENT,
    ),
    "attempts": (
        *_SESSION,
        *_columns(
            ("iteration", WHOLE, "The iteration it belongs to."),
            ("task_id", TEXT, "Its fix task."),
            ("strategy", TEXT, "The iteration's strategy."),
            ("tool", TEXT, "The tool that made the change."),
            ("result", TEXT, "landed, left_out, lead, no_gain, regression, refused, nothing_found or error."),
            ("reason", TEXT, "The result in a sentence."),
            ("root_cause", TEXT, "The first root cause that the analysis named."),
            ("confidence", NUMBER, "The worker's confidence from 0 to 1."),
            ("target_tests", WHOLE, "Tests it aimed at."),
            ("pass_rate_before", NUMBER, "Pass rate it started from."),
            ("pass_rate_after", NUMBER, "Pass rate it reached; absent where it was not measured."),
            ("newly_passing", WHOLE, "Tests it mended."),
            ("newly_failing", WHOLE, "Tests it broke."),
            ("newly_passing_tests", TEXT, "Their ids, a JSON list."),
            ("newly_failing_tests", TEXT, "Their ids, a JSON list."),
            ("rolled_back", FLAG, "Whether it was landed and reverted."),
            ("commit", TEXT, "Its commit: on the branch where it landed, else kept under refs/testfix."),
            ("candidates_tried", WHOLE, "Candidate patches tried."),
            ("seconds", NUMBER, "Wall time."),
        ),
    ),
    "tool_calls": (
        *_SESSION,
        *_columns(
            ("iteration", WHOLE, "The iteration it was made in."),
            ("task_id", TEXT, "The fix task it was made for; empty for an analysis."),
            ("purpose", TEXT, "analysis or fix."),
            ("tool", TEXT, "The tool that was asked."),
            ("model", TEXT, "Its model."),
            ("mode", TEXT, "read, or write where the tool may edit the worktree."),
            (
                "kind",
                TEXT,
                "ok, http_error, timeout, connection_error, not_logged_in, crash; not_called: it was not made, for the "
                "reason; unfinished: it was under way when the run ended.",
            ),
            ("http_status", WHOLE, "The status that the model's server answered, where it is known."),
            ("refused", TEXT, "The rule that refused the answer; empty where it counted, or was no analysis."),
            ("reason", TEXT, "Why it was refused or failed, or was not made, in a sentence."),
            ("input_tokens", WHOLE, "Tokens of its prompts."),
            ("output_tokens", WHOLE, "Tokens of its answers."),
            ("cached_tokens", WHOLE, "The part of input_tokens that the server had already."),
            ("tokens", WHOLE, "What the budget counts."),
            ("money", NUMBER, "What the budget counts, in US dollars."),
            ("seconds", NUMBER, "How long it took."),
            ("containment", TEXT, "What held the tool's process; empty where there is none."),
            ("network", TEXT, "limited, or open where the tool's process could reach any host."),
            ("asked_at", TIME, "When it began."),
        ),
    ),
    "test_outcomes": (
        *_SESSION,
        *_MEASUREMENT,
        *_columns(
            ("test", TEXT, "Id of the test, or of a file that could not be collected."),
            ("file", TEXT, "The file it is in."),
            ("status", TEXT, "passed, failed, error, skipped; gone: it was there in the measurement before."),
            (
                "counts",
                FLAG,
                "Whether it is in the pass rate; never where a session of an older tool kept only its failures.",
            ),
            (
                "carried",
                FLAG,
                "No run of its own stands behind the row: repeated from before, or from counted failures.",
            ),
            (
                "event",
                TEXT,
                "added, removed, revealed (its file can be collected now), collected (a file's error gave way to it).",
            ),
            ("error_type", TEXT, "Type of the error."),
            ("signature", TEXT, "Normalised error and innermost project frames: the same for the same failure."),
            ("failure_class", TEXT, "code_defect, test_defect or env_issue."),
            ("criticality", TEXT, "high, medium or low."),
            ("flaky", FLAG, "Proved flaky by re-runs on the same tree."),
            ("seconds", NUMBER, "How long the test took; absent where it is carried."),
        ),
    ),
    "pass_rate_trend": (
        *_SESSION,
        *_MEASUREMENT,
        *_COUNTS,
        *_columns(
            ("pass_rate", NUMBER, "100 * passed / n."),
            ("change", NUMBER, "Points since the measurement before of the same project."),
            ("n_change", WHOLE, "Change of the denominator since then."),
            ("added", WHOLE, "Tests that are new since then."),
            ("removed", WHOLE, "Tests that are gone since then, renamed ones not counted."),
            ("renamed", WHOLE, "Tests that have another id since then, by likeness."),
            ("absent", WHOLE, "Tests that an earlier measurement of the project counted and this one lacks."),
            ("pass_rate_with_absent", NUMBER, "100 * passed / (n + absent): never rises because tests went away."),
            ("carried", FLAG, "No run of its own stands behind the measurement."),
            ("small_n", FLAG, "n is under 20, so that one test is more than 5 points, or is not known."),
        ),
    ),
    "regressions": (
        *_SESSION,
        *_columns(
            ("test", TEXT, "The test that passed and then failed."),
            (
                "origin",
                TEXT,
                "between sessions, in session (on its branch), or attempt (kept off the branch, or reverted).",
            ),
            ("first_bad_iteration", WHOLE, "The iteration at whose start, or by whose attempt, it first failed."),
            ("first_bad_commit", TEXT, "The first commit it is known to fail on."),
            ("first_bad_at", TIME, "When that was measured; absent for attempts."),
            ("last_good_session", TEXT, "Key of the session that last saw it pass."),
            ("last_good_iteration", WHOLE, "The iteration of that measurement."),
            ("last_good_commit", TEXT, "The last commit it is known to pass on."),
            ("task_id", TEXT, "The attempt that broke it, where one did."),
            ("signature", TEXT, "How it failed first."),
            ("flaky", FLAG, "Proved flaky: no regression of the code."),
            ("open", FLAG, "Whether it still failed when last measured."),
            ("fixed_commit", TEXT, "The first commit it passed on again."),
            ("n", WHOLE, "Measurements of the test in its project that have a run of their own."),
            ("small_n", FLAG, "n is under 5."),
        ),
    ),
    "stuck_tests": (
        *_SESSION,
        *_columns(
            ("test", TEXT, "A test that failed in three measurements of a session or more, one after another."),
            ("since_iteration", WHOLE, "The iteration at whose start the series begins."),
            ("last_iteration", WHOLE, "The iteration of its last measurement."),
            ("failures", WHOLE, "Measurements in the series."),
            ("signatures", WHOLE, "Different signatures in it; more than one is movement."),
            ("hard", FLAG, "The same signature in its last three measurements."),
            ("signature", TEXT, "The last signature."),
            ("open", FLAG, "Whether it failed in the session's last measurement."),
            ("n", WHOLE, "Measurements of the test in the session."),
            ("small_n", FLAG, "n is under 5."),
        ),
    ),
    "test_events": (
        *_SESSION,
        *_columns(
            ("step", WHOLE, "The measurement that shows it first."),
            ("measured_at", TIME, "When that was in."),
            ("test", TEXT, "The test."),
            ("event", TEXT, "added, removed, renamed, revealed or collected; see test_outcomes."),
            ("before", TEXT, "The id it had before, where it was renamed."),
            ("previous_session", TEXT, "Key of the session of the measurement before, where that is another one."),
        ),
    ),
}
# What is read from the sessions' files; the other tables follow from these.
SOURCES = ("sessions", "iterations", "attempts", "tool_calls", "test_outcomes")


def typed(table: str, rows: Iterable[Mapping[str, Any]]) -> pd.DataFrame:
    """Rows as a frame with exactly the table's columns and dtypes; what a row lacks is empty."""
    listed = list(rows)
    return pd.DataFrame(
        {column.name: _series([row.get(column.name) for row in listed], column.dtype) for column in TABLES[table]}
    )


def conform(table: str, frame: pd.DataFrame) -> pd.DataFrame:
    """A frame with the table's columns and dtypes: missing columns are empty, unknown ones dropped.

    Raises ValueError or TypeError where a column's values are of another kind.
    """
    columns = {column.name: _conformed(frame, column) for column in TABLES[table]}
    return pd.DataFrame(columns, index=frame.index).reset_index(drop=True)


def _conformed(frame: pd.DataFrame, column: Column) -> pd.Series[Any]:
    if column.name not in frame:
        return _series([None] * len(frame), column.dtype).set_axis(frame.index)
    return _cast(frame[column.name], column.dtype)


def _series(values: list[Any], dtype: str) -> pd.Series[Any]:
    empty = _EMPTY[dtype]
    filled = [empty if value is None else value for value in values]
    if dtype == TEXT:  # a lone surrogate, which JSON can hold, is in no file's encoding
        filled = [str(value).encode("utf-8", "backslashreplace").decode() for value in filled]
    if dtype == TIME:
        times = pd.to_datetime(pd.Series(filled, dtype="object"), utc=True, format="ISO8601", errors="coerce")
        return _cast(times, TIME)
    return pd.Series(filled, dtype=dtype)


def _cast(values: Any, dtype: str) -> pd.Series[Any]:
    """`dtype` is one of ours; the stubs want it spelled out."""
    cast: pd.Series[Any] = values.astype(dtype)
    return cast
