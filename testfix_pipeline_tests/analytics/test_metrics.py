"""Rates, regressions and stuck tests, on sessions whose story is known."""

import pandas as pd
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from testfix_pipeline.analytics.derived.regressions import regressions
from testfix_pipeline.analytics.derived.stuck_tests import stuck_tests
from testfix_pipeline.analytics.derived.test_events import events_of_tests, renames
from testfix_pipeline.analytics.derived.trend import pass_rate_trend
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.analytics.tables.schema import TABLES, typed
from testfix_pipeline.core.cycle_rules import strategy
from testfix_pipeline.core.iteration_records import IterationRecord


def trend_of(frames) -> pd.DataFrame:
    return pass_rate_trend(frames["sessions"], frames["iterations"], frames["test_outcomes"])


def regressions_of(frames) -> pd.DataFrame:
    return regressions(frames["test_outcomes"], frames["attempts"], frames["sessions"])


def is_documented(table: str, frame: pd.DataFrame) -> bool:
    return [(name, str(kind)) for name, kind in frame.dtypes.items()] == [(c.name, c.dtype) for c in TABLES[table]]


def test_the_trend_has_every_measurement_with_the_rate_of_the_files(story, combined):
    one = story("WFS-test-b", day=1).baseline(a="failed", b="passed").planned("f1").settled()
    one.planned("f2").settled("f2", after={"a": "passed", "b": "passed"}).finished()
    other = story("WFS-test-a", day=2).baseline(a="passed", b="passed").finished()
    trend = trend_of(combined(other, one))
    assert is_documented("pass_rate_trend", trend)
    assert list(trend["session_id"]) == ["WFS-test-b"] * 3 + ["WFS-test-a"]
    assert list(trend["measurement"]) == ["start", "start", "final", "final"]
    assert list(trend["pass_rate"]) == [50.0, 50.0, 100.0, 100.0]
    assert list(trend["change"].fillna(-1)) == [-1, 0.0, 50.0, 0.0]
    assert list(trend["carried"]) == [False, True, False, False]
    assert trend["small_n"].all()


def test_projects_have_trends_of_their_own(story, combined):
    shop = story(project="shop").baseline(a="failed", b="passed")
    bank = story(project="bank").baseline(**{f"t{number}": "passed" for number in range(20)})
    trend = trend_of(combined(shop, bank))
    assert trend["change"].isna().all() and len(trend) == 2
    assert dict(zip(trend["n"], trend["small_n"], strict=True)) == {20: False, 2: True}


def test_a_rate_that_rises_because_a_failing_test_was_deleted_is_shown_as_that(story, combined):
    before = story("WFS-test-a", day=1).baseline(a="passed", b="passed", c="failed", d="failed").finished()
    after = story("WFS-test-b", day=2).baseline(a="passed", b="passed", c="failed").finished()
    later = story("WFS-test-c", day=3).baseline(a="passed", b="passed", c="failed").finished()
    trend = trend_of(combined(before, after, later))
    assert list(trend["pass_rate"].round(1)) == [50.0, 66.7, 66.7]
    assert list(trend["n_change"].fillna(0)) == [0, -1, 0]
    assert list(trend["removed"]) == [0, 1, 0] and list(trend["absent"]) == [0, 1, 1]
    assert list(trend["pass_rate_with_absent"]) == [50.0, 50.0, 50.0]


def test_a_renamed_test_is_neither_gone_nor_new(story, combined):
    before = story("WFS-test-a", day=1).baseline(test_total_price="passed", test_tax="passed").finished()
    after = (
        story("WFS-test-b", day=2).baseline(test_total_prices="passed", **{"test_y.py::test_tax": "failed"}).finished()
    )
    frames = combined(before, after)
    trend = trend_of(frames)
    assert (trend["renamed"].iloc[1], trend["absent"].iloc[1], trend["added"].iloc[1]) == (2, 0, 0)
    events = events_of_tests(frames["test_outcomes"])
    assert is_documented("test_events", events)
    assert dict(zip(events["test"], events["before"], strict=True)) == {
        "test_x.py::test_total_prices": "test_x.py::test_total_price",
        "test_y.py::test_tax": "test_x.py::test_tax",
    }


def test_a_file_that_breaks_between_sessions_takes_its_tests_away(story, combined):
    before = story("WFS-test-a", day=1).baseline(**{"t.py::a": "passed", "t.py::b": "passed", "u.py::c": "passed"})
    after = story("WFS-test-b", day=2).baseline(**{"t.py": "error", "u.py::c": "passed"})
    trend = trend_of(combined(before.finished(), after))
    assert list(trend["n"]) == [3, 2] and list(trend["absent"]) == [0, 2]
    assert trend["pass_rate_with_absent"].iloc[1] == 25.0


def test_two_that_fit_equally_are_no_rename_across_files():
    assert renames({"a.py::test_x", "b.py::test_x"}, {"c.py::test_x"}) == {}
    assert renames({"a.py::test_one"}, {"a.py::test_wholly_different"}) == {}
    assert renames({"a.py"}, {"b.py"}) == {}
    many_old, many_new = ({f"a.py::test_{side}{number}" for number in range(60)} for side in ("x", "y"))
    assert renames(many_old, many_new) == {}


def test_what_broke_between_sessions_is_placed_between_their_commits(story, combined):
    good = story("WFS-test-a", day=1).baseline(a="passed", b="passed").finished()
    bad = story("WFS-test-b", day=2).baseline(a="failed", b="passed").planned("f1")
    bad.attempted("f1").settled("f1", after={"a": "passed", "b": "passed"}).finished()
    found = regressions_of(combined(good, bad))
    assert is_documented("regressions", found)
    (row,) = found.to_dict("records")
    assert (row["test"], row["origin"], row["first_bad_iteration"]) == ("test_x.py::a", "between sessions", 1)
    assert (row["last_good_commit"], row["first_bad_commit"]) == ("WFS-test-a-commit-0", "WFS-test-b-commit-0")
    assert (row["open"], row["fixed_commit"]) == (False, "WFS-test-b-commit-1")
    assert (row["n"], row["small_n"], row["signature"]) == (3, True, "sig test_x.py::a")


def test_what_still_fails_is_open_and_the_same_failure_is_one_regression(story, combined):
    good = story("WFS-test-a", day=1).baseline(a="passed", b="passed").finished()
    bad = story("WFS-test-b", day=2).baseline(a="failed", b="passed").planned("f1").settled().planned("f2").settled()
    worse = story("WFS-test-c", day=3).baseline(a="failed", b="error").finished("blocked", "blocked")
    found = regressions_of(combined(worse, good, bad)).set_index("test")
    assert list(found["open"]) == [True, True]
    assert found.loc["test_x.py::a", "session_id"] == "WFS-test-b"
    assert found.loc["test_x.py::b", "last_good_session"].endswith("WFS-test-b")


def test_a_skipped_or_absent_test_has_not_regressed(story, combined):
    good = story("WFS-test-a", day=1).baseline(a="passed", b="passed", c="failed").finished()
    skipped = story("WFS-test-b", day=2).baseline(a="skipped", c="failed").finished()
    assert regressions_of(combined(good, skipped)).empty


def test_an_attempt_that_broke_tests_is_named_though_it_never_landed(story):
    scenario = story().baseline(a="passed", b="failed", c="failed").planned("f1")
    scenario.attempted("f1", result="lead", newly_failing=["test_x.py::a"], commit="kept-1").settled()
    (row,) = regressions_of(scenario.frames()).to_dict("records")
    assert (row["test"], row["origin"], row["task_id"], row["open"]) == ("test_x.py::a", "attempt", "f1", False)
    assert (row["first_bad_commit"], row["last_good_commit"]) == ("kept-1", "WFS-test-a-commit-0")


def test_stuck_tests_are_those_that_the_cycle_calls_stuck(story):
    scenario = story().baseline(a="failed", b="failed", c="failed", d="passed")
    scenario.planned("f1").settled().planned("f2", signatures={"b": "another"}).settled()
    scenario.planned("f3").settled("f3", after={"a": "failed", "b": "failed", "c": "passed", "d": "passed"}).finished()
    found = stuck_tests(scenario.frames()["test_outcomes"])
    assert is_documented("stuck_tests", found)
    by_test = found.set_index("test")
    assert list(by_test["failures"]) == [4, 4, 3] and list(by_test["open"]) == [True, True, False]
    assert list(by_test["hard"]) == [True, False, True] and list(by_test["signatures"]) == [1, 2, 1]
    assert set(by_test["since_iteration"]) == {1} and by_test["small_n"].all()


def test_two_failures_in_a_row_are_not_stuck(story):
    scenario = story().baseline(a="failed", b="passed").planned("f1").settled()
    assert stuck_tests(scenario.frames()["test_outcomes"]).empty


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.dictionaries(st.sampled_from("abc"), st.sampled_from(["s", "t"])), min_size=1, max_size=6))
def test_stuck_agrees_with_the_rule_of_the_cycle(failing):
    """`failing`: per measurement, the failing tests with their signatures."""
    common = {"project": "p", "session_key": "p--s", "session_id": "s", "counts": True}
    rows = [
        common
        | {
            "step": step,
            "iteration": step + 1,
            "test": test,
            "signature": now.get(test, ""),
            "measured_at": "2026-01-01",
        }
        | {"status": "failed" if test in now else "passed"}
        for step, now in enumerate(failing)
        for test in "abc"
    ]
    records = [
        IterationRecord(
            iteration=step + 1, pass_rate=0, strategy="conservative", failed_tests=sorted(now), signatures=now
        )
        for step, now in enumerate(failing[:-1])
    ]
    found = stuck_tests(typed("test_outcomes", rows))
    now = found[found["open"]]
    kinds = {test: "hard" if hard else "moving" for test, hard in zip(now["test"], now["hard"], strict=True)}
    assert kinds == strategy.stuck_tests(records, failing[-1])


def test_sessions_of_older_tools_have_rates_and_nothing_is_made_up(tmp_path, story, combined):
    scenario = story("WFS-test-a", day=1).baseline(a="failed", b="passed").finished()
    file = scenario.store.path(".process/test-results.json")
    file.write_text('{"total": 4, "passed": 3, "failed": 1, "failures": ["test_x.py::a"]}')
    scenario.store.path(".process/baseline-run.json").unlink()
    later = story("WFS-test-b", day=2).baseline(a="passed", b="passed").finished()
    trend = trend_of(combined(scenario, later))
    assert list(trend["pass_rate"]) == [75.0, 100.0] and list(trend["n"]) == [4, 2]
    assert pd.isna(trend["absent"].iloc[0]) and list(trend["removed"]) == [0, 0]


def test_a_suite_in_which_nothing_passes_has_a_rate_of_zero(story):
    trend = trend_of(story().baseline(a="failed", b="error").frames())
    assert list(trend["pass_rate_with_absent"]) == [0.0]


def test_a_real_session_rises_to_green(real):
    root, result = real
    trend = trend_of(session_frames(root, result["session_id"]))
    assert trend["pass_rate"].iloc[0] == pytest.approx(result["pass_rate_before"], abs=1e-3)
    assert trend["pass_rate"].iloc[-1] == 100.0 and trend["pass_rate"].is_monotonic_increasing
    assert list(trend["n"].unique()) == [result["total"]]
