"""The outcomes of each test that ever failed, measurement by measurement, as the user's branch has them.

A session's fixes are on a branch of its own. If the next session finds the same test failing, the fix may not have been
merged: then the branch's passes do not count, and the failure is neither repaired nor a regression. A fix counts as
merged if it was applied or its branch merged before the next session began; if the branch's status is unknown, if
another test that the session fixed passes there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.tables.measurement_order import codes, plain, session_ranks

GOOD, BAD, GONE = 0, 1, 2
_FAILING = ["failed", "error"]
COLUMNS = [
    *("project", "session_key", "session_id", "iteration", "measurement", "step", "measured_at", "commit"),
    *("test", "status", "carried", "event", "signature", "flaky"),
]


def of_failing_tests(test_outcomes: pd.DataFrame, sessions: pd.DataFrame, events: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of tests that failed at least once, test by test, in the order of measurements.

    Adds `known_as` (the test's newest id), `series` (a number per test), `rank` (of the session), `kind` (GOOD, BAD or
    GONE; skipped ones are left out), and `undone` (a pass on a branch that was not merged).
    """
    ranks = session_ranks(test_outcomes) if len(test_outcomes) else pd.Series(dtype="int64")
    # the rows of tests that failed at least once under one of their ids
    each = codes(test_outcomes, "project", "test")
    wanted = np.zeros(int(each.max(initial=-1)) + 1, dtype=bool)
    wanted[each[test_outcomes["status"].isin(_FAILING).to_numpy()]] = True
    renamed = set(events.loc[events["event"] == "renamed", ["test", "before"]].to_numpy().ravel().tolist())
    also = test_outcomes["test"].isin(renamed).to_numpy() if renamed else False
    rows = plain(test_outcomes.loc[wanted[each] | also, COLUMNS]).reset_index(drop=True)
    rows = pd.concat([rows, _session_gaps(rows, events, test_outcomes)], ignore_index=True) if len(events) else rows
    rows = rows.assign(rank=rows["session_key"].map(ranks).astype("int64"), kind=_kinds(rows))
    rows = rows[rows["kind"] >= 0].reset_index(drop=True)
    rows = rows.assign(known_as=_known_as(rows, events, ranks))
    order = np.lexsort((rows["step"].to_numpy("int64"), rows["rank"], codes(rows, "project", "known_as")))
    rows = rows.iloc[order].reset_index(drop=True)
    rows = rows.assign(series=codes(rows, "project", "known_as"))
    rows = rows[np.isin(rows["series"], rows.loc[rows["kind"] == BAD, "series"])].reset_index(drop=True)
    return rows.assign(undone=_is_undone(rows, sessions))


def _kinds(rows: pd.DataFrame) -> Any:
    gone = rows["status"] == "gone"
    return np.select(
        [rows["status"] == "passed", rows["status"].isin(_FAILING), gone & (rows["event"] == "collected"), gone],
        [GOOD, BAD, GOOD, GONE],
        default=-1,
    )


def _session_gaps(rows: pd.DataFrame, events: pd.DataFrame, test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return a row for each test that the previous session had and this one lacks; within sessions the table has it."""
    left = events[(events["previous_session"] != "") & events["event"].isin(["removed", "collected"])]
    left = left[left["test"].isin(rows["test"].unique())]
    at = test_outcomes.loc[test_outcomes["session_key"].isin(left["session_key"].unique())]
    at = at.drop_duplicates(["session_key", "step"])[["session_key", "step", "iteration", "measurement", "commit"]]
    at = plain(at)
    found = left.merge(at, on=["session_key", "step"], how="left")
    return found.assign(status="gone", carried=False, signature="", flaky=False)[COLUMNS]


def _known_as(rows: pd.DataFrame, events: pd.DataFrame, ranks: pd.Series[Any]) -> Any:
    """Return the newest id of each row's test: a rename applies to measurements of earlier sessions."""
    names = rows["test"].to_numpy(dtype=object).copy()
    renamed = events[events["event"] == "renamed"]
    renamed = renamed.assign(rank=renamed["session_key"].map(ranks)).sort_values("rank", kind="stable")
    places = {key: list(at) for key, at in rows.groupby(["project", "test"]).indices.items()}
    rank = rows["rank"].to_numpy()
    for project, test, before, since in renamed[["project", "test", "before", "rank"]].itertuples(index=False):
        held = places.get((project, before), [])
        moved = [at for at in held if rank[at] < since]
        places[project, before] = [at for at in held if rank[at] >= since]
        places.setdefault((project, test), []).extend(moved)
        names[moved] = test
    return names


def _is_undone(rows: pd.DataFrame, sessions: pd.DataFrame) -> Any:
    """Whether a row is a pass in a session that fixed the test, which failed again at the start of its next session."""
    said = rows[rows["kind"] != GONE]
    ends = said.groupby(["series", "rank"], sort=True).agg(
        key=("session_key", "first"), first=("kind", "first"), last=("kind", "last"), flaky=("flaky", "any")
    )
    ends = ends.reset_index()
    following = ends.groupby("series").shift(-1)
    fixed = (ends["first"] == BAD) & (ends["last"] == GOOD) & following["key"].notna()
    ends = ends.assign(next_key=following["key"], next_first=following["first"])[fixed]
    lost = ends[(ends["next_first"] == BAD) & ~_is_merged(ends, sessions)]
    both = rows.set_index(["series", "rank"]).index.isin(lost.set_index(["series", "rank"]).index)
    return both & rows["kind"].eq(GOOD).to_numpy()


def _is_merged(fixed: pd.DataFrame, sessions: pd.DataFrame) -> pd.Series[Any]:
    """Whether the fixes of a row's session were on the user's branch when the next session began."""
    known = sessions.set_index("session_key")
    status = known["delivered"].reindex(fixed["key"]).set_axis(fixed.index)
    at = known["delivered_at"].reindex(fixed["key"]).set_axis(fixed.index)
    begun = known["created_at"].reindex(fixed["next_key"]).set_axis(fixed.index)
    delivered = status.isin(["applied", "merged"]) & ~(at > begun)
    shown = fixed[(fixed["next_first"] == GOOD) & ~fixed["flaky"]]
    pairs = set(zip(shown["key"], shown["next_key"], strict=True))
    evident = [pair in pairs for pair in zip(fixed["key"], fixed["next_key"], strict=True)]
    return delivered | (pd.Series(evident, index=fixed.index, dtype=bool) & (status == ""))
