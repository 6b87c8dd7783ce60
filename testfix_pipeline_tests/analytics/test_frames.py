"""The tables of a session say what its files say, no more and no less."""

import json
from pathlib import Path

import pandas as pd
import pytest

from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.analytics.tables.schema import SOURCES, TABLES
from testfix_pipeline.core.errors import DamagedState, UnknownSession
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.repository import project_key
from testfix_pipeline.workspace.sessions.archive import archive_session
from testfix_pipeline.workspace.sessions.store import RESULT, SessionStore


def said(frames: dict[str, pd.DataFrame], step: int) -> dict[str, str]:
    """What the tests said at a step, by their short names."""
    rows = frames["test_outcomes"]
    at = rows[rows["step"] == step]
    return {test.removeprefix("test_x.py::"): status for test, status in zip(at["test"], at["status"], strict=True)}


def column(frames: dict[str, pd.DataFrame], table: str, name: str) -> list[object]:
    return list(frames[table][name])


def test_a_real_session_is_reported_as_its_files_tell_it(real):
    root, result = real
    frames = session_frames(root, result["session_id"])
    store = SessionStore(root, result["session_id"])
    state, results = store.state(), store.results()
    assert state is not None and results is not None
    (session,) = frames["sessions"].to_dict("records")
    assert session["session_key"] == f"{project_key(root)}--{result['session_id']}"
    assert (session["outcome"], session["status"], session["n"]) == ("success", "completed", 3)
    assert session["tests_fixed"] == len(result["fixed_tests"]) == 2
    assert session["seconds"] > 0, "what its runs have used"
    assert session["head_commit"] == result["head_commit"]
    assert session["candidates_tried"] == result["candidates_tried"] > 0
    assert len(frames["iterations"]) == len(state.iterations) == result["iterations"]
    assert column(frames, "iterations", "pass_rate") == [record.pass_rate for record in state.iterations]
    assert column(frames, "iterations", "landed_commit") == result["commits"][:-1]
    assert column(frames, "attempts", "task_id") == [one.task_id for one in store.history().attempts]
    outcomes = frames["test_outcomes"]
    assert len(outcomes) == 3 * (result["iterations"] + 1)
    for step, record in enumerate(state.iterations):
        failing = outcomes[(outcomes["step"] == step) & (outcomes["status"] == "failed")]
        assert list(failing["test"]) == record.failed_tests
        assert list(failing["signature"]) == [record.signatures[test] for test in record.failed_tests]
    assert set(outcomes[outcomes["measurement"] == "final"]["status"]) == {"passed"}
    assert not outcomes["carried"].any()


def test_every_frame_has_the_columns_and_kinds_that_are_documented(story, real):
    empty = story("WFS-test-empty").frames()
    full = session_frames(real[0], real[1]["session_id"])
    for table in SOURCES:
        wanted = [(column.name, column.dtype) for column in TABLES[table]]
        for frame in (empty[table], full[table]):
            assert [(name, str(kind)) for name, kind in frame.dtypes.items()] == wanted


def test_every_column_of_every_table_is_described_once():
    for columns in TABLES.values():
        assert len({column.name for column in columns}) == len(columns)
        assert all(column.description.endswith(".") for column in columns)


def test_a_session_that_was_only_opened_has_one_row(story):
    frames = story(description="长" * 900).frames()
    assert {table: len(frame) for table, frame in frames.items()} == {
        **{"sessions": 1, "iterations": 0, "attempts": 0, "tool_calls": 0, "test_outcomes": 0}
    }
    (row,) = frames["sessions"].to_dict("records")
    assert row["description"] == "长" * 500 and pd.isna(row["pass_rate"]) and row["iterations"] == 0


def test_a_suite_that_is_green_at_once_has_its_last_measurement(story):
    frames = story().baseline(a="passed", b="skipped").finished().frames()
    assert column(frames, "test_outcomes", "measurement") == ["final", "final"]
    assert said(frames, 0) == {"a": "passed", "b": "skipped"}
    (row,) = frames["sessions"].to_dict("records")
    assert (row["n"], row["skipped"], row["total"], row["pass_rate"]) == (1, 1, 2, 100.0)


@pytest.mark.parametrize(
    ("status", "grade"), [("completed", "reported"), ("active", "proved")], ids=["finished", "goes on"]
)
def test_a_finished_session_keeps_the_grade_that_it_was_given(story, status, grade):
    scenario = story().baseline(a="passed").finished(status)
    scenario.store.write_text(RESULT, '{"grade": "reported"}')
    assert column(scenario.frames(), "sessions", "grade") == [grade]


def test_an_iteration_without_gain_repeats_what_it_started_from_and_says_so(story):
    scenario = story().baseline(a="passed", b="failed").planned("IMPL-fix-1").attempted("IMPL-fix-1").settled()
    frames = scenario.planned("IMPL-fix-2").attempted("IMPL-fix-2").settled().frames()
    assert said(frames, 0) == said(frames, 1) == said(frames, 2) == {"a": "passed", "b": "failed"}
    carried = frames["test_outcomes"].groupby("step")["carried"].all()
    assert list(carried) == [False, True, False]  # the last results are a measurement, though an old one
    assert column(frames, "iterations", "result") == ["no_gain", "no_gain"]


def test_a_landed_fix_gives_the_run_that_judged_it(story):
    scenario = story().baseline(a="failed", b="failed", c="skipped").planned("IMPL-fix-1")
    scenario.attempted("IMPL-fix-1", run={"a": "passed", "b": "failed", "c": "passed"})
    scenario.settled("IMPL-fix-1", after={"a": "passed", "b": "failed", "c": "passed"})
    frames = scenario.planned("IMPL-fix-2").settled().frames()
    assert said(frames, 1) == {"a": "passed", "b": "failed", "c": "passed"}
    at = frames["test_outcomes"]
    assert not at[at["step"] == 1]["carried"].any() and set(at[at["step"] == 1]["commit"]) == {"WFS-test-a-commit-1"}


def test_a_merge_is_distinguished_from_what_the_next_iteration_counted(story):
    scenario = (
        story().baseline(a="failed", b="failed", c="failed", d="passed").planned("f1", "f2", strategy="aggressive")
    )
    scenario.settled("f1", "f2", after={"a": "passed", "b": "passed", "c": "failed", "d": "passed"})
    scenario.planned("f3").settled("f3", after={"a": "passed", "b": "passed", "c": "passed", "d": "passed"})
    frames = scenario.frames()
    assert said(frames, 1) == {"a": "passed", "b": "passed", "c": "failed", "d": "passed"}
    at = frames["test_outcomes"]
    assert at[at["step"] == 1]["carried"].all() and at[at["step"] == 1]["seconds"].isna().all()
    assert column(frames, "iterations", "passed") == [1, 3]


def test_a_repaired_collection_error_gives_way_to_its_tests(story):
    broken = {"test_y.py": "error", "a": "passed"}
    scenario = story()
    scenario.measured = set()
    scenario.baseline(**broken).planned("f1")
    after = {"test_y.py::x": "passed", "test_y.py::y": "failed", "a": "passed"}
    frames = scenario.attempted("f1", run=after).settled("f1", after=after).planned("f2").settled().frames()
    rows = frames["test_outcomes"].set_index(["step", "test"])
    assert rows.loc[(1, "test_y.py::x"), "event"] == rows.loc[(1, "test_y.py::y"), "event"] == "revealed"
    assert tuple(rows.loc[(1, "test_y.py"), ["status", "event", "counts"]]) == ("gone", "collected", False)
    assert column(frames, "iterations", "n") == [2, 3]
    assert frames["sessions"]["tests_fixed"].iloc[0] == 1
    assert (2, "test_y.py") not in rows.index


def test_a_measured_test_that_goes_away_counts_as_an_error_and_is_an_event(story):
    scenario = story().baseline(a="passed", b="failed", c="passed").planned("f1")
    after = {"a": "passed", "b": "passed", "extra": "passed"}
    frames = scenario.attempted("f1", run=after).settled("f1", after=after).planned("f2").settled().frames()
    rows = frames["test_outcomes"].set_index(["step", "test"])
    assert tuple(rows.loc[(1, "test_x.py::c"), ["status", "event", "counts"]]) == ("error", "removed", True)
    assert rows.loc[(2, "test_x.py::c"), "event"] == ""
    assert tuple(rows.loc[(1, "test_x.py::extra"), ["status", "event", "counts"]]) == ("passed", "added", False)
    assert column(frames, "iterations", "n") == [3, 3] and frames["sessions"]["n"].iloc[0] == 3


def test_attempts_carry_what_they_repaired_and_broke(story):
    scenario = story().baseline(a="passed", b="failed").planned("f1")
    scenario.attempted("f1", newly_failing=["test_x.py::a"], reason="breaks a", candidates_tried=7).settled(
        "f1", regression=True
    )
    frames = scenario.frames()
    (row,) = frames["attempts"].to_dict("records")
    assert (row["result"], row["rolled_back"], row["newly_failing"]) == ("regression", True, 1)
    assert json.loads(row["newly_failing_tests"]) == ["test_x.py::a"]
    assert column(frames, "iterations", "regression") == [True] and column(frames, "iterations", "newly_failing") == [1]


def test_a_session_in_the_middle_of_an_iteration_is_reported_so_far(story):
    scenario = story().baseline(a="passed", b="failed").planned("f1", "f2").attempted("f1", candidates_tried=3)
    frames = scenario.frames()
    assert column(frames, "test_outcomes", "measurement") == ["start", "start"]
    assert column(frames, "attempts", "candidates_tried") == [3]
    assert frames["sessions"]["iterations"].iloc[0] == 0 and frames["iterations"]["completed_at"].isna().all()


def test_an_archived_session_gives_the_same_tables(story):
    scenario = story().baseline(a="passed", b="failed").planned("f1").settled().finished()
    before = scenario.frames()
    archive_session(scenario.root, scenario.session_id)
    for table, frame in scenario.frames().items():
        pd.testing.assert_frame_equal(frame, before[table])


def test_a_session_of_an_older_tool_gives_what_it_kept(tmp_path):
    folder = tmp_path / ".workflow/active/WFS-old"
    (folder / ".process").mkdir(parents=True)
    (folder / "workflow-session.json").write_text('{"meta": {"session_type": "test-gen"}, "status": "done"}')
    results = {"total": 10, "passed": 8, "failed": 2, "failures": ["t.py::a", "t.py::b"]}
    (folder / ".process/test-results.json").write_text(json.dumps({"test_results": results}))
    iteration = {"iteration": 1, "test_results": {"total": 10, "passed": 7, "failures": ["t.py::a"]}, "fix_task": "f"}
    closed = {"completed_at": "2025-01-01T00:01:00Z", "started_at": "2025-01-01T00:00:00Z"}
    state = {"iterations": [iteration | closed]}
    (folder / ".process/iteration-state.json").write_text(json.dumps(state))
    frames = session_frames(tmp_path, "WFS-old")
    (row,) = frames["sessions"].to_dict("records")
    assert (row["status"], row["pass_rate"], row["pass_rate_before"], row["n"]) == ("completed", 80.0, 70.0, 10)
    assert frames["iterations"]["n"].isna().all() and column(frames, "iterations", "seconds") == [60.0]
    assert not frames["test_outcomes"]["counts"].any() and frames["test_outcomes"]["carried"].all()
    assert row["created_at"] is pd.NaT and row["measured_at"] is pd.NaT  # reading invents no time


def test_reading_repairs_nothing_and_names_what_can_not_be_read(story):
    scenario = story().baseline(a="passed", b="failed").planned("f1").settled()
    before = scenario.frames()
    file = scenario.store.path(".process/test-results.json")
    good = file.read_bytes()
    file.with_name("test-results.json.bak").write_bytes(good)
    file.write_text("{")
    pd.testing.assert_frame_equal(scenario.frames()["sessions"], before["sessions"])
    assert file.read_text() == "{"
    file.with_name("test-results.json.bak").write_text("")
    with pytest.raises(DamagedState, match=r"test-results\.json"):
        scenario.frames()
    scenario.store.path(".process/iteration-1-failures.json").write_text("[")
    file.write_bytes(good)
    assert said(scenario.frames(), 0) == {"a": "passed", "b": "failed"}


def test_characters_that_no_file_can_hold_are_escaped(story):
    scenario = story(description="a?b")
    file = scenario.store.path("workflow-session.json")
    file.write_text(file.read_text().replace("a?b", "a\\ud800b"))
    assert scenario.frames()["sessions"]["description"].iloc[0] == "a\\ud800b"


def test_a_session_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(UnknownSession, match="WFS-test-none"):
        session_frames(tmp_path, SessionId("WFS-test-none"))
