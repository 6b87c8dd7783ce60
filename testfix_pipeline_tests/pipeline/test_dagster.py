"""What Dagster shows of a whole run, and the history that it left."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import dagster as dg
import pandas as pd
import pytest

from testfix_pipeline import cycle
from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.core.plan_records import Generation
from testfix_pipeline.defs.nightly.schedules import decide
from testfix_pipeline.defs.session import session_metadata
from testfix_pipeline.registry.registered_projects import Entry
from testfix_pipeline_tests.defs.conftest import Run
from testfix_pipeline_tests.pipeline.conftest import SESSION, Story


def shown(run: Run, asset: str) -> dict[str, Any]:
    """The metadata of an asset's only materialization."""
    (one,) = run.materializations(asset)
    return {name: value.value for name, value in one.metadata.items()}


def test_planning_assets_show_what_they_made(story: Story) -> None:
    assert story.run.end.success, story.run.end.error
    package = shown(story.run, "context_package")
    assert package["coverage_from"].startswith("measured")
    assert 0 < package["line_rate"] < 100
    assert package["framework"].startswith("pytest")
    assert "prices.py" in package["focus"]
    analysis = shown(story.run, "analysis_results")
    assert analysis["requirements"] > 0
    assert "L1" in analysis["by_layer"]
    assert "Implementation Targets" in analysis["document"]
    tasks = shown(story.run, "task_definitions")
    assert {row.data["task"] for row in tasks["tasks"].records} >= {"IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-002"}
    assert tasks["plan"].startswith("# Test plan")
    assert "Quality thresholds:" in tasks["summary"] and SESSION in tasks["summary"]


def test_steps_show_generation_gates_and_result(story: Story) -> None:
    made = story.run.metadata("cycle.generate_tests")
    kept = Counter(row.data["verdict"] for row in made["tests"].records)
    assert (made["kept"], made["dropped"]) == (kept["kept"], kept["dropped"])
    assert made["kept"] > 0
    assert "def test_tax" in made["files"]
    for step in ("validate_code", "review_tests"):
        assert story.run.metadata(f"cycle.{step}")["verdict"] == "PASS"
    assert shown(story.run, "cycle")["pass_rate"] == 100.0
    assert story.run.record.tags["testfix/session"] == SESSION
    assert story.run.record.tags["testfix/outcome"] == "success"
    assert (shown(story.run, "cycle")["review"], shown(story.run, "cycle")["not_fulfilled"].records) == (False, [])


def test_what_a_plan_lacks_is_shown_on_the_asset(story: Story) -> None:
    ref = cycle.SessionRef(str(story.repo.root), SESSION, "")
    lacking = [{"kind": "criterion", "what": "AC-4", "why": "nothing covers it"}]
    check = {
        "name": "ruff",
        "kind": "lint",
        "before": 3,
        "after": 1,
        "findings": ["a.py:1 wrong"],
        "next_step": "Look.",
    }
    found = {**cycle_result(story), "outcome": "partial", "review": True, "shortfalls": lacking, "checks": [check]}
    shown_then = session_metadata.outcome(ref, found)
    assert shown_then["review"] is True
    assert [row.data for row in shown_then["not_fulfilled"].records] == lacking
    left = "a.py:1 wrong; next: Look."
    expected = {"check": "ruff (lint): 3 findings, now 1", "what is left": left}
    assert [row.data for row in shown_then["checks"].records] == [expected]


def cycle_result(story: Story) -> dict[str, Any]:
    return dict(json.loads(story.store.path(".process/session-result.json").read_bytes()))


def test_both_gates_are_asset_checks(story: Story) -> None:
    events = [event for event in story.run.events if event.event_type == dg.DagsterEventType.ASSET_CHECK_EVALUATION]
    found = {event.asset_check_evaluation_data.check_name: event.asset_check_evaluation_data for event in events}
    gates = {"code_validation", "test_quality"}
    history = {"complete", "rates", "denominators", "commits"}
    assert found.keys() == gates | history
    assert {name: one.metadata for name, one in found.items() if not one.passed} == {}
    assert all(found[name].asset_key == dg.AssetKey("cycle") for name in gates)
    assert all(found[name].metadata["verdict"].value == "PASS" for name in gates)


def test_history_counts_what_the_sessions_files_say(story: Story) -> None:
    tables = History().read_all()
    counted = {name: len(tables[name]) for name in ("sessions", "iterations", "attempts")}
    state, results = story.store.state(), story.store.results()
    assert state is not None and results is not None
    attempts = story.store.history().attempts
    assert counted == {"sessions": 1, "iterations": len(state.iterations), "attempts": len(attempts)}
    from_files = session_frames(story.repo.root, SESSION)
    for name, frame in from_files.items():
        assert shown(story.run, name)["dagster/row_count"] == len(frame) == len(tables[name]), name
    outcomes = tables["test_outcomes"]
    generated = Generation.model_validate_json(story.store.path(".process/generation.json").read_bytes())
    last = outcomes[outcomes["step"] == outcomes["step"].max()]
    assert set(last[last["status"] != "gone"]["test"]) == set(results.outcomes)
    assert set(last[last["counts"].fillna(False)]["test"]) == {
        "test_prices.py::test_gross",
        "test_prices.py::test_label",
    }
    assert set(generated.files) <= set(outcomes["file"])


def test_derived_assets_follow_from_the_tables(story: Story) -> None:
    trend = shown(story.run, "pass_rate_trend")
    assert trend["pass_rate"] == 100.0
    assert trend["plot"].startswith("![pass rate trend](data:image/png;base64,")
    assert len(History().stored_table("pass_rate_trend")) == trend["dagster/row_count"] >= 2
    assert shown(story.run, "stuck_tests")["dagster/row_count"] == 0
    assert shown(story.run, "regressions")["dagster/row_count"] == len(History().stored_table("regressions"))


def test_rebuilt_history_is_the_same(story: Story, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    appended = History().read_all()
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "another"))
    again = History()
    assert again.rebuild([story.repo.root]).problems == ()
    for name, frame in again.read_all().items():
        pd.testing.assert_frame_equal(frame, appended[name])


def test_project_whose_fixes_wait_is_skipped_at_night(story: Story) -> None:
    wanted, reason, verdict = decide(Entry("shop", path=story.repo.root))
    assert (wanted, verdict) == (False, "waiting")
    assert f"unchanged since {SESSION}, whose fixes wait" in reason
