"""Archiving, whole and killed at every step; archived sessions stay sessions."""

import errno
import itertools
import json
import os
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import ProjectError, SessionBusy, UnknownSession, UsageError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions import archive
from testfix_pipeline.workspace.sessions.archive import MARKER, archive_session, finish_interrupted, manifest
from testfix_pipeline.workspace.sessions.session_lock import claim, owner_of
from testfix_pipeline.workspace.sessions.session_lookup import find_session, list_sessions
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.killed_child import killed_before

SESSION = SessionId("WFS-test-a")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with a completed session; no git is needed for this."""
    make(tmp_path, SESSION)
    return tmp_path


def make(root: Path, name: str, status: str = "completed") -> SessionStore:
    store = SessionStore(root, SessionId(name))
    store.create(SessionRecord(session_id=name, status=status, description=f"about {name} ü", branch=f"testfix/{name}"))
    store.write_text(".process/test-output.log", "all green\n")
    return store


def contents(folder: Path) -> dict[str, bytes]:
    files = [file for file in folder.rglob("*") if file.is_file() and not file.name.startswith(".lock")]
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def archived_whole(root: Path, before: dict[str, bytes], session: str = SESSION) -> None:
    archives = root / ".workflow/archives"
    assert contents(archives / session) == before
    former = root / ".workflow/active" / session
    assert former.is_symlink() and former.resolve() == (archives / session).resolve()
    assert [entry["session_id"] for entry in manifest(root)].count(session) == 1


def test_a_completed_session_moves_and_is_listed(root):
    before = contents(root / ".workflow/active" / SESSION)
    assert archive_session(root, SESSION) == root / ".workflow/archives" / SESSION
    archived_whole(root, before)
    (entry,) = manifest(root)
    assert entry["description"] == f"about {SESSION} ü" and entry["path"] == f".workflow/archives/{SESSION}"
    assert finish_interrupted(root) == []


def test_paths_in_the_former_folder_stay_valid_and_are_no_second_session(root):
    log = SessionStore(root, SESSION).path(".process/test-output.log")
    archive_session(root, SESSION)
    assert log.read_text() == "all green\n"
    assert SessionStore(root, SESSION).folder == root / ".workflow/archives" / SESSION
    assert finish_interrupted(root) == [] and len(list_sessions(root)) == 1


def test_the_run_that_completed_a_session_archives_it_itself(root):
    with claim(SessionStore(root, SESSION), "run-7"):
        archive_session(root, SESSION, "run-7")
    archived = root / ".workflow/archives" / SESSION
    assert SessionStore(root, SESSION).folder == archived
    assert owner_of(SessionStore(root, SESSION)) is None and not list(root.rglob("*.part"))


@pytest.mark.parametrize("failing", ["sync_folder", "_leave_link"])
def test_an_archiving_that_a_full_disk_broke_off_is_finished_although_the_session_was_given_up(
    root: Path, failing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*paths: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(paths[0]))

    before = contents(root / ".workflow/active" / SESSION)
    with claim(SessionStore(root, SESSION), "run-7"), monkeypatch.context() as patched:
        patched.setattr(archive, failing, full)
        with pytest.raises(ProjectError, match="No space left"):
            archive_session(root, SESSION, "run-7")
    assert finish_interrupted(root) == [SESSION]
    archived_whole(root, before)


def test_an_archived_session_is_found_read_and_not_archived_again(root):
    archive_session(root, SESSION)
    listed = manifest(root)
    archive_session(root, SESSION)
    assert manifest(root) == listed
    assert SessionStore(root, SESSION).session().status == "completed"
    assert [(one.session_id, one.status) for one in list_sessions(root)] == [(SESSION, "completed")]
    assert find_session(root, SESSION, ["active"]) == SESSION
    with claim(SessionStore(root, SESSION), "apply"):
        assert (root / ".workflow/archives" / SESSION / ".lock").exists()


def test_a_lock_given_up_after_archiving_hides_nothing(root):
    """The run that completed the session may hold its claim until its process ends."""
    store = make(root, "WFS-test-b")
    held = claim(store, "run")
    moved = root / ".workflow/archives/WFS-test-b"
    moved.parent.mkdir()
    store.folder.rename(moved)
    held.release()
    assert (store.folder / ".lock.guard").exists()
    assert SessionStore(root, "WFS-test-b").folder == moved
    assert archive_session(root, "WFS-test-b") == moved


@pytest.mark.parametrize("status", ["planning", "active", "paused", "blocked", "failed"])
def test_only_completed_sessions_are_archived(root, status):
    make(root, "WFS-test-b", status)
    with pytest.raises(UsageError, match=f"WFS-test-b is {status}; only completed"):
        archive_session(root, "WFS-test-b")
    assert (root / ".workflow/active/WFS-test-b").is_dir() and manifest(root) == []


def test_a_session_that_someone_works_on_stays(root):
    with claim(SessionStore(root, SESSION), "run-7"), pytest.raises(SessionBusy, match="run-7 works on"):
        archive_session(root, SESSION)
    archive_session(root, SESSION)


def test_what_is_no_session_is_said(root):
    with pytest.raises(UnknownSession, match="WFS-test-none"):
        archive_session(root, "WFS-test-none")


def test_an_archive_outside_of_the_project_is_refused(root, tmp_path_factory):
    (root / ".workflow/archives").symlink_to(tmp_path_factory.mktemp("elsewhere"))
    with pytest.raises(ProjectError, match="leads out of"):
        archive_session(root, SESSION)
    assert SessionStore(root, SESSION).session().status == "completed"


def test_nothing_is_lost_where_both_folders_hold_something(root):
    (root / ".workflow/archives" / SESSION).mkdir(parents=True)
    (root / ".workflow/archives" / SESSION / "notes.txt").write_text("mine")
    with pytest.raises(ProjectError, match="exists already"):
        archive_session(root, SESSION)
    assert SessionStore(root, SESSION).session().status == "completed"


def test_a_manifest_of_older_tools_is_kept_and_a_damaged_one_made_again(root):
    path = root / ".workflow/archives/manifest.json"
    path.parent.mkdir()
    path.write_text(json.dumps([{"session_id": "WFS-login", "tags": ["x"]}]))
    archive_session(root, SESSION)
    assert [entry["session_id"] for entry in manifest(root)] == ["WFS-login", SESSION]
    assert manifest(root)[0]["tags"] == ["x"]
    path.write_text('{"archives": [{"sess')
    make(root, "WFS-test-b")
    archive_session(root, "WFS-test-b")
    assert sorted(entry["session_id"] for entry in manifest(root)) == [SESSION, "WFS-test-b"]
    assert path.with_name("manifest.json.damaged-1").read_text().startswith('{"archives": [{"sess')


def test_a_record_damaged_after_completion_does_not_keep_the_next_run_from_starting(root):
    folder = root / ".workflow/active" / SESSION
    (folder / MARKER).write_text("2026-01-01T00:00:00+00:00\n")
    (folder / "workflow-session.json").write_text("{")
    assert finish_interrupted(root) == [SESSION]
    assert manifest(root)[0]["status"] == "completed"


def changes_disk(event: str, arguments: Any) -> bool:
    return event in ("os.rename", "os.remove", "os.mkdir") or (event == "open" and bool(arguments[2] & os.O_ACCMODE))


def test_killed_at_any_change_of_the_disk_it_is_finished_by_the_next_run(tmp_path):
    kills, finished = 0, 0
    for number in itertools.count():
        root = tmp_path / str(number)
        before = contents(make(root, SESSION).folder)
        if not killed_before(number, changes_disk, partial(archive_session, root, SESSION)):
            break
        kills += 1
        half_done = bool(finish_interrupted(root))
        finished += half_done
        assert SessionStore(root, SESSION).session().status == "completed"
        if not half_done and not (root / ".workflow/archives" / SESSION).exists():
            archive_session(root, SESSION)  # it had not begun
        archived_whole(root, before)
        assert finish_interrupted(root) == []
        assert not list(root.rglob("*.part"))
    assert kills >= 8 and finished >= 4
