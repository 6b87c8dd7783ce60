"""The pass rate over time and the changes of its denominator."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.derived.test_events import known_events
from testfix_pipeline.analytics.tables.measurement_order import blocks, plain, sort_measurements
from testfix_pipeline.analytics.tables.schema import conform

# In a smaller suite one test is more than 5 points.
SMALL_SUITE = 20
_TREND_EVENTS = {"added": ["added", "revealed"], "removed": ["removed"], "renamed": ["renamed"]}
_COUNTS = ["n", "passed", "failed", "errors", "skipped", "pass_rate"]
_IDENTITY = ["project", "session_key", "session_id"]


def pass_rate_trend(
    sessions: pd.DataFrame,
    iterations: pd.DataFrame,
    test_outcomes: pd.DataFrame,
    test_events: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return one row per measurement, in the order of each project's sessions, with the sessions' own rates.

    `absent` counts the tests that an earlier measurement of the project had and this one lacks (renamed ones excepted),
    and `pass_rate_with_absent` is the rate if they still existed and did not pass.
    """
    points = sort_measurements(_points(sessions, iterations, test_outcomes))
    before = points.groupby("project")
    points["change"] = before["pass_rate"].diff()
    points["n_change"] = before["n"].diff()
    events = known_events(test_outcomes, test_events)
    for name, meant in _TREND_EVENTS.items():
        points[name] = _per_point(events[events["event"].isin(meant)], points)
    points["absent"] = _absent(points, test_outcomes, events)
    points["pass_rate_with_absent"] = _percent(points["passed"], points["n"] + points["absent"])
    points["small_n"] = (points["n"] < SMALL_SUITE).fillna(True)
    return conform("pass_rate_trend", points)


def _points(sessions: pd.DataFrame, iterations: pd.DataFrame, test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return the start of every iteration and each session's own last measurement."""
    step = iterations.groupby("session_key").cumcount()
    starts = iterations[[*_IDENTITY, "iteration", *_COUNTS]].assign(
        measurement="start", step=step, measured_at=iterations["started_at"], commit=iterations["start_commit"]
    )
    settled = sessions["pass_rate"].notna() & ~sessions["session_key"].isin(_open_sessions(iterations))
    last = sessions[settled]
    finals = last[[*_IDENTITY, *_COUNTS]].assign(
        iteration=last["session_key"].map(iterations.groupby("session_key")["iteration"].max()).fillna(0),
        measurement="final",
        step=last["iterations"],
        measured_at=last["measured_at"],
        commit=last["measured_commit"],
    )
    points = pd.concat([part for part in (starts, finals) if len(part)] or [starts], ignore_index=True)
    carried = test_outcomes.groupby(["session_key", "step"])["carried"].all().rename("carried").reset_index()
    carried = plain(carried)
    joined = points.astype({"step": "Int64"}).merge(carried, on=["session_key", "step"], how="left")
    return joined.assign(carried=joined["carried"].eq(True))


def _open_sessions(iterations: pd.DataFrame) -> pd.Series[Any]:
    """Return the sessions with an open iteration: their last measurement is the one that it started from."""
    return iterations.loc[iterations["completed_at"].isna(), "session_key"]


def _percent(part: pd.Series[Any], whole: pd.Series[Any]) -> pd.Series[Any]:
    """Return part of whole in percent; unknown if either is unknown or the whole is 0."""
    numbers = whole.astype("Float64").to_numpy("float64", na_value=np.nan)
    shares = 100 * part.astype("Float64").to_numpy("float64", na_value=np.nan) / np.where(numbers > 0, numbers, np.nan)
    return pd.Series(shares, index=part.index)


def _per_point(events: pd.DataFrame, points: pd.DataFrame) -> pd.Series[Any]:
    """Return the number of events that each point shows first."""
    number = events.groupby(["session_key", "step"]).size()
    at = pd.MultiIndex.from_frame(points[["session_key", "step"]])
    return pd.Series(number.reindex(at, fill_value=0).to_numpy(), index=points.index, dtype="Int64")


def _absent(points: pd.DataFrame, test_outcomes: pd.DataFrame, events: pd.DataFrame) -> pd.Series[Any]:
    """Return for each point the number of tests seen before and missing now; unknown if only failures are stored."""
    named = test_outcomes["counts"] & test_outcomes["test"].str.contains("::", regex=False)
    counted = sort_measurements(test_outcomes.loc[named, [*_IDENTITY, "step", "measured_at", "test"]])
    tests, names = pd.factorize(counted["test"])
    present = {(one.session_key, one.step): tests[one.start : one.end] for one in blocks(counted)}
    former = _former(events, pd.Index(names.astype(object)))
    seen: dict[str, Any] = {}
    found: list[Any] = []
    for project, key, step in points[["project", "session_key", "step"]].itertuples(index=False):
        known = seen.setdefault(project, np.zeros(len(names), dtype=bool))
        now = present.get((key, step))
        known[former.get((key, step), [])] = False
        if now is None:
            found.append(pd.NA)
            continue
        known[now] = True
        found.append(int(known.sum()) - len(np.unique(now)))
    return pd.Series(found, index=points.index, dtype="Int64")


def _former(events: pd.DataFrame, names: pd.Index) -> dict[tuple[str, int], Any]:
    """Return for each measurement the numbers of the tests that it has under another id."""
    renamed = events[events["event"] == "renamed"]
    renamed = renamed.assign(number=names.get_indexer(pd.Index(renamed["before"].astype(object))))
    known = renamed[renamed["number"] >= 0]
    places: dict[tuple[str, int], list[int]] = {}
    for key, step, number in known[["session_key", "step", "number"]].itertuples(index=False):
        places.setdefault((key, int(step)), []).append(int(number))
    return places
