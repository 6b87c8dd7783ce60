"""Results of each strategy, tool and kind of failure, with their costs and the number of cases."""

from __future__ import annotations

import pandas as pd

from testfix_pipeline.analytics.tables.schema import conform
from testfix_pipeline.analytics.tables.small_samples import FEW, wilson

_LEVELS = {"strategy": ["strategy"], "tool": ["strategy", "tool"], "cluster": ["strategy", "tool", "cluster"]}
_SPENT = ["calls", "tokens", "money"]


def strategy_effectiveness(attempts: pd.DataFrame, tool_calls: pd.DataFrame) -> pd.DataFrame:
    """Return attempts aggregated on three levels; the levels overlap, so that their rows are never added."""
    priced = _priced(attempts, tool_calls)
    found = [_level(priced, level, names) for level, names in _LEVELS.items()]
    return conform("strategy_effectiveness", pd.concat(found, ignore_index=True))


def _level(priced: pd.DataFrame, level: str, names: list[str]) -> pd.DataFrame:
    each = priced.groupby(names, as_index=False, sort=True).agg(
        n=("kept", "size"), landed=("kept", "sum"), tests_fixed=("fixed", "sum"), regressions=("newly_failing", "sum"),
        seconds=("seconds", "sum"), calls=("calls", "sum"), tokens=("tokens", "sum"), money=("money", "sum"),
    )  # fmt: skip
    low, high = wilson(each["landed"].astype(float), each["n"].astype(float))
    fixes = each["landed"].where(each["landed"] > 0).astype(float)
    return each.assign(
        level=level,
        landed_rate=100 * each["landed"] / each["n"],
        rate_low=low,
        rate_high=high,
        seconds_per_fix=each["seconds"] / fixes,
        money_per_fix=each["money"] / fixes,
        small_n=each["n"] < FEW,
    )


def _priced(attempts: pd.DataFrame, tool_calls: pd.DataFrame) -> pd.DataFrame:
    """Add to each attempt the usage of its calls; calls of an iteration without a task count for its first attempt."""
    kept = (attempts["result"] == "landed") & ~attempts["rolled_back"]
    rows = attempts.assign(kept=kept, fixed=attempts["newly_passing"].where(kept, 0))
    rows = rows.sort_values(["session_key", "iteration", "task_id"], kind="stable", ignore_index=True)
    made = tool_calls[tool_calls["kind"] != "not_called"].assign(calls=1)
    own = made[made["task_id"] != ""].groupby(["session_key", "task_id"], as_index=False)[_SPENT].sum()
    shared = made[made["task_id"] == ""].groupby(["session_key", "iteration"], as_index=False)[_SPENT].sum()
    first = ~rows.duplicated(["session_key", "iteration"])
    mine = rows[["session_key", "task_id"]].merge(own, on=["session_key", "task_id"], how="left")[_SPENT]
    joint = rows[["session_key", "iteration"]].merge(shared, on=["session_key", "iteration"], how="left")[_SPENT]
    spent = mine.astype(float).fillna(0) + joint.astype(float).fillna(0).mul(first.astype(float), axis=0)
    return rows.assign(**{name: spent[name] for name in _SPENT})
