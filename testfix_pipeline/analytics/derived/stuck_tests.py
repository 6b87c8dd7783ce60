"""Tests that fail in one measurement after another."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.tables.measurement_order import codes, plain, sort_measurements
from testfix_pipeline.analytics.tables.schema import typed
from testfix_pipeline.analytics.tables.small_samples import size

STUCK = 3
_IDENTITY = ["project", "session_key", "session_id"]
_FAILING = ["failed", "error"]
COLUMNS = [*_IDENTITY, "test", "status", "signature", "iteration", "step", "measured_at"]


def stuck_tests(test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return each series of three or more consecutive measurements of a session in which a test failed.

    `hard`: the same signature in the last three. Repaired tests stay in the table, without `open`.
    """
    last_step = test_outcomes[test_outcomes["status"] != "gone"].groupby("session_key")["step"].max()
    seen = sort_measurements(_often_failing(test_outcomes))
    seen = seen.assign(failing=seen["status"].isin(_FAILING))
    by_test = seen.groupby(["session_key", "test"], sort=False)
    # a series ends at a pass, and at a measurement without the test
    broken = ~seen["failing"] | (by_test["step"].diff() != 1)
    seen = seen.assign(series=broken.fillna(True).groupby([seen["session_key"], seen["test"]]).cumsum())
    runs = by_test.size()
    failing = seen[seen["failing"]]
    rows = [
        _series_row(series, int(last_step[series["session_key"].iloc[0]]), runs)
        for _key, series in failing.groupby(["session_key", "test", "series"], sort=True)
        if len(series) >= STUCK
    ]
    return typed("stuck_tests", rows)


def _often_failing(test_outcomes: pd.DataFrame) -> pd.DataFrame:
    """Return the rows of tests that failed three times in a session; others can't be stuck."""
    rows = test_outcomes.loc[test_outcomes["status"] != "gone", COLUMNS]
    each = codes(rows, "session_key", "test")
    failures = np.bincount(each[rows["status"].isin(_FAILING).to_numpy()], minlength=int(each.max(initial=-1)) + 1)
    return plain(rows[failures[each] >= STUCK])


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
        **size(int(runs[(last["session_key"], last["test"])])),
    }
