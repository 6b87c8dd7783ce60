"""A completed session is archived when it completes; what was printed about it stays true."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.cli.use_cases import launch_use_cases as use_cases
from testfix_pipeline.cli.use_cases import session_actions
from testfix_pipeline.core.errors import UnknownSession
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.sessions.archive import manifest
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix


def test_the_session_lies_in_the_archive_when_its_run_ends(measured: Callable[..., Any]) -> None:
    session = measured(calc_files("add"), analyses(2), {"*": fix(GOOD)})
    before = session.store.path(".process/test-results.json")
    found = session.finish()
    archived = Path(session.repo.root) / ".workflow/archives" / session.ref.session_id
    assert (found["outcome"], found["folder"]) == ("success", str(archived))
    assert Path(found["report"]).is_file() and Path(found["report"]).is_relative_to(archived)
    assert json.loads((archived / ".process/session-result.json").read_text())["report"] == found["report"]
    assert before.is_file(), "a path from before the end leads to the same file"
    assert [entry["session_id"] for entry in manifest(session.repo.root)] == [session.ref.session_id]
    removed = session_actions.remove(session.repo.root, session.ref.session_id, force=True)
    assert removed["removed"] == str(archived) and not before.parent.exists()
    assert not list((session.repo.root / ".workflow/active").glob("WFS-*"))


def test_what_can_not_be_archived_is_a_warning(measured: Callable[..., Any]) -> None:
    session = measured(calc_files("add"), analyses(2), {"*": fix(GOOD)})
    (session.repo.root / ".workflow/archives").write_text("not a folder")
    found = session.finish()
    assert found["outcome"] == "success" and "can't be archived" in found["warning"]
    assert Path(found["report"]).is_file() and "active" in Path(found["folder"]).parts


def test_a_resume_archives_what_was_killed_between_completing_and_archiving(repository: Callable[..., Any]) -> None:
    repo = repository(files={"calc.py": "ONE = 1\n"})
    store = SessionStore(repo.root, SessionId("WFS-test-killed"))
    store.create(SessionRecord(session_id="WFS-test-killed", status="completed", branch="testfix/WFS-test-killed"))
    half = store.folder / ".TODO_LIST.md.0a1b2c3d.part"
    half.write_text("- [x] IMPL-")
    with pytest.raises(UnknownSession, match="completed"):
        use_cases.go_on("resume", repo.root, "", False, {}, quiet=True)
    archived = repo.root / ".workflow/archives/WFS-test-killed"
    assert store.folder.resolve() == archived.resolve() and not list(archived.glob(".*.part"))


def test_a_session_that_is_not_completed_stays_where_it_is(measured: Callable[..., Any]) -> None:
    session = measured(calc_files("add"), analyses(2), {"*": fix(calc_files("add")["calc.py"])}, max_iterations=1)
    found = session.finish()
    assert found["outcome"] == "blocked" and "active" in Path(found["folder"]).parts
    assert Path(found["report"]).is_file() and manifest(session.repo.root) == []
