"""Sessions of other workflows lie in the same folders: they are read and never changed."""

import json
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
from testfix_pipeline.cli.use_cases import session_actions
from testfix_pipeline.cli.views import status_view
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.steps.session import workbench
from testfix_pipeline.steps.session.session_folder import tidy
from testfix_pipeline.workspace.sessions.archive import MARKER, archive_session, finish_interrupted, manifest
from testfix_pipeline.workspace.sessions.session_lookup import find_session, list_sessions, own_sessions

# As other tools write them; the last names look like ours.
FOREIGN: dict[str, dict[str, Any]] = {
    "WFS-login": {"session_id": "WFS-login", "type": "workflow", "status": "completed", "description": "the login"},
    "WFS-carts": {"session_id": "WFS-carts", "workflow_type": "tdd", "type": "test", "status": "archived"},
    "WFS-review": {"id": "WFS-review", "meta": {"session_type": "review"}, "status": "reviewing"},
    "WFS-test-runner-rewrite": {"session_id": "WFS-test-runner-rewrite", "status": "completed"},
}
OURS = {"session_id": "WFS-test-done", "workflow_type": "test_session", "status": "completed"}


@pytest.fixture
def crowded(repository: Any) -> Any:
    """A project with finished sessions of other workflows, one half archived, and one folder about to be filled."""
    repo = repository(files={"a.py": "A = 1\n", ".gitignore": ".workflow/\n"})
    for name, record in FOREIGN.items():
        repo.write(f".workflow/active/{name}/workflow-session.json", json.dumps(record))
        repo.write(
            f".workflow/active/{name}/.task/IMPL-001.json", json.dumps({"id": "IMPL-001", "status": "completed"})
        )
        repo.write(f".workflow/active/{name}/.notes.part", "half written by its owner")
    repo.write(f".workflow/active/WFS-carts/{MARKER}", "")
    (repo.root / ".workflow/active/WFS-next/.task").mkdir(parents=True)
    return repo


def looks(repo: Any) -> tuple[dict[str, str], bool]:
    """Every file of the other workflows' sessions, and whether the folder that waits is still there."""
    names = (*(f".workflow/active/{name}/" for name in FOREIGN), ".workflow/archives/")
    kept = {name: digest for name, digest in repo.fingerprint().items() if name.startswith(names)}
    return kept, (repo.root / ".workflow/active/WFS-next/.task").is_dir()


def test_a_new_session_archives_and_sweeps_nothing_of_others(crowded: Any) -> None:
    before = looks(crowded)
    tidy(crowded.open())
    assert looks(crowded) == before
    assert finish_interrupted(crowded.root) == []
    assert looks(crowded) == before


def test_a_completed_test_session_of_any_tool_is_archived(crowded: Any) -> None:
    crowded.write(".workflow/active/WFS-test-done/workflow-session.json", json.dumps(OURS))
    tidy(crowded.open())
    assert [entry["session_id"] for entry in manifest(crowded.root)] == ["WFS-test-done"]
    assert [one.session_id for one in own_sessions(crowded.root)] == ["WFS-test-done"]
    assert {one.session_id for one in list_sessions(crowded.root)} == {*FOREIGN, "WFS-test-done"}


def commands(root: Path, name: str) -> dict[str, Any]:
    return {
        "archive": lambda: use_cases.archive(root, name, yes=False),
        "archive itself": lambda: archive_session(root, SessionId(name)),
        "complete": lambda: session_actions.complete(root, SessionId(name)),
        "sync": lambda: session_actions.sync(root, SessionId(name), "hello"),
        "remove": lambda: session_actions.remove(root, SessionId(name), force=True),
        "apply": lambda: use_cases.apply_session(root, name, yes=True, per_fix=False),
        "expand": lambda: use_cases.expand_session(root, name, ["test"], yes=True),
        "execute": lambda: use_cases.go_on("execute", root, name, True, {}, True),
        "resume": lambda: use_cases.go_on("resume", root, name, True, {}, True),
        "a run of the UI": lambda: workbench.load(root, SessionId(name)),
    }


@pytest.mark.parametrize("name", FOREIGN)
def test_no_command_changes_a_session_of_another_workflow(crowded: Any, name: str) -> None:
    before = crowded.fingerprint()
    for command, do in commands(crowded.root, name).items():
        with pytest.raises(UsageError, match="another workflow") as refused:
            do()
        assert f"testfix run {name}" in refused.value.next_step, command
    found = status_view.status(crowded.root, name)
    assert found["session_id"] == name and "another workflow" in found["error"]
    assert found["progress"] == ["[x] IMPL-001"], "its own tasks, and no cycle that nobody began"
    assert "branch" not in status_view.text(found)
    rows = {row["session_id"]: row["note"] for row in status_view.status(crowded.root, "")["sessions"]}
    assert "another workflow" in rows[name]
    assert crowded.fingerprint() == before


def test_without_a_name_only_test_sessions_are_meant(crowded: Any) -> None:
    crowded.write(".workflow/active/WFS-test-done/workflow-session.json", json.dumps(OURS))
    assert find_session(crowded.root, None, ["completed", "active"]) == "WFS-test-done"
