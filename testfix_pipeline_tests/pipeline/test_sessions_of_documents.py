"""Test sessions in the documents' own JSON form, as other tools leave them: executed, delivered, resumed."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.analytics.sources.frames import session_frames
from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.errors import InvalidConfig, UsageError
from testfix_pipeline.steps.session.adoption import EARLIER
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix
from testfix_pipeline_tests.pipeline.projects import SHOP, repairing

SESSION = "WFS-test-user-prices"
RECORD = {
    "session_id": SESSION,
    "workflow_type": "test_session",
    "status": "active",
    "description": "Test the prices of the shop",
    "created_at": "2025-10-17T10:00:00Z",
}
GENERATE: dict[str, Any] = {
    "id": "IMPL-001",
    "title": "Understand the tests and write new ones",
    "status": "pending",
    "meta": {"type": "test-gen", "agent": "@code-developer"},
    "context": {"requirements": ["Tests for prices.py"], "depends_on": []},
}
CYCLE: dict[str, Any] = {
    "id": "IMPL-002",
    "title": "Run the suite, then fix what fails",
    "status": "pending",
    "meta": {"type": "test-fix", "agent": "@test-fix-agent", "max_iterations": 5},
    "context": {"requirements": ["All tests pass"], "depends_on": ["IMPL-001"]},
    "flow_control": {"exit_conditions": {"success": "all_tests_pass", "failure": "max_iterations_reached"}},
    "written_by": "a person",
}
FIX: dict[str, Any] = {
    "id": "IMPL-fix-1",
    "title": "Fix test failures - Iteration 1",
    "status": "completed",
    "meta": {"type": "test-fix-iteration", "agent": "@test-fix-agent", "iteration": 1, "max_iterations": 5},
    "context": {"fix_strategy": {"modification_points": ["calc.py:add"]}, "depends_on": []},
}
# Both forms of an iteration that the documents show.
STATE: dict[str, Any] = {
    "current_task": "IMPL-002",
    "current_iteration": 2,
    "max_iterations": 5,
    "started_at": "2025-10-17T10:00:00Z",
    "iterations": [
        {
            "iteration": 1,
            "started_at": "2025-10-17T10:05:00Z",
            "completed_at": "2025-10-17T10:15:00Z",
            "test_results": {"total": 10, "passed": 5, "failed": 5, "failures": ["test1", "test2"]},
            "analysis_file": ".process/iteration-1-analysis.md",
            "fix_task": "IMPL-fix-1",
            "result": "partial_success",
        },
        {"iteration": 2, "pass_rate": 60, "strategy": "conservative", "failed_tests": ["test2"]},
    ],
    "status": "active",
    "next_action": "execute_fix_task",
}
RESULTS = {"pass_rate": 60, "failures": [{"test": "test2", "criticality": "high"}]}


def leave(repo: Any, *tasks: dict[str, Any], **process: dict[str, Any]) -> Path:
    """Write the session's files as another tool would; returns its folder."""
    folder = Path(repo.root) / ".workflow/active" / SESSION
    files = {"workflow-session.json": RECORD, **{f".task/{task['id']}.json": task for task in tasks}}
    files |= {f".process/{name.replace('_', '-')}.json": content for name, content in process.items()}
    for name, content in files.items():
        repo.write(f".workflow/active/{SESSION}/{name}", json.dumps(content))
    repo.write(f".workflow/active/{SESSION}/IMPL_PLAN.md", "# The plan of a person\n")
    return folder


@pytest.fixture
def scripted_fix(tmp_path: Path) -> Callable[..., str]:
    """Call with a fix for every task: the name of the scripted agent that makes it."""

    def write(answer: dict[str, Any]) -> str:
        path = tmp_path / "script.json"
        path.write_text(json.dumps({"name": "script", "analyses": analyses(10), "fixes": {"*": answer}}))
        return f"recorded:{path}"

    return write


@pytest.fixture
def ref() -> Iterator[Callable[..., cycle.SessionRef]]:
    """Call with a repository: the session to drive, given up at the end."""
    yield lambda repo: cycle.SessionRef(str(repo.root), SESSION, "owner-1")
    release("owner-1")


def test_a_session_of_the_documents_is_resumed_and_delivered(repository, scripted_fix, ref) -> None:
    repo = repository(files={**calc_files("add"), ".gitignore": ".workflow/\n"})
    planned = {**FIX, "id": "IMPL-fix-3", "status": "pending"}
    done = {**GENERATE, "status": "completed"}
    leave(repo, done, CYCLE, FIX, planned, iteration_state=STATE, test_results=RESULTS)
    store, session = SessionStore(repo.root, SESSION), ref(repo)
    cycle.generate_tests(session), cycle.validate_code(session), cycle.review_tests(session)
    wb = cycle.measure(session, {"agents": [scripted_fix(fix(GOOD))]})
    measured = wb.results().pass_rate
    assert wb.session.branch == f"testfix/{SESSION}" and wb.session.project == str(repo.root)
    state = store.state()
    assert state is not None and state.max_iterations == 5
    assert [(one.iteration, one.pass_rate) for one in state.iterations] == [(1, 50.0), (2, 60.0)]
    assert json.loads((store.folder / EARLIER / "test-results.json").read_text()) == RESULTS
    # as the compiled iterations of a run ask for them: what another tool did is not done again
    assert [cycle.plan(session, number) for number in (1, 2)] == [["IMPL-fix-1"], ["IMPL-fix-2"]]
    assert [cycle.attempt(session, task).result for task in ("IMPL-fix-1", "IMPL-fix-2")] == ["left_out", "left_out"]
    assert cycle.settle_iteration(session, 1).result == "partial_success"
    found = cycle.finish(session)
    assert (found["outcome"], found["iterations"], found["pass_rate"]) == ("success", 3, 100.0)
    assert measured not in (50.0, 60.0) and found["pass_rate_before"] == round(measured, 4), "not what others counted"
    assert f"baseline measured (pass: {format_rate(measured)}%)" in (store.folder / "TODO_LIST.md").read_text()
    task = json.loads((store.folder / ".task/IMPL-002.json").read_text())
    assert (task["written_by"], task["title"], task["status"]) == ("a person", CYCLE["title"], "completed")
    assert json.loads((store.folder / EARLIER / "IMPL-fix-3.json").read_text()) == planned
    assert found["recovered"] == [
        f"IMPL-fix-3 was planned by another tool and not carried out; it is kept in {EARLIER}."
    ]
    frames = session_frames(repo.root, SESSION)
    assert list(frames["iterations"]["iteration"]) == [3], "the history counts what was measured here"
    assert list(frames["attempts"]["task_id"]) == ["IMPL-fix-3"]
    assert list(frames["sessions"]["pass_rate_before"]) == [measured]
    delivered = use_cases.apply_session(repo.root, SESSION, yes=True, per_fix=False)
    assert delivered["applied"] and (repo.root / "calc.py").read_text() == GOOD


def test_a_given_plan_is_executed_as_it_is(repository, tmp_path, ref) -> None:
    repo = repository(files={**SHOP, ".gitignore": ".workflow/\n"})
    folder = leave(repo, GENERATE, CYCLE)
    repo.write(f".workflow/active/{SESSION}/.process/TEST_ANALYSIS_RESULTS.md", "# What a person found\n")
    session = ref(repo)
    made = cycle.generate_tests(session)
    cycle.validate_code(session), cycle.review_tests(session)
    cycle.measure(session, {"agents": [repairing(tmp_path)]})
    found = cycle.finish(session)
    assert found["outcome"] in ("success", "partial"), found["reason"]
    todo = (folder / "TODO_LIST.md").read_text()
    assert "Phase 2" not in todo and "- [x] IMPL-001: " in todo and "- [x] IMPL-002: " in todo
    assert any(test.kept for test in made.tests)
    assert (folder / "IMPL_PLAN.md").read_text() == "# The plan of a person\n"
    assert (folder / ".process/TEST_ANALYSIS_RESULTS.md").read_text() == "# What a person found\n"
    tasks = {task.id: task for task in SessionStore(repo.root, SESSION).tasks()}
    assert tasks["IMPL-001"].status == "completed"
    assert tasks["IMPL-001"].context.requirements == ["Tests for prices.py"]
    assert {"IMPL-001", "IMPL-002"} <= tasks.keys() and "IMPL-001.3" not in tasks


def test_the_cycle_waits_for_what_it_depends_on(repository: Callable[..., Any], ref: Callable[..., Any]) -> None:
    repo = repository(files={**calc_files(), ".gitignore": ".workflow/\n"})
    by_hand = {"id": "IMPL-004", "title": "Order the licence", "meta": {"type": "docs"}, "context": {}}
    depends = {"context": {**CYCLE["context"], "depends_on": ["IMPL-001", "IMPL-004", "IMPL-009"]}}
    folder = leave(repo, {**GENERATE, "status": "completed"}, {**CYCLE, **depends}, by_hand)
    session = ref(repo)
    with pytest.raises(UsageError, match=r"IMPL-002 waits for IMPL-004, IMPL-009\.") as refused:
        cycle.measure(session)
    assert "depends_on" in refused.value.next_step
    (folder / ".summaries").mkdir(exist_ok=True)
    (folder / ".summaries/IMPL-009-summary.md").write_text("# Done\n")
    (folder / ".task/IMPL-004.json").write_text(json.dumps({**by_hand, "status": "completed"}))
    assert cycle.measure(session).measured


def test_a_session_without_tasks_gets_that_of_the_cycle(repository, ref) -> None:
    repo = repository(files={**calc_files(), ".gitignore": ".workflow/\n"})
    odd = {"iterations": [{"iteration": 1, "pass_rate": 50, "strategy": "a strategy of its own"}]}
    leave(repo, iteration_state=odd)
    session = ref(repo)
    cycle.measure(session)
    found = cycle.finish(session)
    assert (found["outcome"], found["iterations"]) == ("success", 0)
    assert "can't be read: the iterations before do not count" in found["recovered"][0]
    assert [task.id for task in SessionStore(repo.root, SESSION).tasks()] == ["IMPL-002"]


@pytest.mark.parametrize(
    ("config", "said"),
    [({"budget_seconds": "many"}, "WFS-test-user-prices: budget_seconds must be a number"), ({"review_by": "ann"}, "")],
)
def test_settings_in_a_record_are_checked_and_those_of_others_left_out(repository, ref, config, said) -> None:
    repo = repository(files={**calc_files(), ".gitignore": ".workflow/\n"})
    folder = leave(repo, CYCLE)
    (folder / "workflow-session.json").write_text(json.dumps({**RECORD, "config": config}))
    if not said:
        assert ref(repo).open().config.budget_seconds
        return
    with pytest.raises(InvalidConfig, match=said) as refused:
        cycle.generate_tests(ref(repo))
    assert "workflow-session.json" in str(refused.value)


def test_one_that_another_tool_completed_is_said_to_be_so(repository, ref) -> None:
    repo = repository(files={**calc_files(), ".gitignore": ".workflow/\n"})
    folder = leave(repo, CYCLE)
    (folder / "workflow-session.json").write_text(json.dumps({**RECORD, "status": "completed"}))
    session = ref(repo)
    with pytest.raises(cycle.UnknownSession, match="is completed"):
        cycle.generate_tests(session), cycle.measure(session)
    assert json.loads((folder / "workflow-session.json").read_text()) == {**RECORD, "status": "completed"}
