"""The summary of each table: its main columns, and a picture for some."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

import pandas as pd

from testfix_pipeline.analytics.reports.plots import bars_png, trend_png

SHOWN: Mapping[str, list[str]] = {
    "sessions": [
        *("project", "session_id", "status", "outcome", "grade"),
        *("delivered", "pass_rate_before", "pass_rate", "n"),
    ],
    "iterations": ["project", "session_id", "iteration", "strategy", "tool", "pass_rate", "pass_rate_after", "result"],
    "attempts": ["session_id", "task_id", "strategy", "tool", "result", "newly_passing", "newly_failing", "seconds"],
    "tool_calls": ["session_id", "iteration", "tool", "model", "kind", "tokens", "money", "seconds"],
    "test_outcomes": ["session_id", "step", "test", "status", "event", "error_type"],
    "pass_rate_trend": ["project", "session_id", "iteration", "measurement", "n", "passed", "pass_rate", "absent"],
    "regressions": ["project", "test", "origin", "first_bad_commit", "last_good_commit", "open", "n"],
    "stuck_tests": ["project", "session_id", "test", "failures", "hard", "open"],
    "test_events": ["project", "session_id", "measured_at", "event", "test", "before"],
    "flaky_tests": ["project", "test", "verdict", "flip_rate", "failed", "n", "small_n", "last_status"],
    "failure_clusters": ["project", "signature", "n", "tests", "share", "sessions", "attempts", "landed", "open"],
    "strategy_effectiveness": [
        *("level", "strategy", "tool", "cluster", "n", "landed", "landed_rate", "tests_fixed", "regressions"),
        *("seconds_per_fix", "money_per_fix", "small_n"),
    ],
    "failure_episodes": ["project", "test", "state", "origin", "since_at", "hours", "iterations", "flaky"],
    "mean_time_to_repair": [
        *("project", "n", "mean_hours", "median_hours", "mean_iterations", "open", "open_oldest_hours", "removed"),
        *("flaky_left_out", "small_n"),
    ],
    "session_lineage": [
        *("source_session_id", "session_id", "iteration", "task_id"),
        *("result", "commit", "test", "change"),
    ],
}


# The columns that date a table's rows; tables without any have an order of their own.
_TIMES = ("measured_at", "created_at", "since_at", "first_bad_at", "last_seen_at")


def columns_of_newest(table: str, known: Collection[str]) -> list[str]:
    """Return the columns among `known` that `newest` and `SHOWN` need, for reading a large table."""
    return [name for name in known if name in _TIMES or name in SHOWN[table]]


def newest(frame: pd.DataFrame, rows: int) -> pd.DataFrame:
    """Return the newest rows, the last one at the end: tables are ordered by project first."""
    at = next((name for name in _TIMES if name in frame), None)
    ordered = frame.sort_values(at, kind="stable", na_position="first") if at is not None else frame
    return ordered.tail(rows)


def plot_of(table: str, frame: pd.DataFrame) -> bytes:
    """Return the table's picture as a PNG; empty for a table without one."""
    draw = _PLOTS.get(table)
    return draw(frame) if draw is not None else b""


def _flaky(frame: pd.DataFrame) -> bytes:
    shown = frame[frame["verdict"] == "flaky"].sort_values("flip_rate", ascending=False)
    return bars_png(shown, "test", "flip_rate", "Flaky tests by flip rate")


def _clusters(frame: pd.DataFrame) -> bytes:
    shown = frame.sort_values("n", ascending=False)
    return bars_png(shown, "signature", "n", "Failures by signature")


def _strategies(frame: pd.DataFrame) -> bytes:
    shown = frame[frame["level"] == "tool"]
    shown = shown.assign(name=shown["strategy"] + ", " + shown["tool"])
    title = "Attempts that landed, in %, with 95 % interval"
    return bars_png(shown, "name", "landed_rate", title, ("rate_low", "rate_high"))


def _repair(frame: pd.DataFrame) -> bytes:
    return bars_png(frame, "project", "mean_hours", "Mean time to repair, in hours")


_PLOTS: Mapping[str, Callable[[pd.DataFrame], bytes]] = {
    "pass_rate_trend": trend_png,
    "flaky_tests": _flaky,
    "failure_clusters": _clusters,
    "strategy_effectiveness": _strategies,
    "mean_time_to_repair": _repair,
}
