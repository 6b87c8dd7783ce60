"""Failure clusters: the same signature in several tests, sessions and nights of a project."""

from __future__ import annotations

import hashlib

import pandas as pd

from testfix_pipeline.analytics.tables.measurement_order import plain, session_ranks
from testfix_pipeline.analytics.tables.schema import conform
from testfix_pipeline.analytics.tables.small_samples import FEW

_KEY = ["project", "signature"]
_CRITICALITY = ["", "low", "medium", "high"]
# Values of later versions have no rank.
_RANKS = {name: rank for rank, name in enumerate(_CRITICALITY)}
COLUMNS = [
    *("project", "session_key", "step", "measured_at", "commit", "test", "error_type", "signature"),
    *("failure_class", "criticality"),
]


def failure_clusters(test_outcomes: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """One row per project and signature, the most frequent first."""
    failing = plain(test_outcomes.loc[test_outcomes["status"].isin(["failed", "error"]), COLUMNS])
    if failing.empty:
        return conform("failure_clusters", failing)
    ranks = session_ranks(test_outcomes)
    failing = failing.assign(
        rank=failing["session_key"].map(ranks), worst=failing["criticality"].map(_RANKS).fillna(0)
    ).sort_values(["rank", "step", "test"], kind="stable")
    found = failing.groupby(_KEY).agg(
        n=("test", "size"), tests=("test", "nunique"), sessions=("session_key", "nunique"), worst=("worst", "max"),
        error_type=("error_type", "last"), failure_class=("failure_class", "last"), example_test=("test", "first"),
        first_session=("session_key", "first"), first_commit=("commit", "first"),
        first_seen_at=("measured_at", "first"), last_session=("session_key", "last"),
        last_seen_at=("measured_at", "last"),
    )  # fmt: skip
    found["share"] = 100 * found["n"] / found.groupby("project")["n"].transform("sum")
    found["criticality"] = [_CRITICALITY[int(worst)] for worst in found["worst"]]
    # the clusters in each project's last measurement
    measured = test_outcomes.loc[test_outcomes["status"] != "gone", ["project", "session_key", "step"]]
    measured = plain(measured.drop_duplicates())
    measured = measured.assign(rank=measured["session_key"].map(ranks)).sort_values(["rank", "step"], kind="stable")
    last = measured.drop_duplicates("project", keep="last").set_index(["session_key", "step"]).index
    there = failing[pd.MultiIndex.from_frame(failing[["session_key", "step"]]).isin(last)]
    found["open"] = there.groupby(_KEY).size() > 0
    found = found.join(_count_attempts(attempts)).reset_index()
    found[["attempts", "landed"]] = found[["attempts", "landed"]].fillna(0)
    found["open"] = found["open"].eq(True)
    found["cluster"] = [hashlib.sha256(text.encode()).hexdigest()[:12] for text in found["signature"]]
    found["small_n"] = found["n"] < FEW
    shown = found.sort_values(["project", "n", "signature"], ascending=[True, False, True], kind="stable")
    return conform("failure_clusters", shown)


def _count_attempts(attempts: pd.DataFrame) -> pd.DataFrame:
    aimed = attempts[attempts["cluster"] != ""].rename(columns={"cluster": "signature"})
    aimed = aimed.assign(landed=(aimed["result"] == "landed") & ~aimed["rolled_back"])
    return aimed.groupby(_KEY).agg(attempts=("landed", "size"), landed=("landed", "sum"))
