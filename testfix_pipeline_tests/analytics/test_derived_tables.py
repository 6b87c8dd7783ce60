"""The tables that follow: flaky tests, clusters, strategies, repairs and lineage, on sessions whose story is known."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from testfix_pipeline.analytics.derived.derived_tables import following
from testfix_pipeline.analytics.reports.table_summaries import newest
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.analytics.tables.schema import FOLLOWING, SOURCES, TABLES, typed

A, B, C = "test_x.py::a", "test_x.py::b", "test_x.py::c"


def rows(frames: Any, table: str) -> list[dict[str, Any]]:
    return following(frames)[table].to_dict("records")


def one(frames: Any, table: str, **wanted: Any) -> dict[str, Any]:
    (found,) = [row for row in rows(frames, table) if all(row[name] == value for name, value in wanted.items())]
    return found


def repairing_session(story: Any, session: str, day: int, **fields: Any) -> Any:
    """A session that finds `a` failing and repairs it on its branch."""
    scenario = story(session, day=day, **fields).baseline(a="failed", b="passed").planned("f1")
    scenario.attempted("f1", target_tests=[A], newly_passing=[A])
    return scenario.settled("f1", after={"a": "passed", "b": "passed"}).finished()


def test_every_table_has_the_columns_that_are_documented(story, combined, real) -> None:
    root, result = real
    empty = {table: typed(table, []) for table in SOURCES}
    for frames in (
        empty,
        session_frames(root, result["session_id"]),
        combined(repairing_session(story, "WFS-test-a", 1)),
    ):
        found = following(frames)
        assert tuple(found) and set(found) == set(FOLLOWING)
        for table, frame in found.items():
            kinds = [(name, str(kind)) for name, kind in frame.dtypes.items()]
            assert kinds == [(column.name, column.dtype) for column in TABLES[table]], table


def test_a_fix_that_nobody_took_over_is_no_repair_and_its_return_no_regression(story, combined) -> None:
    frames = combined(repairing_session(story, "WFS-test-a", 1), repairing_session(story, "WFS-test-b", 2))
    assert rows(frames, "regressions") == []
    (episode,) = rows(frames, "failure_episodes")
    assert (episode["state"], episode["since_session"][-1], episode["ended_session"][-1]) == ("repaired", "a", "b")
    assert (episode["failures"], episode["iterations"], episode["origin"]) == (2, 2, "first seen")
    assert episode["hours"] == pytest.approx(24.0, abs=0.1)


@pytest.mark.parametrize("how", ["applied", "merged"])
def test_a_fix_that_was_taken_over_and_fails_again_is_a_regression(story, combined, how) -> None:
    first = repairing_session(story, "WFS-test-a", 1)
    first.finished(delivered=how, delivered_at="2026-01-02T12:00:00+00:00")
    frames = combined(first, repairing_session(story, "WFS-test-b", 2))
    (row,) = rows(frames, "regressions")
    assert (row["test"], row["origin"], row["last_good_commit"]) == (A, "between sessions", "WFS-test-a-commit-1")
    assert [row["state"] for row in rows(frames, "failure_episodes")] == ["repaired", "repaired"]


def test_a_fix_applied_after_the_next_session_began_was_not_there_yet(story, combined) -> None:
    first = repairing_session(story, "WFS-test-a", 1)
    first.finished(delivered="applied", delivered_at="2026-01-09T12:00:00+00:00")
    assert rows(combined(first, repairing_session(story, "WFS-test-b", 2)), "regressions") == []


def test_another_test_that_stayed_repaired_shows_that_the_fix_was_taken_over(story, combined) -> None:
    first = story("WFS-test-a", day=1).baseline(a="failed", b="failed").planned("f1").attempted("f1")
    first.settled("f1", after={"a": "passed", "b": "passed"}).finished()
    frames = combined(first, story("WFS-test-b", day=2).baseline(a="failed", b="passed").finished())
    assert one(frames, "regressions", test=A)["open"]


def test_an_open_failure_has_an_age_and_a_removed_test_is_no_repair(story, combined) -> None:
    first = story("WFS-test-a", day=0).baseline(a="failed", b="failed", c="passed").finished("blocked", "blocked")
    last = story("WFS-test-b", day=10).baseline(a="failed", c="passed").finished("blocked", "blocked")
    frames = combined(first, last)
    states = {row["test"]: row for row in rows(frames, "failure_episodes")}
    assert (states[A]["state"], states[B]["state"]) == ("open", "removed")
    assert states[A]["hours"] == pytest.approx(240, abs=0.1) and pd.isna(states[A]["ended_at"])
    (mttr,) = rows(frames, "mean_time_to_repair")
    assert (mttr["n"], mttr["open"], mttr["removed"], mttr["small_n"]) == (0, 1, 1, True)
    assert pd.isna(mttr["mean_hours"]) and mttr["open_oldest_hours"] == states[A]["hours"]


def test_a_skipped_test_is_not_repaired(story, combined) -> None:
    first = story("WFS-test-a", day=0).baseline(a="failed", b="passed").finished("blocked", "blocked")
    last = story("WFS-test-b", day=1).baseline(a="skipped", b="passed").finished()
    assert one(combined(first, last), "failure_episodes", test=A)["state"] == "open"


def test_a_failure_goes_on_under_a_new_name(story, combined) -> None:
    first = story("WFS-test-a", day=0).baseline(test_total_price="failed", b="passed").finished("blocked", "blocked")
    second = story("WFS-test-b", day=1).baseline(test_total_prices="failed", b="passed").finished("blocked", "blocked")
    last = story("WFS-test-c", day=2).baseline(test_total_prices="passed", b="passed").finished()
    (episode,) = rows(combined(first, second, last), "failure_episodes")
    assert (episode["test"], episode["state"], episode["failures"]) == ("test_x.py::test_total_prices", "repaired", 2)


def test_a_file_that_could_not_be_collected_is_repaired_when_its_tests_are_there(story) -> None:
    scenario = story().baseline(**{"t.py": "error", "u.py::c": "passed"}).planned("f1").attempted("f1")
    scenario.settled("f1", after={"t.py::a": "passed", "u.py::c": "passed"}).finished()
    (episode,) = rows(scenario.frames(), "failure_episodes")
    assert (episode["test"], episode["state"]) == ("t.py", "repaired")


def test_both_outcomes_on_one_commit_are_flaky_and_a_change_between_commits_is_not(story, combined) -> None:
    nights = [
        story(f"WFS-test-{day}", day=day, baseline_commit="same").baseline(a=said, b="passed", c="passed").finished()
        for day, said in enumerate(["passed", "failed", "passed", "failed", "passed", "passed"])
    ]
    moved = [
        story("WFS-test-c", day=20).baseline(a="passed", b="failed", c="passed").finished(),
        story("WFS-test-d", day=21).baseline(a="passed", b="passed", c="passed").finished(),
    ]
    frames = combined(*nights, *moved)
    found = {row["test"]: row for row in rows(frames, "flaky_tests")}
    assert found.keys() == {A, B}
    assert (found[A]["verdict"], found[A]["commits_with_both"], found[A]["flips"]) == ("flaky", 1, 4)
    assert (found[A]["n"], found[A]["failed"], found[A]["small_n"]) == (8, 2, False)
    assert found[A]["flip_rate"] == pytest.approx(4 / 7)
    assert (found[B]["verdict"], found[B]["flips"]) == ("changed", 2)
    (mttr,) = rows(frames, "mean_time_to_repair")
    assert (mttr["n"], mttr["flaky_left_out"]) == (1, 2)


def test_a_failure_proved_flaky_by_reruns_is_flaky_at_once(story) -> None:
    scenario = story().baseline(a="failed", b="passed").planned("f1")
    file = scenario.store.path(".process/iteration-1-failures.json")
    content = json.loads(file.read_bytes())
    content["failures"][0]["flaky"] = True
    file.write_text(json.dumps(content))
    found = one(scenario.settled().frames(), "flaky_tests", test=A)
    assert (found["verdict"], found["proved_by_reruns"], found["flips"]) == ("flaky", True, 0)
    assert found["flip_rate"] == 0 and found["small_n"]


def test_a_night_in_which_nearly_all_fails_is_left_out_of_flake_figures(story, combined) -> None:
    green = {f"t{number}": "passed" for number in range(10)}
    broken = {f"t{number}": "failed" for number in range(9)} | {"t9": "passed"}
    nights = [
        story(f"WFS-test-{day}", day=day, baseline_commit="same").baseline(**(broken if day == 2 else green)).finished()
        for day in range(5)
    ]
    assert rows(combined(*nights), "flaky_tests") == []


def test_clusters_count_failures_tests_sessions_and_attempts(story, combined) -> None:
    alike = {"a": "KeyError | k | m.py:f", "b": "KeyError | k | m.py:f", "c": "TypeError | t | m.py:g"}
    first = story("WFS-test-a", day=1).baseline(a="failed", b="failed", c="failed").planned("f1", signatures=alike)
    first.attempted("f1", target_tests=[A, B]).settled(
        "f1", after={"a": "passed", "b": "passed", "c": "failed"}
    ).planned("f2", signatures=alike).attempted("f2", target_tests=[C]).settled()
    found = {row["signature"]: row for row in rows(first.frames(), "failure_clusters")}
    both, other = found[alike["a"]], found[alike["c"]]
    assert (both["n"], both["tests"], both["sessions"], both["open"]) == (2, 2, 1, False)
    assert (both["attempts"], both["landed"], other["attempts"], other["landed"]) == (1, 1, 1, 0)
    assert sum(row["share"] for row in found.values()) == pytest.approx(100)
    assert both["small_n"] and len(both["cluster"]) == 12 and both["example_test"] == A


def test_strategies_are_summed_up_with_n_interval_time_and_cost(story) -> None:
    scenario = story().baseline(a="failed", b="failed", c="passed").planned("f1", "f2", strategy="aggressive")
    scenario.attempted("f1", target_tests=[A], newly_passing=[A], duration=30.0)
    scenario.attempted("f2", target_tests=[B], newly_failing=[C], result="lead", duration=10.0)
    scenario.settled("f1", after={"a": "passed", "b": "failed", "c": "passed"})
    frames = scenario.frames()
    call = {name: frames["attempts"][name].iloc[0] for name in ("project", "session_key", "session_id", "iteration")}
    priced = [
        call | {"task_id": "f1", "kind": "ok", "tokens": 10, "money": 0.25},
        call | {"task_id": "", "kind": "ok", "tokens": 5, "money": 0.5},
        call | {"task_id": "f2", "kind": "not_called", "tokens": 0, "money": 0.0},
    ]
    frames["tool_calls"] = typed("tool_calls", priced)
    row = one(frames, "strategy_effectiveness", level="strategy")
    assert (row["strategy"], row["n"], row["landed"], row["tests_fixed"], row["regressions"]) == (
        "aggressive",
        2,
        1,
        1,
        1,
    )
    assert (row["seconds"], row["seconds_per_fix"], row["landed_rate"], row["small_n"]) == (40.0, 40.0, 50.0, True)
    assert (row["calls"], row["tokens"], row["money"], row["money_per_fix"]) == (2, 15, 0.75, 0.75)
    assert row["rate_low"] < 50 < row["rate_high"]
    by_cluster = [row for row in rows(frames, "strategy_effectiveness") if row["level"] == "cluster"]
    assert {row["cluster"]: row["landed"] for row in by_cluster} == {f"sig {A}": 1, f"sig {B}": 0}


def test_lineage_leads_from_the_source_to_each_test(story, combined) -> None:
    scenario = (
        story("WFS-test-a", day=1, source_session_id="WFS-login").baseline(a="failed", b="passed").planned("f1", "f2")
    )
    scenario.attempted("f1", newly_passing=[A]).attempted("f2", newly_failing=[B], result="lead", commit="kept")
    scenario.settled("f1", after={"a": "passed", "b": "passed"}).finished(delivered="applied")
    idle = story("WFS-test-b", project="another", day=2).baseline(a="passed", b="passed").finished()
    first, second, third = rows(combined(scenario, idle), "session_lineage")  # by time, not by project
    assert (first["source_session_id"], first["task_id"], first["commit"]) == ("WFS-login", "f1", "WFS-test-a-commit-1")
    assert (first["test"], first["change"], first["on_branch"], first["delivered"]) == (A, "fixed", True, "applied")
    assert (second["test"], second["change"], second["on_branch"]) == (B, "broken", False)
    assert (third["session_id"], third["task_id"], pd.isna(third["iteration"])) == ("WFS-test-b", "", True)


def test_newest_rows_are_the_last_of_all_projects(story, combined) -> None:
    early = story("WFS-test-a", project="zoo", day=1).baseline(a="passed").finished()
    late = story("WFS-test-b", project="ant", day=2).baseline(a="passed").finished()
    (row,) = newest(following(combined(early, late))["pass_rate_trend"], 1).to_dict("records")
    assert row["session_id"] == "WFS-test-b"


def test_a_real_session_has_a_lineage_and_a_repair_for_each_fixed_test(real: tuple[Path, dict[str, Any]]) -> None:
    root, result = real
    frames = session_frames(root, result["session_id"])
    lineage = [row for row in rows(frames, "session_lineage") if row["on_branch"]]
    assert {row["test"] for row in lineage} == set(result["fixed_tests"])
    repaired = {row["test"] for row in rows(frames, "failure_episodes") if row["state"] == "repaired"}
    assert repaired == set(result["fixed_tests"])
    assert all(row["attempts"] >= 1 for row in rows(frames, "failure_clusters"))
