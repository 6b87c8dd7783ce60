"""The lineage from source session to session, iteration, attempt, commit, and the tests whose status it changed."""

from __future__ import annotations

import json

import pandas as pd

from testfix_pipeline.analytics.tables.schema import conform

_CHANGES = {"fixed": "newly_passing_tests", "broken": "newly_failing_tests"}
_KEY = ["project", "session_key", "session_id"]


def session_lineage(sessions: pd.DataFrame, iterations: pd.DataFrame, attempts: pd.DataFrame) -> pd.DataFrame:
    """Return a row per test that an attempt changed; one row for attempts, iterations and sessions without any.

    Sessions of all projects are in the order in which they were opened.
    """
    made = iterations[[*_KEY, "iteration", "strategy"]].merge(
        attempts.drop(columns=["project", "session_id", "strategy"]), on=["session_key", "iteration"], how="left"
    )
    made = pd.concat([_changes(made, change, tests) for change, tests in _CHANGES.items()] + [_none(made)])
    known = sessions[[*_KEY, "source_session_id", "outcome", "delivered", "created_at"]]
    found = known.merge(made.drop(columns=["project", "session_id"]), on="session_key", how="left")
    found["on_branch"] = found["result"].eq("landed") & ~found["rolled_back"].eq(True)
    for name in ("strategy", "task_id", "tool", "result", "commit", "test", "change"):
        found[name] = found[name].astype("str").where(found[name].notna(), "")
    order = ["created_at", "session_key", "iteration", "task_id", "change", "test"]
    return conform("session_lineage", found.sort_values(order, kind="stable", na_position="first"))


def _changes(made: pd.DataFrame, change: str, tests: str) -> pd.DataFrame:
    some = made[made[tests].notna() & (made[tests] != "[]")]
    listed = some.assign(test=[json.loads(text) for text in some[tests]], change=change)
    return listed.explode("test")


def _none(made: pd.DataFrame) -> pd.DataFrame:
    changed = [made[tests].notna() & (made[tests] != "[]") & (made[tests] != "") for tests in _CHANGES.values()]
    return made[~(changed[0] | changed[1])].assign(test="", change="")
