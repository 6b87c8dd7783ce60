"""`make prove-year`: 365 nights over five projects by a script, put into a history by the real writers.

Every figure of the tables must be what plain loops over the script say. `--quick` plays 60 nights. Exits with 1 where
one differs.
"""

from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd

from benchmarks.proof import memory, parser
from benchmarks.year import disk, expected
from benchmarks.year.play import counted, play
from benchmarks.year.script import Session, year
from testfix_pipeline.analytics.history import audit
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.history_tables import Tables
from testfix_pipeline.core.configuration.retention import Policy

NIGHTS, FEWER = 365, 60
# Per table: the columns that are compared, a row filter, and what the script says.
COMPARED: dict[str, tuple[list[str], Callable[[pd.DataFrame], Any], Callable[[list[Session]], Any]]] = {
    "pass_rate_trend": (
        ["project", "session_id", "step", "n", "pass_rate", "added", "removed", "renamed", "absent"],
        lambda frame: frame["n"] > 0,
        expected.trend,
    ),
    "regressions": (
        [
            *("project", "session_id", "test", "origin", "first_bad_commit", "last_good_commit"),
            *("open", "fixed_commit"),
        ],
        lambda frame: frame["n"] >= 0,
        expected.regressions,
    ),
    "stuck_tests": (
        ["project", "session_id", "test", "failures", "open"],
        lambda frame: frame["n"] > 0,
        expected.stuck,
    ),
    "flaky_tests": (
        ["project", "test", "verdict", "commits_with_both", "n", "flips"],
        lambda frame: frame["n"] >= 0,
        expected.flaky,
    ),
    "failure_clusters": (
        ["project", "signature", "n", "share", "tests", "sessions", "open"],
        lambda frame: frame["n"] > 0,
        expected.clusters,
    ),
    "strategy_effectiveness": (
        ["strategy", "tool", "n", "landed", "tests_fixed", "regressions", "seconds", "seconds_per_fix"],
        lambda frame: frame["level"] == "tool",
        expected.strategies,
    ),
    "failure_episodes": (
        ["project", "test", "state", "origin", "since_at", "hours", "iterations", "failures", "flaky"],
        lambda frame: frame["hours"] >= 0,
        expected.episodes,
    ),
    "mean_time_to_repair": (
        [
            *("project", "n", "mean_hours", "median_hours", "mean_iterations", "open", "open_oldest_hours"),
            *("removed", "flaky_left_out"),
        ],
        lambda frame: frame["n"] >= 0,
        expected.repair,
    ),
    "session_lineage": (
        ["project", "session_id", "iteration", "task_id", "test", "change", "delivered"],
        lambda frame: frame["session_id"] != "",
        expected.lineage,
    ),
}


def main() -> int:
    nights = year(FEWER if parser("year", __doc__, f"{FEWER} nights").parse_args().quick else NIGHTS)
    sessions = [night.session for night in nights if night.session is not None]
    print(f"{len(nights)} nights: {counted([night.skipped or 'with a session' for night in nights])}")
    statuses = counted([one.branch_status or "not looked at" for one in sessions])
    print(f"{sum(len(one.attempts) for one in sessions)} iterations; branches: {statuses}")
    with tempfile.TemporaryDirectory(prefix="testfix-year-", dir=memory()) as name:
        history = History(Path(name) / "history")
        for session in sessions:
            play(Path(name), session, history)
        compared, wrong = _compared(Tables(history), sessions)
        findings = _findings(history)
    grown = _disk(*((FEWER, 14) if len(nights) == FEWER else (NIGHTS, Policy().session_days)))
    print(
        f"year: {compared} rows of {len(COMPARED)} tables, {wrong} differ from the script; {len(findings)} findings;"
        f" disk {'bounded' if not grown else 'NOT bounded'}"
    )
    return 1 if wrong or findings or grown else 0


def _disk(nights: int, days: int) -> list[str]:
    """What the nights leave on disk, pruned weekly by a policy of so many days: the default's in a whole year."""
    print(f"\n{'night':>6} {'MiB':>6} {'sessions':>9} {'refs':>6} {'runs':>6}   on disk, pruned weekly", flush=True)
    with tempfile.TemporaryDirectory(prefix="testfix-disk-", dir=memory()) as name:
        seen = disk.grow(Path(name), nights, days)
    for row in seen:
        print("{:>6} {:>6} {:>9} {:>6} {:>6}".format(*row))
    wrong = disk.findings(seen, nights, days)
    for line in wrong:
        print(f"    {line}")
    return wrong


def _compared(tables: Tables, sessions: list[Session]) -> tuple[int, int]:
    print(f"{'table':<24} {'rows':>6} {'differ':>6}")
    compared = differing = 0
    for name, (columns, chosen, says) in COMPARED.items():
        frame = tables.whole(name)
        found = Counter(_plain(row) for row in frame[chosen(frame)][columns].itertuples(index=False, name=None))
        wanted = Counter(_plain(tuple(row)) for row in says(sessions))
        missing, beyond = wanted - found, found - wanted
        print(f"{name:<24} {wanted.total():>6} {missing.total() + beyond.total():>6}", flush=True)
        for sign, rows in (("script", missing), ("history", beyond)):
            for row in list(rows)[:5]:
                print(f"    only the {sign} has {row}")
        compared += wanted.total()
        differing += missing.total() + beyond.total()
    return compared, differing


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    """Projects by their name alone, numbers to a hundred-thousandth, what is not known as None."""
    return tuple(_value(value, first=at == 0) for at, value in enumerate(row))


def _value(value: Any, first: bool) -> object:
    if value is None or pd.isna(value):
        return None
    if isinstance(value, pd.Timestamp):
        return value.to_pydatetime()
    if isinstance(value, float):
        return round(value, 4)
    text = str(value)
    return text.rpartition("-")[0] if first and text[-7:-6] == "-" else value


def _findings(history: History) -> list[str]:
    """What the asset checks would mark; the script's commits are in no repository, so those are left out."""
    tables = history.read_all(["sessions", "iterations"])
    found = audit.iterations_complete(tables["sessions"], tables["iterations"])
    found += [line for name, frame in tables.items() for line in audit.rates_within_bounds(frame, name)]
    columns = ["session_key", "step", "test", "status", "counts", "event"]
    trend = Tables(history).whole("pass_rate_trend")
    return found + audit.denominators_explained(trend, history.read("test_outcomes", columns))


if __name__ == "__main__":
    sys.exit(main())
