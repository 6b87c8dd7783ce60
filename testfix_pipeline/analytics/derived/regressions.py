"""Tests that passed and then failed: between which commits, by which attempt, and whether they still fail."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.derived.main_line import BAD, GONE, GOOD, of_failing_tests
from testfix_pipeline.analytics.derived.test_events import known_events
from testfix_pipeline.analytics.tables.schema import typed
from testfix_pipeline.analytics.tables.small_samples import size
from testfix_pipeline.core.test_ids import TestId

_IDENTITY = ["project", "session_key", "session_id"]


def regressions(
    test_outcomes: pd.DataFrame, attempts: pd.DataFrame, sessions: pd.DataFrame, test_events: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Return each test that passed and then failed: its first bad and last good state, and whether it still fails.

    Between sessions the cause is in the commits between `last_good_commit` and `first_bad_commit`; an unmerged fix is
    no good state. An attempt that broke tests is named by its task, whatever the net rate did; it did not land or was
    reverted.
    """
    seen = of_failing_tests(test_outcomes, sessions, known_events(test_outcomes, test_events))
    runs = seen[~seen["carried"] & (seen["kind"] != GONE)].groupby(["project", "known_as"]).size().to_dict()
    rows = [*_flips(seen, runs), *_broken_by_attempts(test_outcomes, attempts[attempts["newly_failing"] > 0])]
    found = typed("regressions", rows)
    return found.sort_values(
        ["project", "session_key", "first_bad_iteration", "test"], kind="stable", ignore_index=True
    )


def _flips(seen: pd.DataFrame, runs: dict[Any, int]) -> Iterator[dict[str, Any]]:
    said = seen[(seen["kind"] != GONE) & ~seen["undone"]].reset_index(drop=True)
    before = said.groupby("series")["kind"].shift(1)
    at = np.flatnonzero((before == GOOD) & (said["kind"] == BAD))
    fixed_at = _next_good(said)[at]
    fixed = said["commit"].to_numpy(dtype=object)[np.nan_to_num(fixed_at).astype(int)] if len(at) else fixed_at
    both = zip(said.iloc[at].to_dict("records"), said.iloc[at - 1].to_dict("records"), fixed_at, fixed, strict=True)
    for bad, good, place, commit in both:
        yield {
            **{name: bad[name] for name in (*_IDENTITY, "test", "signature", "flaky")},
            "origin": "in session" if good["session_key"] == bad["session_key"] else "between sessions",
            "first_bad_iteration": bad["iteration"],
            "first_bad_commit": bad["commit"],
            "first_bad_at": bad["measured_at"],
            "last_good_session": good["session_key"],
            "last_good_iteration": good["iteration"],
            "last_good_commit": good["commit"],
            "open": bool(np.isnan(place)),
            "fixed_commit": "" if np.isnan(place) else commit,
            **size(runs.get((bad["project"], bad["known_as"]), 0)),
        }


def _next_good(said: pd.DataFrame) -> Any:
    """Return for each row the position of its test's next pass, else NaN."""
    places = pd.Series(np.where(said["kind"] == GOOD, np.arange(len(said)), np.nan), index=said.index)
    return places.groupby(said["series"]).bfill().to_numpy()


def _broken_by_attempts(test_outcomes: pd.DataFrame, broke: pd.DataFrame) -> Iterator[dict[str, Any]]:
    tests = [json.loads(text) for text in broke["newly_failing_tests"]]
    runs = _runs(test_outcomes, {test for some in tests for test in some})
    # the commit that each iteration of the sessions started from
    keys = set(broke["session_key"])
    starts = test_outcomes[test_outcomes["session_key"].isin(keys) & (test_outcomes["measurement"] == "start")]
    starts = starts.drop_duplicates(["session_key", "iteration"])
    commits = starts.set_index(["session_key", "iteration"])["commit"].to_dict()
    for one, broken in zip(broke.to_dict("records"), tests, strict=True):
        for test in broken:
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
                **size(runs.get((one["project"], test), 0)),
            }


def _runs(test_outcomes: pd.DataFrame, tests: set[TestId]) -> dict[Any, int]:
    """Return the number of runs of each test, by project and test, without carried outcomes."""
    ran = test_outcomes["test"].isin(tests) & ~test_outcomes["carried"]
    ran &= test_outcomes["status"].isin(["passed", "failed", "error"])
    return test_outcomes[ran].groupby(["project", "test"]).size().to_dict()
