"""What became of a session's branch, in real repositories; and removing a session."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.analytics.history.history_store import History
from testfix_pipeline.analytics.history.session_updates import follow
from testfix_pipeline.cli.use_cases import session_actions
from testfix_pipeline.core.errors import PipelineError
from testfix_pipeline.core.records import SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.session_lock import claim
from testfix_pipeline.workspace.sessions.store import SessionStore

ID = SessionId("WFS-test-a")
BRANCH = f"testfix/{ID}"


@pytest.fixture
def fixed(repository: Callable[..., Any]) -> Any:
    """A repository with an ended session whose branch holds a fix of `a.py`."""
    repo = repository("shop")
    base = repo.commit("first", **{"a.py": "A = 1\n", "b.py": "B = 1\n"})
    repo.git("switch", "-q", "-c", BRANCH)
    head = repo.commit("fix", **{"a.py": "A = 2\n"})
    repo.git("update-ref", f"refs/testfix/{ID}/IMPL-fix-2", base)
    repo.git("switch", "-q", "main")
    store = SessionStore(repo.root, ID)
    store.create(
        SessionRecord(session_id=ID, status="completed", base_commit=base, baseline_commit=base, branch=BRANCH)
    )
    store.write_text(".process/session-result.json", json.dumps({"head_commit": head}))
    return repo


def delivered(repo: Any) -> str:
    branch_status.look(Project.open(repo.root))
    return str(getattr(SessionStore(repo.root, ID).session(), "delivered", ""))


def test_a_branch_that_nobody_took_is_open_and_noticed_once(fixed: Any) -> None:
    project = Project.open(fixed.root)
    assert branch_status.look(project) == [ID] and branch_status.look(project) == []
    assert delivered(fixed) == "open"


@pytest.mark.parametrize(
    "how", [("merge", "-q", "--no-ff", "-m", "take"), ("merge", "-q", "--squash"), ("cherry-pick",)]
)
def test_a_merge_a_squash_and_a_cherry_pick_are_merges(fixed: Any, how: tuple[str, ...]) -> None:
    assert delivered(fixed) == "open"
    fixed.commit("meanwhile", **{"b.py": "B = 2\n"})
    fixed.git(*how, BRANCH)
    fixed.git("commit", "-q", "--allow-empty", "-m", "squashed")
    assert delivered(fixed) == "merged"
    fixed.git("branch", "-q", "-D", BRANCH)
    assert delivered(fixed) == "merged"


def test_a_branch_that_went_unmerged_is_deleted(fixed: Any) -> None:
    fixed.git("branch", "-q", "-D", BRANCH)
    assert delivered(fixed) == "deleted"


def test_a_session_that_landed_nothing_has_no_branch_status(fixed: Any) -> None:
    store = SessionStore(fixed.root, ID)
    store.save_session(store.session().model_copy(update={"baseline_commit": fixed.git("rev-parse", BRANCH).strip()}))
    assert delivered(fixed) == ""


def test_following_appends_what_is_new_or_changed_and_nothing_else(fixed: Any, tmp_path: Path) -> None:
    history = History(tmp_path / "history")
    assert len(follow(history, [fixed.root, tmp_path / "gone"])) == 1
    assert list(history.read("sessions")["delivered"]) == ["open"]
    assert follow(history, [fixed.root]) == []
    fixed.git("merge", "-q", BRANCH)
    assert len(follow(history, [fixed.root])) == 1
    assert list(history.read("sessions")["delivered"]) == ["merged"]


def test_a_session_is_removed_with_its_refs_and_nothing_else(fixed: Any) -> None:
    with pytest.raises(PipelineError, match="no other branch has"):
        session_actions.remove(fixed.root, ID, force=False)
    with claim(SessionStore(fixed.root, ID), "a run"), pytest.raises(PipelineError, match="a run works on"):
        session_actions.remove(fixed.root, ID, force=True)
    fixed.git("switch", "-q", BRANCH)
    with pytest.raises(PipelineError, match="is checked out"):
        session_actions.remove(fixed.root, ID, force=True)
    fixed.git("switch", "-q", "main")
    fixed.git("merge", "-q", BRANCH)
    found = session_actions.remove(fixed.root, ID, force=False)
    assert not Path(found["removed"]).exists()
    assert fixed.refs().keys() == {"refs/heads/main"}
    with pytest.raises(PipelineError, match="no session"):
        session_actions.remove(fixed.root, ID, force=True)
