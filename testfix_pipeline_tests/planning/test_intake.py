"""The three kinds of input, and every input that is refused."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import (
    DamagedState,
    InvalidConfig,
    PipelineError,
    ProjectError,
    UnknownSession,
    UsageError,
)
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.task_records import Task
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.planning.intake import read_input
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions.store import SessionStore

SOURCE = SessionId("WFS-user-auth")


@pytest.fixture
def project(repository: Callable[..., Any]) -> Project:
    return repository(files={"calc.py": "x = 1\n"}).open()


def source(project: Project, place: str = "active", /, **files: Any) -> Path:
    """A source session of another tool, with a completed task unless `files` say otherwise."""
    folder = project.root / ".workflow" / place / SOURCE
    given = {
        "workflow-session.json": {"session_id": SOURCE, "status": "completed", "description": "Add a login"},
        ".task/IMPL-001.json": {"id": "IMPL-001", "title": "Log in", "status": "completed"},
        **files,
    }
    for name, content in given.items():
        if content is None:
            continue
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content if isinstance(content, str) else json.dumps(content))
    return folder


def refused(project: Project, text: str) -> PipelineError:
    before = sorted(project.root.rglob("*"))
    with pytest.raises(PipelineError) as error:
        read_input(project, text)
    assert sorted(project.root.rglob("*")) == before
    assert error.value.next_step
    return error.value


@pytest.mark.parametrize(
    "text", ["Test the parser", "为解析器编写测试", "Mend what README.md", "WFS is a prefix", "a/b"]
)
def test_a_sentence_is_taken_as_it_is(project: Project, text: str) -> None:
    intake = read_input(project, f"  {text}\n")
    assert (intake.mode, intake.description, intake.source_session_id) == ("prompt", text, None)


def test_a_requirements_file_may_lie_anywhere(project, tmp_path, monkeypatch) -> None:
    (tmp_path / "my wishes.md").write_bytes(b"\xef\xbb\xbf# Wishes\n\nMore tests\n")
    (project.root / "inside.md").write_text("In the project\n")
    monkeypatch.chdir(tmp_path)
    assert read_input(project, str(tmp_path / "my wishes.md")).description == "# Wishes\n\nMore tests"
    assert read_input(project, "my wishes.md").source == {"kind": "file", "path": str(tmp_path / "my wishes.md")}
    assert read_input(project, "inside.md").description == "In the project"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b" \n\t\n", "is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is binary"),
        ("Prüfe".encode("latin-1"), "is not UTF-8 (byte 2)"),
        ("Test".encode("utf-16"), "is UTF-16"),
        (b"x" * (1024 * 1024 + 1), "is over 1 MiB (1048577 bytes)"),
    ],
)
def test_an_unusable_requirements_file_is_named_with_the_reason(project: Project, content: bytes, says: str) -> None:
    file = project.root / "wishes.md"
    file.write_bytes(content)
    error = refused(project, str(file))
    assert isinstance(error, UsageError)
    assert str(file) in error.what
    assert says in error.what


def test_a_missing_file_is_not_taken_for_a_sentence(project: Project) -> None:
    assert "There is no requirements file" in refused(project, "gone.md").what
    assert "is a folder" in refused(project, f"{_folder(project)}").what
    assert "There is no requirements file" in refused(project, "~nobody-at-all/x.md").what
    assert "There is no requirements file" in refused(project, "x" * 5000 + ".md").what


def _folder(project: Project) -> Path:
    folder = project.root / "folder.md"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("text", ["", "  \n", "a\0b", "not utf-8 \udcff", "x" * (1024 * 1024 + 1)])
def test_what_is_no_text_is_refused(project: Project, text: str) -> None:
    assert isinstance(refused(project, text), UsageError)


@pytest.mark.parametrize("place", ["active", "archives"])
def test_a_source_session_hands_on_its_whole_description(project: Project, place: str) -> None:
    text = "Add a login\n\n" + "with every detail " * 500
    record = {"session_id": SOURCE, "status": "archived", "description": text, "base_commit": "abc"}
    source(project, place, **{"workflow-session.json": record})
    intake = read_input(project, SOURCE)
    assert (intake.mode, intake.description, intake.source_session_id) == ("session", text, SOURCE)
    assert intake.source["archived"] == (place == "archives")
    assert intake.source["base_commit"] == "abc"
    assert [task["id"] for task in intake.source["completed_tasks"]] == ["IMPL-001"]


def test_a_source_session_hands_on_what_its_tasks_had_to_achieve(project: Project) -> None:
    stated = [
        "`login('')` raises ValueError",
        "make sure that names are short",
        "go on after an error",
        "test that it ends",
    ]
    commands = ["pytest -q tests", "make test", "go test ./...", "ruff check .", "tsc --noEmit", "test -f a.py", "./go"]
    context = {"requirements": [*stated[:1], "\0", 3], "acceptance": [*stated[1:], *commands]}
    task = {"id": "IMPL-002", "status": "completed", "meta": {"type": "feature"}, "context": context}
    source(
        project,
        **{
            ".task/IMPL-002.json": task,
            ".task/IMPL-003.json": {**task, "id": "IMPL-003", "meta": {"type": "test-gen"}},
        },
    )
    found = {task["id"]: task["stated"] for task in read_input(project, SOURCE).source["completed_tasks"]}
    assert found == {"IMPL-001": [], "IMPL-002": stated, "IMPL-003": []}


@pytest.mark.parametrize(
    ("record", "described"),
    [
        ({"session": {"description": "nested"}, "status": "done"}, "nested"),
        ({"meta": {"session_type": "workflow", "original_description": "the first words"}}, "the first words"),
        ({"original_description": "whole", "description": "short"}, "whole"),
        ({"topic": "by topic", "status": "some-state-of-theirs"}, "by topic"),
        ({"status": "completed"}, "Log in"),
    ],
)
def test_older_forms_of_a_source_session(project: Project, record: dict[str, Any], described: str) -> None:
    source(project, **{"workflow-session.json": record})
    assert read_input(project, SOURCE).description == described


@pytest.mark.parametrize(
    "files",
    [
        {".task/IMPL-001.json": {"task_id": "IMPL-001", "status": "done", "type": "feature"}},
        {".task/IMPL-001.json": {"id": "IMPL-001", "status": "active"}, ".summaries/IMPL-001-summary.md": "Done."},
        {".task/IMPL-001.json": None, ".summaries/IMPL-001-summary.md": "Done."},
        {
            ".task/IMPL-001.json": None,
            ".task/IMPL-001.3-validation.json": {"id": "IMPL-001.3", "status": "pending"},
            ".summaries/IMPL-001.3-summary.md": "Done.",
        },
    ],
)
def test_a_task_is_completed_by_its_status_or_its_summary(project: Project, files: dict[str, Any]) -> None:
    source(project, **files)
    assert len(read_input(project, SOURCE).source["completed_tasks"]) == 1


def test_our_own_finished_session_is_a_source(project: Project) -> None:
    store = SessionStore(project.root, SOURCE)
    store.create(SessionRecord(session_id=SOURCE, description="Ours", base_commit=project.head))
    store.save_task(
        Task(
            id="IMPL-002",
            status="completed",
            context={"focus_paths": ["calc.py"]},
            flow_control={"target_files": [{"path": "t.py"}]},
        )
    )
    task = read_input(project, SOURCE).source["completed_tasks"][0]
    assert (task["focus_paths"], task["target_files"]) == (["calc.py"], ["t.py"])


def test_the_two_errors_of_a_source_session_are_distinct_and_name_it(project: Project) -> None:
    missing = refused(project, SOURCE)
    source(project, **{".task/IMPL-001.json": {"id": "IMPL-001", "status": "pending"}})
    unfinished = refused(project, SOURCE)
    assert isinstance(missing, UnknownSession)
    assert not isinstance(unfinished, UnknownSession)
    assert SOURCE in missing.what
    assert SOURCE in unfinished.what
    assert "1 IMPL-* tasks, none of them completed" in unfinished.what


def test_a_damaged_source_session_says_which_file(project: Project) -> None:
    folder = source(project, **{"workflow-session.json": "{ torn"})
    error = refused(project, SOURCE)
    assert isinstance(error, DamagedState)
    assert str(folder / "workflow-session.json") in error.what
    (folder / "workflow-session.json.bak").write_text(json.dumps({"description": "from the earlier copy"}))
    assert read_input(project, SOURCE).description == "from the earlier copy"


@pytest.mark.parametrize("text", ["WFS-../../etc", "WFS-a b", "WFS-x/y"])
def test_an_id_that_is_none_is_refused(project: Project, text: str) -> None:
    assert isinstance(refused(project, text), InvalidConfig)


def test_a_source_session_outside_of_the_project_is_refused(project: Project, tmp_path: Path) -> None:
    active = project.root / ".workflow" / "active"
    active.mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (active / SOURCE).symlink_to(tmp_path / "elsewhere")
    assert isinstance(refused(project, SOURCE), ProjectError)
