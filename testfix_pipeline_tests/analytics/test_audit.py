"""What the asset checks find: nothing in histories as the cycle writes them, and each kind of damage."""

import pytest

from testfix_pipeline.analytics.derived.trend import pass_rate_trend
from testfix_pipeline.analytics.history import audit
from testfix_pipeline.workspace.git.commits import missing_commits


@pytest.fixture
def frames(story, combined):
    one = story("WFS-test-a", day=1).baseline(**{"t.py": "error", "a": "failed", "b": "passed", "c": "skipped"})
    one.planned("f1").attempted("f1", commit="kept").settled(
        "f1", after={"t.py::x": "passed", "a": "skipped", "b": "passed", "c": "passed"}
    )
    one.planned("f2").settled().finished()
    return combined(one, story("WFS-test-b", day=2).baseline(a="passed", b="passed").finished())


def denominators(frames):
    trend = pass_rate_trend(frames["sessions"], frames["iterations"], frames["test_outcomes"])
    return audit.denominators_explained(trend, frames["test_outcomes"])


def test_a_sound_history_has_no_findings(frames):
    assert audit.iterations_complete(frames["sessions"], frames["iterations"]) == []
    assert audit.rates_within_bounds(frames["iterations"], "iterations") == []
    assert audit.rates_within_bounds(frames["sessions"], "sessions") == []
    assert denominators(frames) == []


def test_missing_doubled_and_unknown_iterations_are_found(frames):
    sessions, iterations = frames["sessions"], frames["iterations"]
    (found,) = audit.iterations_complete(sessions, iterations[iterations["iteration"] != 1])
    assert "has the iterations [2]" in found
    (found,) = audit.iterations_complete(sessions, iterations.assign(iteration=1))
    assert "[1, 1]" in found
    (found,) = audit.iterations_complete(sessions.assign(iterations=[3, 0]), iterations)
    assert "says 3 finished iterations, and has 2" in found
    assert "is no session" in audit.iterations_complete(sessions[1:], iterations)[0]


@pytest.mark.parametrize("damage", [{"pass_rate": 101.0}, {"pass_rate": 12.0}, {"n": 99}, {"failed": 7}])
def test_a_rate_that_its_counts_do_not_give_is_found(frames, damage):
    assert len(audit.rates_within_bounds(frames["sessions"].assign(**damage), "sessions")) == 2


def test_a_test_that_leaves_without_a_trace_is_found(frames):
    outcomes = frames["test_outcomes"]
    frames["test_outcomes"] = outcomes[(outcomes["test"] != "test_x.py::b") | (outcomes["step"] != 1)]
    found = denominators(frames)
    assert any("rows count" in line for line in found)
    assert any("test_x.py::b went without an event" in line for line in found)
    assert any("test_x.py::b came without an event" in line for line in found)


def test_commits_that_are_gone_are_found_in_real_repositories(real):
    from testfix_pipeline.analytics.sources.frames import session_frames

    root, result = real
    tables = session_frames(root, result["session_id"])
    assert audit.commits_exist(tables, missing_commits) == []
    tables["attempts"] = tables["attempts"].assign(commit="0" * 40)
    assert audit.commits_exist(tables, missing_commits) == [f"{root} has no commit {'0' * 40}."]
    tables["sessions"] = tables["sessions"].assign(delivered="deleted")
    assert audit.commits_exist(tables, missing_commits) == []
