"""The plan: tasks in numbers, documents for people, and a check that finds whatever is missing."""

import json
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.plan_records import (
    Analysis,
    ContextPackage,
    CoverageStats,
    Finding,
    FrameworkInfo,
    GateReport,
    MissingTest,
    Requirement,
)
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.planning.analysis.document import render
from testfix_pipeline.planning.intake import Intake
from testfix_pipeline.planning.tasks.generation_tasks import plan_tasks, summary_text, write_plan
from testfix_pipeline.planning.tasks.plan_verification import missing_parts
from testfix_pipeline.steps.session.progress_list import progress_items
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.planning.plan_faults import assert_sound_plan

SESSION = SessionRecord(session_id="WFS-test-plan", description="Test the parser")
INTAKE = Intake("prompt", "Test the parser\n\n# and its errors", source={"kind": "text"})
CONTEXT = ContextPackage.model_validate(
    {
        "metadata": {"complexity": "Low"},
        "test_framework": FrameworkInfo(framework="pytest", version="9", test_directory="tests"),
        "test_coverage": {
            "existing_tests": ["tests/test_a.py"],
            "missing_tests": [
                MissingTest(
                    implementation_file="pkg/parser.py", suggested_test_file="tests/test_parser.py", reason="a|b"
                )
            ],
        },
        "source_context": {"changed_files": ["pkg/parser.py"]},
        "conflict_detection": {"risk_level": "low", "risk_factors": [], "mitigation_strategy": "None needed."},
    }
)


def requirement(number: int, file: str = "pkg/parser.py", **changes: Any) -> Requirement:
    given: dict[str, Any] = {"layer": "L1", "part": "happy", "target": f"f{number}", "cases": ["one", "two"], **changes}
    return Requirement(id=f"R{number}", file=file, **given)


def analysis(*requirements: Requirement, **changes: Any) -> Analysis:
    stats = CoverageStats(source="measured", line_rate=61.5, branch_rate=40.0, function_rate=50.0)
    given = {"coverage": stats, "requirements": list(requirements), "project_type": "library", **changes}
    return Analysis(session_id=SESSION.session_id, **given)


SMALL = analysis(
    requirement(1),
    requirement(2, part="boundary", cases=[]),
    requirement(3, layer="L3", part="journey", target="", cases=["buy"]),
    requirement(4, covered=True),
    findings=[Finding(category="placeholder_code", pattern="pass", severity="error", file="pkg/parser.py", line=3)],
)


def planned(made: Analysis = SMALL, limit: int = 0) -> list[Task]:
    return plan_tasks(SESSION, CONTEXT, made, max_iterations=limit)


@pytest.fixture
def store(tmp_path: Path) -> SessionStore:
    found = SessionStore(tmp_path, SESSION.session_id)
    found.create(SESSION)
    write_plan(found, SESSION, INTAKE, CONTEXT, SMALL, planned())
    return found


def test_the_four_tasks_count_what_they_ask_for() -> None:
    first, gate, review, cycle = planned(limit=7)
    assert [task.id for task in (first, gate, review, cycle)] == ["IMPL-001", "IMPL-001.3", "IMPL-001.5", "IMPL-002"]
    assert first.context.requirements == [
        "4 tests for 2 functions of pkg/parser.py (L1: 2 happy, 1 boundary; L3, optional: 1 journey)"
    ]
    assert first.context.acceptance == ["python -m pytest tests -q -k parser"]
    assert first.context.requirement_ids == ["R1", "R2", "R3"]
    assert first.flow_control["target_files"] == ["tests/test_parser.py"]
    assert [task.context.depends_on for task in (gate, review, cycle)] == [["IMPL-001"], ["IMPL-001.3"], ["IMPL-001.5"]]
    assert gate.context.focus_paths == ["pkg/parser.py"]
    assert cycle.meta.max_iterations == 7


def test_without_a_gap_nothing_is_generated() -> None:
    for made in (analysis(requirement(1, covered=True)), analysis(requirement(1), no_gap=True)):
        tasks = planned(made)
        assert {task.id: task.status for task in tasks} == {
            "IMPL-001": "skipped", "IMPL-001.3": "pending", "IMPL-001.5": "skipped", "IMPL-002": "pending",
        }  # fmt: skip
        assert (
            "- IMPL-001: Understand the tests and write new ones (@code-developer) - skipped: the analysis found"
            in (summary_text(SESSION, INTAKE, tasks))
        )


@given(st.lists(st.tuples(st.integers(0, 40), st.integers(0, 5)), min_size=1, max_size=60))
def test_big_projects_get_a_task_a_module_and_never_more_than_18(places: list[tuple[int, int]]) -> None:
    wanted = [requirement(n, f"pkg{module}/m{file}.py") for n, (module, file) in enumerate(places)]
    tasks = planned(analysis(*wanted, scale="modular"))
    modules = {module for module, _ in places}
    assert len(tasks) == min(18, 3 + len(modules))
    generation = [task for task in tasks if task.meta.type == "test-gen"]
    asked = [identifier for task in generation for identifier in task.context.requirement_ids]
    assert sorted(asked) == sorted(each.id for each in wanted)
    known = {task.id for task in tasks}
    assert len(known) == len(tasks)
    assert all(set(task.context.depends_on) <= known for task in tasks)
    gate = next(task for task in tasks if task.id == "IMPL-001.3")
    assert gate.context.depends_on == [task.id for task in generation]


@pytest.mark.parametrize(
    ("framework", "configured", "commands"),
    [
        ("jest", "", ("npx jest parser", "npx jest")),
        ("vitest", "", ("npx vitest run parser", "npx vitest run")),
        ("mocha", "", ("npx mocha --recursive --grep parser", "npx mocha --recursive")),
        ("node:test", "", ("node --test --test-name-pattern=parser", "node --test")),
        ("go test", "", ("go test ./... -run parser", "go test ./...")),
        ("cargo test", "", ("cargo test parser", "cargo test")),
        ("JUnit", "", ("mvn test -Dtest=*parser*", "mvn test")),
        ("unittest", "", ("python -m unittest discover -s tests -k parser", "python -m unittest")),
        ("pytest", "", ("python -m pytest tests -q -k parser", "python -m pytest")),
        ("unknown", "make check", ("make check", "make check")),
        ("unknown", "", ("testfix doctor", "testfix doctor")),
        ("report", "", ("testfix doctor", "testfix doctor")),
        ("pytest", "pytest -x", ("python -m pytest tests -q -k parser", "pytest -x")),
    ],
)
def test_acceptance_is_in_the_projects_own_framework(framework, configured, commands) -> None:
    info = FrameworkInfo(framework=framework, test_directory="tests")
    session = SESSION.model_copy(update={"config": {"test_command": configured}})
    tasks = plan_tasks(session, CONTEXT.model_copy(update={"test_framework": info}), SMALL, max_iterations=0)
    assert (tasks[0].context.acceptance[0], tasks[3].context.acceptance[0]) == commands


@pytest.mark.parametrize(("verdict", "code"), [("PASS", 0), ("SOFT_FAIL", 0), ("HARD_FAIL", 1), (None, 1)])
def test_the_gates_acceptance_reads_the_report(store: SessionStore, verdict: Any, code: int) -> None:
    if verdict:
        report = GateReport(gate="IMPL-001.3", verdict=verdict)
        store.write_text(".process/code-validation-report.json", report.model_dump_json())
    command = shlex.split(store.task("IMPL-001.3").context.acceptance[0])
    done = subprocess.run([sys.executable, *command[1:]], cwd=store.project_root, capture_output=True)
    assert done.returncode == code


def test_a_written_plan_is_whole_and_can_be_written_twice(store: SessionStore) -> None:
    assert_sound_plan(store)
    write_plan(store, SESSION, INTAKE, CONTEXT, SMALL, planned())
    assert_sound_plan(store)
    names = sorted(path.name for path in (store.folder / ".task").glob("*.json"))
    assert names == ["IMPL-001.3-validation.json", "IMPL-001.5-review.json", "IMPL-001.json", "IMPL-002.json"]


def test_the_documents_say_what_a_person_wants_to_know(store: SessionStore) -> None:
    plan = (store.folder / "IMPL_PLAN.md").read_text()
    assert "> Test the parser\n>\n> # and its errors" in plan
    assert "61.5% of lines (aim 80%), branches 40% (at least) (aim 70%)" in plan
    assert "| pkg/parser.py | medium | a\\|b | tests/test_parser.py |" in plan
    assert "- 4 tests for 2 functions of pkg/parser.py" in plan
    assert "  - checked by `python -m pytest tests -q -k parser`" in plan
    assert "- IMPL-002 after IMPL-001.5" in plan
    notes = (store.folder / "test-planning-notes.md").read_text()
    assert "- error: pkg/parser.py:3 placeholder_code" in notes
    assert "3 requirements, 1 of them run by the tests there are." in notes
    todo = (store.folder / "TODO_LIST.md").read_text()
    assert "- [x] Phase 4: tasks\n- [ ] Phase 5: test and fix\n  - [ ] IMPL-001: " in todo


def test_all_documents_say_the_thresholds_as_the_gates_have_them(store: SessionStore) -> None:
    plan, summary = (store.folder / "IMPL_PLAN.md").read_text(), summary_text(SESSION, INTAKE, planned())
    for text in (plan, summary, render(SMALL)):
        assert "- Test quality (IMPL-001.5): 80 % of lines and 70 % of branches run, no critical anti-pattern" in text
        assert "- Fix cycle (IMPL-002): every test passes, or at least 95 % with only low failures left\n" in text
        assert "at most 3 errors and 10 warnings\n" in text and "raised where" not in text


def test_secrets_of_a_description_stay_out_of_documents_and_summary(store: SessionStore) -> None:
    token = "ghp_" + "a1B2c3D4e5F6" * 3
    intake = Intake("prompt", f"Log in\nwith {token}", source={"kind": "text"})
    write_plan(store, SESSION, intake, CONTEXT, SMALL, planned())
    texts = [path.read_text() for path in store.folder.glob("*.md")] + [summary_text(SESSION, intake, planned())]
    assert not any(token in text for text in texts)
    assert any("> Log in" in text for text in texts)


def edited(store: SessionStore, name: str, change: Callable[[dict[str, Any]], Any]) -> None:
    path: Path = store.folder / ".task" / name
    data = json.loads(path.read_text())
    change(data)
    path.write_text(json.dumps(data))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda s: (s.folder / "IMPL_PLAN.md").unlink(), r"IMPL_PLAN.md is missing\."),
        (lambda s: (s.folder / "test-planning-notes.md").write_text(" \n"), r"test-planning-notes.md is empty\."),
        (lambda s: s.write_text("IMPL_PLAN.md", "# Goal\n"), r"IMPL_PLAN.md lacks Where the project stands, Tasks, "),
        (lambda s: (s.folder / ".task/IMPL-002.json").unlink(), r".task/IMPL-002.json is missing\."),
        (
            lambda s: (s.folder / ".task/IMPL-001.json").write_text("{"),
            r".task/IMPL-001.json can't be read as a task\.",
        ),
        (lambda s: edited(s, "IMPL-001.json", lambda d: d.update(id="IMPL-9")), r"IMPL-001.json holds the task IMPL-9"),
    ],
)
def test_whatever_is_missing_or_wrong_is_named(store, spoil, says) -> None:
    spoil(store)
    before = sorted(store.folder.rglob("*"))
    problems = missing_parts(store)
    assert any(re.search(says, problem) for problem in problems), problems
    assert sorted(store.folder.rglob("*")) == before


def test_a_plan_alone_leaves_execution_ahead(store: SessionStore) -> None:
    store.save_session(store.session().model_copy(update={"kind": "run"}))
    for name in ("context-package.json", "TEST_ANALYSIS_RESULTS.md"):
        store.write_text(f".process/{name}", "{}")

    def shown() -> dict[str, str]:
        return {item.title.partition(":")[0]: item.status for item in progress_items(store)}

    assert {shown()[name] for name in ("Phase 5", "IMPL-001", "IMPL-002")} == {"pending"}
    for task in store.tasks():
        if task.id != "IMPL-002":
            store.save_task(task.model_copy(update={"status": "completed"}))
    assert (shown()["Phase 5"], shown()["IMPL-002"]) == ("in_progress", "in_progress")


def test_the_list_shows_the_gates_after_all_tasks_of_generation(store: SessionStore) -> None:
    (first,) = [task for task in store.tasks() if task.id == "IMPL-001"]
    store.save_task(first.model_copy(update={"id": "IMPL-003"}))
    shown = [item.title.partition(":")[0] for item in progress_items(store) if item.title.startswith("IMPL-")]
    assert shown == ["IMPL-001", "IMPL-003", "IMPL-001.3", "IMPL-001.5", "IMPL-002"]
