"""What analysts follow: the pass rate over time, regressions, stuck tests; pure pandas over the history (SPEC 9).

Columns and their meanings are in `schema.TABLES`. A shrinking denominator never reads as improvement, open cases are
kept, and what rests on few measurements says so (`small_n`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.events import events_of_tests, ordered
from testfix_pipeline.analytics.schema import conform, typed

# Under 20 tests one of them is more than 5 points; under 5 measurements a flip may be chance.
SMALL_SUITE = 20
FEW_MEASUREMENTS = 5
STUCK = 3
_TREND_EVENTS = {"added": ["added", "revealed"], "removed": ["removed"], "renamed": ["renamed"]}
_COUNTS = ["n", "passed", "failed", "errors", "skipped", "pass_rate"]
_IDENTITY = ["project", "session_key", "session_id"]


def pass_rate_trend(sessions: pd.DataFrame, iterations: pd.DataFrame, test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """One row per measurement, in the order of each project's sessions: the rates of the sessions' files.

    `absent` counts the tests that some earlier measurement of the project had and this one lacks (renamed ones not),
    and `pass_rate_with_absent` is the rate as if they were still there and not passing.
    """
    points = ordered(_points(sessions, iterations, test_outcomes))
    before = points.groupby("project")
    points["change"] = before["pass_rate"].diff()
    points["n_change"] = before["n"].diff()
    events = events_of_tests(test_outcomes)
    for name, meant in _TREND_EVENTS.items():
        points[name] = _per_point(events[events["event"].isin(meant)], points)
    points["absent"] = _absent(points, test_outcomes, events)
    points["pass_rate_with_absent"] = _percent(points["passed"], points["n"] + points["absent"])
    points["small_n"] = (points["n"] < SMALL_SUITE).fillna(True)
    return conform("pass_rate_trend", points)


def _points(sessions: pd.DataFrame, iterations: pd.DataFrame, test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """The start of every iteration and the last measurement of every session that has one of its own."""
    step = iterations.groupby("session_key").cumcount()
    starts = iterations[[*_IDENTITY, "iteration", *_COUNTS]].assign(
        measurement="start", step=step, measured_at=iterations["started_at"], commit=iterations["start_commit"]
    )
    settled = sessions["pass_rate"].notna() & ~sessions["session_key"].isin(_unsettled(iterations))
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
    joined = points.astype({"step": "Int64"}).merge(carried, on=["session_key", "step"], how="left")
    return joined.assign(carried=joined["carried"].eq(True))


def _unsettled(iterations: pd.DataFrame) -> pd.Series[Any]:
    """Sessions in the middle of an iteration: what they measured last is what it started from."""
    return iterations.loc[iterations["completed_at"].isna(), "session_key"]


def _percent(part: pd.Series[Any], whole: pd.Series[Any]) -> pd.Series[Any]:
    """Not known where either is not, or there is no whole."""
    numbers = whole.astype("Float64").to_numpy("float64", na_value=np.nan)
    shares = 100 * part.astype("Float64").to_numpy("float64", na_value=np.nan) / np.where(numbers > 0, numbers, np.nan)
    return pd.Series(shares, index=part.index)


def _per_point(events: pd.DataFrame, points: pd.DataFrame) -> pd.Series[Any]:
    """How many events each point shows first."""
    number = events.groupby(["session_key", "step"]).size()
    at = pd.MultiIndex.from_frame(points[["session_key", "step"]])
    return pd.Series(number.reindex(at, fill_value=0).to_numpy(), index=points.index, dtype="Int64")


def _absent(points: pd.DataFrame, test_outcomes: pd.DataFrame, events: pd.DataFrame) -> pd.Series[Any]:
    """Per point, the tests seen in the project before and lacking now; not known where a session kept only failures."""
    counted = test_outcomes[test_outcomes["counts"] & test_outcomes["test"].str.contains("::", regex=False)]
    present = {key: set(tests) for key, tests in counted.groupby(["session_key", "step"])["test"]}
    renamed = events[events["event"] == "renamed"].groupby(["session_key", "step"])["before"]
    former = {key: set(tests) for key, tests in renamed}
    seen: dict[str, set[str]] = {}
    found: list[Any] = []
    for project, key, step in points[["project", "session_key", "step"]].itertuples(index=False):
        now = present.get((key, step))
        known = seen.setdefault(project, set())
        known -= former.get((key, step), set())
        known |= now or set()
        found.append(pd.NA if now is None else len(known - now))
    return pd.Series(found, index=points.index, dtype="Int64")


def regressions(test_outcomes: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """Each test that passed and then failed: where first, where it last was good, and whether it still fails.

    Between sessions the cause lies in the commits between `last_good_commit` and `first_bad_commit`; an attempt that
    broke tests is named by its task, whatever the net rate did, and was kept off the branch or reverted.
    """
    seen = ordered(test_outcomes[test_outcomes["status"].isin(["passed", "failed", "error"])])
    seen = seen.assign(good=seen["status"] == "passed")
    rows = [*_flips(seen), *_broken_by_attempts(seen, attempts)]
    found = typed("regressions", rows)
    return found.sort_values(
        ["project", "session_key", "first_bad_iteration", "test"], kind="stable", ignore_index=True
    )


def _flips(seen: pd.DataFrame) -> Iterator[dict[str, Any]]:
    by_test = seen.groupby(["project", "test"], sort=False)
    before = by_test["good"].shift(1)
    flipped = seen[before.eq(True) & ~seen["good"]]
    runs = _runs(seen)
    last_good = seen.assign(index=seen.index).groupby(["project", "test"])["index"].shift(1)
    for index in flipped.index:
        bad = flipped.loc[index]
        history = by_test.get_group((bad["project"], bad["test"]))
        good = seen.loc[int(last_good[index])]
        mended = history[(history.index > index) & history["good"]]
        yield {
            **{name: bad[name] for name in (*_IDENTITY, "test", "signature", "flaky")},
            "origin": "in session" if good["session_key"] == bad["session_key"] else "between sessions",
            "first_bad_iteration": bad["iteration"],
            "first_bad_commit": bad["commit"],
            "first_bad_at": bad["measured_at"],
            "last_good_session": good["session_key"],
            "last_good_iteration": good["iteration"],
            "last_good_commit": good["commit"],
            "open": mended.empty,
            "fixed_commit": "" if mended.empty else mended["commit"].iloc[0],
            **_size(int(runs.get((bad["project"], bad["test"]), 0))),
        }


def _runs(seen: pd.DataFrame) -> pd.Series[Any]:
    """How often each test was run; what is only carried on is no run."""
    return seen[~seen["carried"]].groupby(["project", "test"]).size()


def _broken_by_attempts(seen: pd.DataFrame, attempts: pd.DataFrame) -> Iterator[dict[str, Any]]:
    starts = seen[seen["measurement"] == "start"].drop_duplicates(["session_key", "iteration"])
    commits = starts.set_index(["session_key", "iteration"])["commit"]
    runs = _runs(seen)
    for _index, one in attempts[attempts["newly_failing"] > 0].iterrows():
        for test in json.loads(one["newly_failing_tests"]):
            yield {
                **{name: one[name] for name in (*_IDENTITY, "task_id")},
                "test": test,
                "origin": "attempt",
                "first_bad_iteration": one["iteration"],
                "first_bad_commit": one["commit"],
                "last_good_session": one["session_key"],
                "last_good_iteration": one["iteration"],
                "last_good_commit": commits.get((one["session_key"], one["iteration"]), ""),
                "open": False,
                **_size(int(runs.get((one["project"], test), 0))),
            }


def _size(number: int) -> dict[str, Any]:
    return {"n": number, "small_n": number < FEW_MEASUREMENTS}


def stuck_tests(test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Each series of three or more measurements of a session, one after another, in which a test failed (SPEC 6.2).

    `hard` with the same signature in the last three; another signature is movement. Mended ones stay, not `open`.
    """
    seen = ordered(test_outcomes[test_outcomes["status"] != "gone"])
    seen = seen.assign(failing=seen["status"].isin(["failed", "error"]))
    by_test = seen.groupby(["session_key", "test"], sort=False)
    # a series ends where the test passes, and where a measurement lacks it
    broken = ~seen["failing"] | (by_test["step"].diff() != 1)
    seen = seen.assign(series=broken.fillna(True).groupby([seen["session_key"], seen["test"]]).cumsum())
    last_step = seen.groupby("session_key")["step"].max()
    runs = by_test.size()
    failing = seen[seen["failing"]]
    rows = [
        _series_row(series, int(last_step[series["session_key"].iloc[0]]), runs)
        for _key, series in failing.groupby(["session_key", "test", "series"], sort=True)
        if len(series) >= STUCK
    ]
    return typed("stuck_tests", rows)


def _series_row(series: pd.DataFrame, last_step: int, runs: pd.Series[Any]) -> dict[str, Any]:
    first, last = series.iloc[0], series.iloc[-1]
    # a signature that was not recorded is no movement
    recent = {text for text in series["signature"].iloc[-STUCK:] if text}
    return {
        **{name: last[name] for name in (*_IDENTITY, "test", "signature")},
        "since_iteration": first["iteration"],
        "last_iteration": last["iteration"],
        "failures": len(series),
        "signatures": series.loc[series["signature"] != "", "signature"].nunique(),
        "hard": len(recent) <= 1,
        "open": int(last["step"]) == last_step,
        **_size(int(runs[(last["session_key"], last["test"])])),
    }
