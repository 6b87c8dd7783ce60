"""A completed session is archived when it completes; what was printed about it stays true."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from testfix_pipeline import sessions_view
from testfix_pipeline.workspace.archive import manifest
from testfix_pipeline_tests.cycle.projects import GOOD, analyses, calc_files, fix


def test_the_session_lies_in_the_archive_when_its_run_ends(
    measured: Callable[..., Any],
) -> None:
    session = measured(calc_files("add"), analyses(2), {"*": fix(GOOD)})
    before = session.store.path(".process/test-results.json")
    found = session.finish()
    archived = Path(session.repo.root) / ".workflow/archives" / session.ref.session_id
    assert (found["outcome"], found["folder"]) == ("success", str(archived))
    assert Path(found["report"]).is_file() and Path(found["report"]).is_relative_to(archived)
    assert json.loads((archived / ".process/session-result.json").read_text())["report"] == found["report"]
    assert before.is_file(), "a path from before the end leads to the same file"
    assert [entry["session_id"] for entry in manifest(session.repo.root)] == [session.ref.session_id]
    removed = sessions_view.remove(session.repo.root, session.ref.session_id, force=True)
    assert removed["removed"] == str(archived) and not before.parent.exists()
    assert not list((session.repo.root / ".workflow/active").glob("WFS-*"))


def test_what_can_not_be_archived_is_a_warning(measured: Callable[..., Any]) -> None:
    session = measured(calc_files("add"), analyses(2), {"*": fix(GOOD)})
    (session.repo.root / ".workflow/archives").write_text("not a folder")
    found = session.finish()
    assert found["outcome"] == "success" and "can't be archived" in found["warning"]
    assert Path(found["report"]).is_file() and "active" in Path(found["folder"]).parts


def test_a_session_that_is_not_completed_stays_where_it_is(measured: Callable[..., Any]) -> None:
    session = measured(calc_files("add"), analyses(2), {"*": fix(calc_files("add")["calc.py"])}, max_iterations=1)
    found = session.finish()
    assert found["outcome"] == "blocked" and "active" in Path(found["folder"]).parts
    assert Path(found["report"]).is_file() and manifest(session.repo.root) == []
