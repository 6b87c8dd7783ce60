"""The tables on any rows at all, against plain loops: tests come, go, are renamed, and any of their rows is undone."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise
from typing import Any

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from testfix_pipeline.analytics.derived.derived_tables import following
from testfix_pipeline.analytics.derived.episodes import episodes_of
from testfix_pipeline.analytics.derived.flaky_tests import _figures
from testfix_pipeline.analytics.derived.main_line import BAD, GONE, GOOD
from testfix_pipeline.analytics.derived.regressions import _flips
from testfix_pipeline.analytics.derived.stuck_tests import STUCK
from testfix_pipeline.analytics.tables.schema import SOURCES, TABLES, typed

START = datetime(2026, 1, 1, tzinfo=UTC)
AS_OF = START + timedelta(days=99)
ROW = st.fixed_dictionaries(
    {
        "kind": st.sampled_from([GOOD, BAD, BAD, GONE]),
        "undone": st.booleans(),
        "flaky": st.booleans(),
        "commit": st.sampled_from(["", "c1", "c2"]),
        "signature": st.sampled_from(["", "s1", "s2"]),
        "session": st.integers(0, 2),
    }
)
# Per test, any gap before its number and any rows: of none of them at all, too.
LINES = st.lists(st.tuples(st.integers(1, 9), st.lists(ROW, max_size=6)), max_size=5)
quickly = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def line_of(drawn: Any) -> pd.DataFrame:
    """Rows as `of_failing_tests` gives them: test by test, whose numbers rise and may have gaps."""
    rows, number = [], 0
    for at, (gap, mine) in enumerate(drawn):
        number += gap
        for place, row in enumerate(mine):
            said = {GOOD: "passed", BAD: "failed", GONE: "gone"}[row["kind"]]
            named = {"project": f"p{at % 2}", "test": f"t{at}", "known_as": f"t{at}", "series": number}
            when = {"measured_at": START + timedelta(hours=place), "iteration": place, "step": place, "done": place}
            of = {"session_key": f"s{row['session']}", "session_id": f"s{row['session']}", "status": said}
            rows.append({**row, **named, **when, **of, "carried": False})
    columns = [*ROW_COLUMNS, "series", "known_as", "kind", "undone", "done"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.astype({"measured_at": "datetime64[us, UTC]", "kind": int, "undone": bool, "flaky": bool})


ROW_COLUMNS = [
    *("project", "session_key", "session_id", "iteration", "step", "measured_at", "commit", "test", "status"),
    *("carried", "signature", "flaky"),
]


def each_test(line: pd.DataFrame) -> Any:
    """Each test's rows that are not undone, one after another."""
    rows = [row for row in line.to_dict("records") if not row["undone"]]
    return [list(mine) for _number, mine in groupby(rows, key=lambda row: row["series"])]


def expected_episodes(line: pd.DataFrame) -> Counter[Any]:
    found: Counter[Any] = Counter()
    for mine in each_test(line):
        at = 0
        while at < len(mine):
            if mine[at]["kind"] != BAD:
                at += 1
                continue
            end = at
            while end < len(mine) and mine[end]["kind"] == BAD:
                end += 1
            found[episode(mine, at, end)] += 1
            at = end
    return found


def episode(mine: Any, at: int, end: int) -> Any:
    first, last = mine[at], mine[end] if end < len(mine) else None
    until = last["measured_at"] if last else AS_OF
    state = "open" if last is None else "repaired" if last["kind"] == GOOD else "removed"
    origin = "regression" if at and mine[at - 1]["kind"] == GOOD else "first seen"
    same = last is not None and first["commit"] != "" and last["commit"] == first["commit"]
    is_flaky = same or any(row["flaky"] for row in mine[at:end])
    iterations = (last or mine[end - 1])["done"] - first["done"]
    hours = (until - first["measured_at"]).total_seconds() / 3600
    return (first["project"], first["known_as"], state, origin, hours, iterations, end - at, is_flaky)


@quickly
@given(LINES)
def test_failure_episodes_of_any_rows(drawn: Any) -> None:
    line = line_of(drawn)
    columns = ["project", "test", "state", "origin", "hours", "iterations", "failures", "flaky"]
    found = episodes_of(line, pd.Timestamp(AS_OF))[columns]
    assert Counter(found.itertuples(index=False, name=None)) == expected_episodes(line)


@quickly
@given(LINES)
def test_regressions_of_any_rows(drawn: Any) -> None:
    line = line_of(drawn)
    expected: Counter[Any] = Counter()
    for mine in each_test(line):
        said = [row for row in mine if row["kind"] != GONE]
        for at, (good, bad) in enumerate(pairwise(said)):
            if (good["kind"], bad["kind"]) == (GOOD, BAD):
                fixed = next((row for row in said[at + 2 :] if row["kind"] == GOOD), None)
                commits = (good["commit"], bad["commit"], fixed["commit"] if fixed else "")
                expected[bad["test"], bad["measured_at"], *commits, fixed is None] += 1
    names = ("test", "first_bad_at", "last_good_commit", "first_bad_commit", "fixed_commit", "open")
    assert Counter(tuple(row[name] for name in names) for row in _flips(line, {})) == expected


@quickly
@given(LINES)
def test_flips_of_any_rows(drawn: Any) -> None:
    line = line_of(drawn)
    counted = line[line["kind"] != GONE]
    expected = {
        (mine[0]["project"], mine[0]["known_as"]): (len(mine), sum(a["kind"] != b["kind"] for a, b in pairwise(mine)))
        for mine in each_test(counted)
    }
    found = _figures(counted)
    flips = zip(found["n"].tolist(), found["flips"].tolist(), strict=True)
    assert dict(zip(found.index.tolist(), flips, strict=True)) == expected


# Names of which some are taken for one another's new name, and a file that can't be collected.
NAMES = ["t.py::test_total_price", "t.py::test_total_prices", "t.py::test_tax", "u.py::test_tax", "t.py"]
OUTCOME = st.fixed_dictionaries(
    {
        "status": st.sampled_from(["passed", "failed", "error", "skipped", "gone"]),
        "event": st.sampled_from(["", "", "", "added", "removed", "revealed", "collected"]),
        "commit": st.sampled_from(["", "c1", "c2"]),
        "signature": st.sampled_from(["", "s1", "s2"]),
        "criticality": st.sampled_from(["", "low", "high", "unheard of"]),
        "flaky": st.booleans(),
        "carried": st.booleans(),
        "counts": st.booleans(),
    }
)
MEASURED = st.dictionaries(st.sampled_from(NAMES), OUTCOME, max_size=4)
SESSION = st.fixed_dictionaries(
    {
        "project": st.sampled_from(["p", "q"]),
        "steps": st.dictionaries(st.integers(0, 4), MEASURED, max_size=4),
        "known": st.booleans(),
        "delivered": st.sampled_from(["", "open", "applied", "merged", "deleted"]),
        "iterations": st.integers(0, 3),
    }
)


def tables_of(drawn: Any) -> dict[str, pd.DataFrame]:
    """The sessions' tables; a session that is not `known` has outcomes and no row of its own: its file was damaged."""
    rows: dict[str, list[dict[str, Any]]] = {table: [] for table in SOURCES}
    for day, session in enumerate(drawn):
        key = {"project": session["project"], "session_key": f"s{day}", "session_id": f"s{day}"}
        when = START + timedelta(days=day)
        if session["known"]:
            own = {name: session[name] for name in ("delivered", "iterations")}
            rows["sessions"].append({**key, **own, "created_at": when, "delivered_at": when, "pass_rate": 50.0})
        for step, tests in session["steps"].items():
            at = {"step": step, "iteration": step + 1, "measured_at": when + timedelta(hours=step)}
            at["measurement"] = "start"
            rows["test_outcomes"] += [{**key, **at, "test": test, **one} for test, one in tests.items()]
            rows["iterations"].append({**key, "iteration": step + 1, "n": len(tests), "started_at": when})
            rows["attempts"].append(
                {**key, "iteration": step + 1, "task_id": f"f{step}", "newly_failing": len(tests), "result": "landed"}
                | {"newly_failing_tests": str([*tests]).replace("'", '"'), "newly_passing_tests": "[]"}
            )
    return {table: typed(table, rows[table]) for table in SOURCES}


def expected_stuck(outcomes: pd.DataFrame) -> Counter[Any]:
    found: Counter[Any] = Counter()
    there = outcomes[outcomes["status"] != "gone"].sort_values(["session_key", "test", "step"])
    for (session, test), mine in groupby(there.to_dict("records"), key=lambda row: (row["session_key"], row["test"])):
        series: list[int] = []
        for row in [*mine, None]:
            fails = row is not None and row["status"] in ("failed", "error")
            if fails and (not series or row["step"] == series[-1] + 1):
                series.append(row["step"])
                continue
            found[session, test, len(series)] += len(series) >= STUCK
            series = [row["step"]] if fails else []
    return +found


@pytest.mark.slow
@settings(quickly, max_examples=8)
@given(st.lists(SESSION, max_size=4))
def test_every_table_is_made_of_any_rows(drawn: Any) -> None:
    frames = tables_of(drawn)
    found = following(frames)
    for table, frame in found.items():
        kinds = [(name, str(kind)) for name, kind in frame.dtypes.items()]
        assert kinds == [(column.name, column.dtype) for column in TABLES[table]], table
    outcomes = frames["test_outcomes"]
    failing = outcomes[outcomes["status"].isin(["failed", "error"])]
    shares = found["failure_clusters"].groupby(["project", "signature"])["n"].sum().to_dict()
    assert shares == failing.groupby(["project", "signature"]).size().to_dict()
    stuck = found["stuck_tests"][["session_key", "test", "failures"]]
    assert Counter(stuck.itertuples(index=False, name=None)) == expected_stuck(outcomes)
    bad = found["failure_episodes"]
    assert (bad["failures"] >= 1).all() and (bad["hours"] >= 0).all() and (bad["iterations"] >= 0).all()
    events = [row for row in found["test_events"].to_dict("records") if row["previous_session"] == ""]
    assert len(events) == int((outcomes["event"] != "").sum())
