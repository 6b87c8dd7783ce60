"""The jobs over phases 1 to 4, and a session that was stopped before its plan was whole."""

from collections.abc import Callable
from typing import Any

import dagster as dg
import pytest

from testfix_pipeline import cycle
from testfix_pipeline.definitions import defs
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.pipeline.projects import COMPLETE

Launched = Callable[..., Any]


@pytest.fixture
def complete(repository: Callable[..., Any]) -> Any:
    """A green project without gaps."""
    return repository("units", files=COMPLETE)


def test_plan_ends_before_phase_5(complete: Any, launched: Launched) -> None:
    run = launched("plan", complete, input="Test the lengths")
    assert run.end.success, run.end.error
    store = SessionStore(complete.root, "WFS-test-test-the-lengths")
    assert store.session().status == "planning"
    made = {event.asset_key.path[-1] for event in run.events if event.is_step_materialization}
    assert made == {"session", "context_package", "analysis_results", "task_definitions"}
    (tasks,) = run.materializations("task_definitions")
    assert [row.data["task"] for row in tasks.metadata["tasks"].value.records] == [
        "IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-002",
    ]  # fmt: skip
    todo = tasks.metadata["todo"].value
    assert "- [x] Phase 4: tasks" in todo and "Phase 5" in todo


def test_session_stopped_in_the_middle_of_planning_is_planned_by_its_resume(complete: Any, launched: Launched) -> None:
    ref = cycle.start({"project": str(complete.root), "kind": "run", "input": "Test the lengths"}, "gone")
    cycle.gather_context(ref)
    release(ref.owner)
    run = launched("resume", complete, session_id=ref.session_id)
    assert run.end.success, run.end.error
    store = SessionStore(complete.root, ref.session_id)
    assert store.session().status == "completed"
    assert {task.id for task in store.tasks()} == {"IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-002"}
    assert store.path(".process/TEST_ANALYSIS_RESULTS.md").is_file()
    checks = [event for event in run.events if event.event_type == dg.DagsterEventType.ASSET_CHECK_EVALUATION]
    found = {one.asset_check_evaluation_data.check_name: one.asset_check_evaluation_data for one in checks}
    assert all(one.passed for one in found.values()) and found.keys() >= {"code_validation", "test_quality"}
    assert "nothing was generated" in found["test_quality"].metadata["reason"].value


@pytest.mark.parametrize("job", ["test_fix", "plan"])
@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There is no input"),
        ("nowhere.md", "There is no requirements file"),
        ("WFS-nobody", "There is no source session WFS-nobody"),
    ],
)
def test_bad_input_is_refused_before_a_run_exists(complete: Any, job: str, text: str, sentence: str) -> None:
    before = complete.fingerprint()
    with pytest.raises(dg.DagsterError) as refused:
        dg.validate_run_config(defs.resolve_job_def(job), {"project": str(complete.root), "input": text})
    (shown,) = refused.value.user_code_process_error_infos
    assert sentence in shown.message and shown.stack == []
    assert complete.fingerprint() == before
