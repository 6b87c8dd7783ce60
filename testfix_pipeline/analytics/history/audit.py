"""Invariants of the history; each violation is a sentence."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.tables.measurement_order import codes

_COMMITS = {
    "sessions": ["base_commit", "baseline_commit", "head_commit", "measured_commit"],
    "iterations": ["start_commit", "landed_commit"],
    "attempts": ["commit"],
}
_IN_RATE = ["passed", "failed", "error"]
Missing = Callable[[Path, Collection[str]], list[str]]


def iterations_complete(sessions: pd.DataFrame, iterations: pd.DataFrame) -> list[str]:
    """Check that each session's iterations are numbered 1, 2, 3..., and as many are finished as it says."""
    found = []
    finished = iterations[iterations["completed_at"].notna()].groupby("session_key").size()
    numbers = iterations.groupby("session_key")["iteration"].apply(lambda mine: sorted(mine.tolist()))
    for key, said in zip(sessions["session_key"], sessions["iterations"].fillna(0), strict=True):
        if numbers.get(key, []) != list(range(1, len(numbers.get(key, [])) + 1)):
            found.append(f"{key} has the iterations {numbers.get(key)}.")
        elif int(said) != int(finished.get(key, 0)):
            found.append(f"{key} says {said} finished iterations, and has {finished.get(key, 0)}.")
    unknown = set(iterations["session_key"]) - set(sessions["session_key"])
    return found + [f"{key} has iterations and is no session." for key in sorted(unknown)]


def rates_within_bounds(frame: pd.DataFrame, where: str) -> list[str]:
    """Check that a rate is between 0 and 100 and is 100 * passed / n, with n = passed + failed + errors."""
    known = frame[frame["n"].notna() & frame["pass_rate"].notna()]
    n, passed = known["n"].astype("float64"), known["passed"].astype("float64")
    whole = passed + known["failed"].astype("float64") + known["errors"].astype("float64")
    right = known["pass_rate"].between(0, 100) & (n > 0) & (whole == n)
    right &= (known["pass_rate"] - 100 * passed / n.where(n > 0)).abs() < 0.01
    bad = known[~right.fillna(False)]
    return [
        f"{where}: {row.session_key} has the rate {row.pass_rate} with {row.passed} of {row.n}."
        for row in bad.itertuples(index=False)
    ]


def denominators_explained(trend: pd.DataFrame, test_outcomes: pd.DataFrame) -> list[str]:
    """Check that n is the number of counted rows, and that tests come or go only by events or skips."""
    rows = test_outcomes[test_outcomes["counts"] | (test_outcomes["status"] == "gone")]
    counted = rows[rows["counts"] & rows["status"].isin(_IN_RATE)]
    number = counted.groupby(["session_key", "step"]).size()
    said = trend.set_index(["session_key", "step"])["n"]
    both = pd.concat([number.rename("rows"), said], axis=1, join="inner").dropna()
    wrong = both[both["rows"] != both["n"]]
    found = [
        f"{row.session_key} step {row.step}: n is {row.n}, and {row.rows} rows count."
        for row in wrong.reset_index().itertuples(index=False)
    ]
    return found + list(_unexplained(rows, counted))


def _unexplained(rows: pd.DataFrame, counted: pd.DataFrame) -> Iterator[str]:
    """Return the tests that came or went between two measurements of a session without an explaining row."""
    measured = counted[["session_key", "step"]].drop_duplicates()
    known = set(zip(measured["session_key"], measured["step"].astype(int), strict=True))
    place = pd.concat([counted, rows], ignore_index=True)
    each = codes(place, "session_key", "test") * (len(place) + 3) if len(place) else np.zeros(0)
    at = each + place["step"].to_numpy("int64") + 1
    now, said = at[: len(counted)], at[len(counted) :]
    explained = said[((rows["event"] != "") | (rows["status"] == "skipped") | (rows["status"] == "gone")).to_numpy()]
    came = ~np.isin(now - 1, now) & ~np.isin(now, explained) & ~np.isin(now - 1, explained)
    went = ~np.isin(now + 1, now) & ~np.isin(now + 1, explained)
    for change, which, beside in (("came", came, -1), ("went", went, 1)):
        some = counted[which]
        for key, step, test in zip(some["session_key"], some["step"].astype(int), some["test"], strict=True):
            if (key, step + beside) in known:
                yield f"{key} step {step}: {test} {change} without an event."


def commits_exist(tables: dict[str, pd.DataFrame], missing: Missing) -> list[str]:
    """Check that every commit in the tables is in its project's repository.

    `missing(project folder, ids)` returns those that are not. Skips missing projects and sessions whose branch is known
    to be deleted.
    """
    sessions = tables["sessions"]
    kept = sessions[sessions["delivered"] != "deleted"]
    named: dict[str, set[str]] = {}
    for table, names in _COMMITS.items():
        rows = tables[table][["session_key", *names]].merge(kept[["session_key", "project_path"]], on="session_key")
        for path, mine in rows.groupby("project_path"):
            named.setdefault(str(path), set()).update(_texts(mine[names]))
    found = []
    for path, commits in sorted(named.items()):
        gone = missing(Path(path), commits) if Path(path).is_dir() else []
        found += [f"{path} has no commit {commit}." for commit in gone]
    return found


def _texts(frame: pd.DataFrame) -> set[str]:
    values: Any = frame.to_numpy().ravel().tolist()
    return {value for value in values if isinstance(value, str) and value}
