"""Finding sessions, whatever state and form they are in."""

import json

import pytest

from testfix_pipeline.core.errors import InvalidConfig, UnknownSession
from testfix_pipeline.core.identifiers import session_id_for
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.home import home
from testfix_pipeline.workspace.sessions.session_ids import taken_ids
from testfix_pipeline.workspace.sessions.session_lookup import append_sync, find_session, list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore


def make(repo, name: str, status: str = "active", created: str = "2026-01-01T00:00:00+00:00") -> None:
    SessionStore(repo.root, SessionId(name)).create(SessionRecord(session_id=name, status=status, created_at=created))


def old(repo, name: str, where: str = "active", **data) -> None:
    repo.write(f".workflow/{where}/{name}/workflow-session.json", json.dumps(data))


def test_all_sessions_are_listed_newest_first(repo):
    make(repo, "WFS-test-a", created="2026-01-01T00:00:00+00:00")
    make(repo, "WFS-test-b", created="2026-03-01T00:00:00+00:00")
    old(repo, "WFS-test-c", "archives", session_id="WFS-test-c", status="archived", created_at="2025-01-01")
    repo.write(".workflow/active/notes.txt", "no session")
    assert [(found.session_id, found.status) for found in list_sessions(repo.root)] == [
        *(("WFS-test-b", "active"), ("WFS-test-a", "active"), ("WFS-test-c", "completed"))
    ]


def test_a_project_without_sessions_has_none(repo):
    assert list_sessions(repo.root) == []


@pytest.mark.parametrize(
    "form",
    [
        {"workflow_type": "test_session", "status": "active"},
        {"session_id": "WFS-x", "type": "test", "status": "in_progress"},
        {"meta": {"session_type": "test-gen"}, "status": "active"},
        {"session": {"type": "test", "status": "active", "description": "x"}},
        {"id": "WFS-x", "type": "test-gen", "status": "active"},
    ],
)
def test_older_forms_of_a_test_session_are_found(repo, form):
    old(repo, "WFS-x", **form)
    (found,) = list_sessions(repo.root)
    assert (found.session_id, found.workflow_type, found.type, found.status) == (
        "WFS-x",
        "test_session",
        "test",
        "active",
    )
    assert find_session(repo.root, None, ["active"]) == "WFS-x"


def test_a_source_session_is_listed_but_is_no_test_session(repo):
    old(repo, "WFS-login", session_id="WFS-login", type="workflow", status="active", project="the login")
    assert list_sessions(repo.root)[0].workflow_type == "workflow"
    with pytest.raises(UnknownSession):
        find_session(repo.root, None, ["active"])


def test_a_damaged_session_is_listed_as_failed_and_not_touched(repo):
    make(repo, "WFS-test-good")
    broken = repo.write(".workflow/active/WFS-test-broken/workflow-session.json", "{")
    repo.write(".workflow/active/WFS-test-lost/IMPL_PLAN.md", "a plan")
    (repo.root / ".workflow/active/WFS-test-way-out").symlink_to("/tmp")
    found = {record.session_id: record for record in list_sessions(repo.root)}
    assert {name: record.status for name, record in found.items()} == {
        "WFS-test-good": "active",
        "WFS-test-broken": "failed",
        "WFS-test-lost": "failed",
        "WFS-test-way-out": "failed",
    }
    assert "can't be read" in found["WFS-test-broken"].note
    assert broken.read_text() == "{"


def test_a_folder_that_no_session_came_to_be_in_is_none(repo):
    repo.write(".workflow/active/WFS-test-early/.lock", "{}")
    repo.write(".workflow/active/WFS-test-early/.process/.iteration-state.json.0a.part", "{")
    assert list_sessions(repo.root) == []


def test_the_session_that_is_meant(repo):
    make(repo, "WFS-test-a", "paused", "2026-01-01T00:00:00+00:00")
    make(repo, "WFS-test-b", "blocked", "2026-02-01T00:00:00+00:00")
    assert find_session(repo.root, "WFS-test-a", ["active"]) == "WFS-test-a"
    assert find_session(repo.root, None, ["blocked"]) == "WFS-test-b"
    assert find_session(repo.root, None, ["paused", "blocked"], yes=True) == "WFS-test-b"


def test_where_it_is_not_clear_the_candidates_are_named(repo):
    make(repo, "WFS-test-a", "paused")
    make(repo, "WFS-test-b", "blocked")
    with pytest.raises(UnknownSession, match=r"WFS-test-\w \(\w+\), WFS-test-\w \(\w+\)"):
        find_session(repo.root, None, ["paused", "blocked"])
    with pytest.raises(UnknownSession, match=r"WFS-test-a \(paused\)"):
        find_session(repo.root, None, ["active"], yes=True)
    with pytest.raises(UnknownSession, match="WFS-test-none"):
        find_session(repo.root, "WFS-test-none", ["active"])
    with pytest.raises(InvalidConfig):
        find_session(repo.root, "../../etc", ["active"])


def test_a_new_id_is_used_by_nothing_yet(repo):
    assert session_id_for("Fix the Login!", taken_ids(repo.root)) == "WFS-test-fix-the-login"
    make(repo, "WFS-test-fix-the-login")
    old(repo, "WFS-test-fix-the-login-2", "archives", session_id="x")
    Mirror.open(repo.open(), "WFS-test-fix-the-login-3").snapshot()
    assert session_id_for("Fix the Login!", taken_ids(repo.root)) == "WFS-test-fix-the-login-4"


def test_the_session_sync_is_a_line_of_its_own(repo):
    append_sync(repo.root, "WFS-test-a", "Test-fix cycle complete: 100% pass rate")
    append_sync(repo.root, "WFS-test-b", "ü")
    rows = [json.loads(line) for line in (repo.root / ".workflow/sync.jsonl").read_text().splitlines()]
    assert [(row["session_id"], row["message"]) for row in rows] == [
        *(("WFS-test-a", "Test-fix cycle complete: 100% pass rate"), ("WFS-test-b", "ü"))
    ]


def test_what_a_session_said_last_is_not_said_twice(repo):
    for message, commit in (("a", "1"), ("a", "1"), ("a", "2"), ("b", "2"), ("a", "2")):
        append_sync(repo.root, "WFS-test-a", message, commit)
        append_sync(repo.root, "WFS-test-b", "between")
    rows = [json.loads(line) for line in (repo.root / ".workflow/sync.jsonl").read_text().splitlines()]
    assert [(row["message"], row["commit"]) for row in rows if row["session_id"] == "WFS-test-a"] == [
        *(("a", "1"), ("a", "2"), ("b", "2"), ("a", "2"))
    ]


def test_home_is_where_dagster_says_or_a_folder_of_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("DAGSTER_HOME", str(tmp_path / "dagster"))
    assert home() == tmp_path / "dagster"
    monkeypatch.setenv("DAGSTER_HOME", "relative")
    with pytest.raises(InvalidConfig, match="DAGSTER_HOME"):
        home()
    monkeypatch.delenv("DAGSTER_HOME")
    assert (home() / "workspace.yaml").is_file() or home() == tmp_path / "home" / ".testfix"
