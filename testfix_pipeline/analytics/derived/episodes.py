"""Failure episodes: from a test's failure to its next pass, and how long that takes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.derived.main_line import BAD, GONE, GOOD, of_failing_tests
from testfix_pipeline.analytics.derived.test_events import known_events
from testfix_pipeline.analytics.tables.measurement_order import plain, session_ranks
from testfix_pipeline.analytics.tables.schema import conform
from testfix_pipeline.analytics.tables.small_samples import FEW

_STATES = {GOOD: "repaired", GONE: "removed"}


def failure_episodes(
    test_outcomes: pd.DataFrame, sessions: pd.DataFrame, test_events: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Return each unbroken series of failures of a test, over sessions; a skipped test is still broken.

    A fix that stayed on the session's branch does not end an episode. An open episode lasts until the latest
    measurement of the whole history, so that the same rows always give the same figures.
    """
    seen = of_failing_tests(test_outcomes, sessions, known_events(test_outcomes, test_events))
    seen = seen.assign(done=_iterations_before(seen, test_outcomes, sessions))
    return episodes_of(seen, test_outcomes["measured_at"].max())


def episodes_of(seen: pd.DataFrame, as_of: Any) -> pd.DataFrame:
    """Return the episodes in rows of `of_failing_tests` with the column `done`: iterations finished before."""
    seen = seen[~seen["undone"]].reset_index(drop=True)
    bad = (seen["kind"] == BAD).to_numpy()
    before = seen.groupby("series")["kind"].shift(1)
    starts = np.flatnonzero(bad & (before != BAD).to_numpy())
    ends = _next_other(seen)[starts]
    found = _rows(seen, starts, ends, before, as_of)
    return conform("failure_episodes", found.sort_values(["project", "since_at", "test"], kind="stable"))


def _next_other(seen: pd.DataFrame) -> Any:
    """Return for each row the position of the next row of its test that is no failure, else NaN."""
    places = pd.Series(np.where(seen["kind"] == BAD, np.nan, np.arange(len(seen))), index=seen.index)
    return places.groupby(seen["series"]).bfill().to_numpy()


def _rows(seen: pd.DataFrame, starts: Any, ends: Any, before: pd.Series[Any], as_of: Any) -> pd.DataFrame:
    first = seen.iloc[starts].reset_index(drop=True)
    closed = ~np.isnan(ends)
    last = seen.iloc[np.where(closed, ends, starts).astype(int)].reset_index(drop=True)
    one_commit = closed & (last["commit"] == first["commit"]) & (first["commit"] != "")
    until = last["measured_at"].where(closed, as_of)
    stops = np.where(closed, ends, _ends_of_series(seen)[starts]).astype(int)
    return pd.DataFrame(
        {
            "project": first["project"],
            "test": first["known_as"],
            "state": last["kind"].map(_STATES).where(closed, "open"),
            "origin": np.where(before.iloc[starts] == GOOD, "regression", "first seen"),
            **{f"since_{name}": first[_NAMES[name]] for name in ("session", "iteration", "commit", "at")},
            "ended_session": last["session_key"].where(closed, ""),
            "ended_commit": last["commit"].where(closed & (last["kind"] == GOOD), ""),
            "ended_at": last["measured_at"].where(closed),
            "hours": (until - first["measured_at"]).dt.total_seconds() / 3600,
            "iterations": _latest(seen, stops, closed) - first["done"],
            "failures": stops - starts,
            "signature": first["signature"],
            "flaky": _flaky(seen, starts, stops) | one_commit,
        }
    )


_NAMES = {"session": "session_key", "iteration": "iteration", "commit": "commit", "at": "measured_at"}


def _ends_of_series(seen: pd.DataFrame) -> Any:
    """Return for each row the position after the last row of its test."""
    places = pd.Series(np.arange(len(seen)), index=seen.index)
    return places.groupby(seen["series"]).transform("max").to_numpy() + 1


def _latest(seen: pd.DataFrame, stops: Any, closed: Any) -> Any:
    """Return the iterations finished at the end of each episode, or at its last failure."""
    places = np.where(closed, stops, stops - 1).astype(int)
    return seen["done"].to_numpy()[places] if len(places) else 0


def _flaky(seen: pd.DataFrame, starts: Any, stops: Any) -> Any:
    """Whether any failure between two positions was proved flaky."""
    proved = np.concatenate([[0], np.cumsum(seen["flaky"].to_numpy(dtype=int))])
    return proved[stops] > proved[starts]


def _iterations_before(seen: pd.DataFrame, test_outcomes: pd.DataFrame, sessions: pd.DataFrame) -> Any:
    """Return the iterations that the project had finished before each row's measurement."""
    if seen.empty:
        return np.zeros(0, dtype="int64")
    ranks = session_ranks(test_outcomes)
    each = test_outcomes[["session_key", "project"]].drop_duplicates("session_key").set_index("session_key")
    projects = plain(each)["project"].reindex(ranks.index)
    recorded = sessions.set_index("session_key")["iterations"].reindex(ranks.index).fillna(0).astype("int64")
    # at least as many as were measured: a session's own row may be lost
    finished = recorded.clip(lower=_last_steps(test_outcomes).reindex(ranks.index))
    earlier = finished.groupby(projects).cumsum() - finished
    return (seen["session_key"].map(earlier) + seen["step"]).astype("int64").to_numpy()


def _last_steps(test_outcomes: pd.DataFrame) -> pd.Series[Any]:
    """Return the number of each session's last measurement."""
    return test_outcomes.groupby("session_key", observed=True)["step"].max().fillna(0).astype("int64")


def mean_time_to_repair(failure_episodes: pd.DataFrame, test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Per project, how long failures last until they are repaired; open ones by their age, and nothing left out
    unsaid: flaky failures and tests that went away are counted beside it.
    """
    as_of = test_outcomes["measured_at"].max()
    rows = [_project(str(project), mine, as_of) for project, mine in failure_episodes.groupby("project", sort=True)]
    return conform("mean_time_to_repair", pd.DataFrame(rows))


def _project(project: str, mine: pd.DataFrame, as_of: Any) -> dict[str, Any]:
    real = mine[~mine["flaky"]]
    repaired, still = real[real["state"] == "repaired"], real[real["state"] == "open"]
    return {
        "project": project,
        "n": len(repaired),
        "mean_hours": repaired["hours"].mean(),
        "median_hours": repaired["hours"].median(),
        "mean_iterations": _number(repaired["iterations"].mean()),
        "median_iterations": _number(repaired["iterations"].median()),
        "open": len(still),
        "open_median_hours": still["hours"].median(),
        "open_oldest_hours": still["hours"].max(),
        "removed": int((real["state"] == "removed").sum()),
        "flaky_left_out": int(mine["flaky"].sum()),
        "as_of": as_of,
        "small_n": len(repaired) < FEW,
    }


def _number(value: Any) -> float:
    return float("nan") if pd.isna(value) else float(value)
