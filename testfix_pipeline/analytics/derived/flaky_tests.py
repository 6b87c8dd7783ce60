"""Tests with both outcomes."""

from __future__ import annotations

import numpy as np
import pandas as pd

from testfix_pipeline.analytics.derived.main_line import BAD, GONE, GOOD, of_failing_tests
from testfix_pipeline.analytics.derived.test_events import known_events
from testfix_pipeline.analytics.tables.measurement_order import codes, plain
from testfix_pipeline.analytics.tables.schema import conform
from testfix_pipeline.analytics.tables.small_samples import FEW

# If a larger share of a suite fails together, the environment is at fault, not the tests.
INFRASTRUCTURE = 0.8
_TEST = ["project", "known_as"]


def flaky_tests(
    test_outcomes: pd.DataFrame, sessions: pd.DataFrame, test_events: pd.DataFrame | None = None
) -> pd.DataFrame:
    """Return each test that passed and failed: flaky if re-runs or one commit with both outcomes prove it.

    Outcomes carried over from an earlier run do not count. The history does not record environments: two outcomes on
    one commit may come from two machines.
    """
    lines = of_failing_tests(test_outcomes, sessions, known_events(test_outcomes, test_events))
    proved = lines.groupby(_TEST)["flaky"].any()
    ran = lines[(lines["kind"] != GONE) & ~lines["carried"]]
    infra = _infrastructure(test_outcomes)
    left_out = pd.MultiIndex.from_frame(ran[["session_key", "step"]]).isin(infra)
    counted = ran[~left_out]
    found = _figures(counted).join(proved.rename("proved_by_reruns"), how="outer")
    # the commits on which a test had both outcomes; rows without a commit are skipped
    known = counted[counted["commit"] != ""]
    kinds = known.groupby([*_TEST, "commit"])["kind"].nunique()
    found["commits_with_both"] = (kinds > 1).groupby(_TEST).sum()
    found["infra_left_out"] = ran[left_out].groupby(_TEST).size()
    whole = ["n", "passed", "failed", "flips", "commits_with_both", "infra_left_out"]
    found[whole] = found[whole].fillna(0)
    is_flaky = found["proved_by_reruns"] | (found["commits_with_both"] > 0)
    found["verdict"] = np.where(is_flaky, "flaky", "changed")
    found["flip_rate"] = found["flips"] / (found["n"] - 1).where(found["n"] > 1)
    found["small_n"] = found["n"] < FEW
    shown = found[is_flaky | (found["flips"] > 0)].reset_index(names=["project", "test"])
    return conform("flaky_tests", shown.sort_values(["project", "verdict", "test"], ascending=[True, False, True]))


def _figures(counted: pd.DataFrame) -> pd.DataFrame:
    kept = counted[~counted["undone"]]
    flipped = kept["kind"] != kept.groupby(_TEST)["kind"].shift(1).fillna(kept["kind"])
    kept = kept.assign(passed=kept["kind"] == GOOD, failed=kept["kind"] == BAD, flips=flipped)
    return kept.groupby(_TEST).agg(
        n=("kind", "size"), passed=("passed", "sum"), failed=("failed", "sum"), flips=("flips", "sum"),
        last_status=("status", "last"), last_seen_at=("measured_at", "last"),
    )  # fmt: skip


def _infrastructure(test_outcomes: pd.DataFrame) -> pd.MultiIndex:
    """Return the measurements, by session and step, in which over 80 % of the counted tests failed together."""
    rows = test_outcomes[test_outcomes["counts"] & test_outcomes["status"].isin(["passed", "failed", "error"])]
    each = codes(rows, "session_key", "step")
    number = np.bincount(each)
    failing = np.bincount(each[(rows["status"] != "passed").to_numpy()], minlength=len(number))
    bad = np.flatnonzero(failing > INFRASTRUCTURE * number)
    firsts = np.unique(each, return_index=True)[1][bad]
    return pd.MultiIndex.from_frame(plain(rows[["session_key", "step"]].iloc[firsts]))
