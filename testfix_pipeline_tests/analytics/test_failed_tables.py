"""A table that can't be made: the others are, and who looks reads which one is missing and why."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd
import pytest

from testfix_pipeline.analytics.derived import derived_tables as made
from testfix_pipeline.analytics.derived.derived_tables import following
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.reports.session_report import session_page
from testfix_pipeline.analytics.sources import frames
from testfix_pipeline.analytics.tables.schema import FOLLOWING, SOURCES
from testfix_pipeline.cli.views import history_view
from testfix_pipeline.core.errors import TableFailed
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.definitions import defs
from testfix_pipeline_tests.analytics.test_history_report import sound

SAID = "The table failure_episodes of the history can't be made. Internal error: IndexError: index 65 is out of bounds"


@pytest.fixture
def one_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, story: Any) -> Any:
    """A history of one session, in which `failure_episodes` can't be made."""
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "instance"))

    def broken(*frames: pd.DataFrame) -> pd.DataFrame:
        raise IndexError("index 65 is out of bounds")

    table = replace(made.MADE["failure_episodes"], make=broken)
    monkeypatch.setattr(made, "MADE", {**made.MADE, "failure_episodes": table})
    monkeypatch.setattr("testfix_pipeline.analytics.history.history_tables.MADE", made.MADE)
    scenario = story().baseline(a="failed", b="passed").finished("blocked", "blocked")
    History().append(scenario.frames())
    return scenario


def test_the_tables_that_people_look_at_first_are_shown_without_the_one_that_fails(one_fails: Any) -> None:
    found = history_view.show(None, "")
    assert found["failed"] == ["mean_time_to_repair"] and "mean_time_to_repair" not in found
    assert len(found["pass_rate_trend"]) == 1
    (note,) = [line for line in history_view.text(found).splitlines() if line.startswith("note: ")]
    assert SAID in note and ".txt says more" in note


def test_one_table_that_was_asked_for_is_an_error_that_names_it(one_fails: Any) -> None:
    with pytest.raises(TableFailed, match="failure_episodes") as scenario:
        history_view.show(None, "failure_episodes")
    assert "in broken" in Path(scenario.value.report).read_text()
    assert history_view.show(None, "regressions")["regressions"] == []


def test_an_export_of_all_tables_lacks_that_one_alone(one_fails: Any, tmp_path: Path) -> None:
    found = history_view.show(None, "", export=tmp_path / "tables")
    written = {path.stem for path in (tmp_path / "tables").iterdir()}
    assert written == {*SOURCES, *FOLLOWING} - {"failure_episodes", "mean_time_to_repair"}
    assert found["failed"] == ["failure_episodes", "mean_time_to_repair"]


def test_the_pages_say_which_table_they_lack(one_fails: Any) -> None:
    for page in (
        Path(history_view.report(None, "", None)).read_text(),
        session_page(one_fails.root, SessionId("WFS-test-a")),
    ):
        assert any(SAID in text for text in sound(page).texts)


def test_the_job_of_the_history_ends_well_and_says_which_table_failed(one_fails, monkeypatch, caplog) -> None:
    with dg.instance_for_test() as instance:
        result = defs.resolve_job_def("history").execute_in_process(instance=instance)
    assert result.success
    kept = {event.asset_key.path[-1] for event in result.get_asset_materialization_events() if event.asset_key}
    assert {*FOLLOWING} - kept == {"failure_episodes", "mean_time_to_repair"}
    (seen,) = result.get_asset_observation_events()
    assert seen.asset_observation_data.asset_observation.metadata["failed"].value.startswith(SAID)


def test_a_table_of_a_session_that_can_not_be_read_leaves_the_others(story, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "instance"))
    scenario = story().baseline(a="failed", b="passed").planned("f1").settled()

    def broken(lines: Any) -> Any:
        raise KeyError("call")

    monkeypatch.setattr(frames, "call_rows", lambda lines: (broken(one) for one in [lines]))
    with pytest.raises(TableFailed, match="tool_calls"):
        scenario.frames()
    failed: list[TableFailed] = []
    found = frames.session_frames(scenario.root, scenario.session_id, failed)
    assert [one.table for one in failed] == ["tool_calls"]
    assert len(found["iterations"]) == 1 and found["tool_calls"].empty and set(found) == set(SOURCES)
    assert set(following(found)) == set(FOLLOWING)


def test_a_session_that_breaks_the_reading_keeps_no_other_out_of_a_rebuild(story, monkeypatch, tmp_path) -> None:
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "instance"))
    for name in ("WFS-test-a", "WFS-test-b"):
        scenario = story(name).baseline(a="passed").finished()

    def read(root: Path, session_id: str) -> Any:
        if session_id == "WFS-test-a":
            raise KeyError("an id that is not known")
        return frames.session_frames(root, SessionId(session_id))

    rebuilt = History().rebuild([scenario.root], read)
    assert [key.rpartition("--")[2] for key in rebuilt.sessions] == ["WFS-test-b"]
    (problem,) = rebuilt.problems
    assert problem.startswith("WFS-test-a of ") and "KeyError: 'an id that is not known'" in problem
