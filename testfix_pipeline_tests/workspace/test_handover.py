"""Fixes handed on as a patch or a pushed branch, with a real remote; never by force, never more than the fix."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.analytics.history.session_updates import publish
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.records import Attempt, SessionRecord
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.delivery.handover import hand_over
from testfix_pipeline.workspace.delivery.remote_branch_status import look_at_remote
from testfix_pipeline.workspace.git.repository import Project
from testfix_pipeline.workspace.sessions import branch_status
from testfix_pipeline.workspace.sessions.store import SessionStore
from testfix_pipeline_tests.conftest import Repository

ID = SessionId("WFS-test-a")
BRANCH = f"testfix/{ID}"


@pytest.fixture
def fixed(repository: Callable[..., Any], tmp_path: Path) -> Any:
    """A clone of a bare remote, with a session's branch that repairs `a.py` and carries session files."""
    repo = repository("shop")
    base = repo.commit("first", **{"a.py": "A = 1\n"})
    repo.git("clone", "-q", "--bare", str(repo.root), str(tmp_path / "remote.git"))
    repo.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    repo.git("switch", "-q", "-c", BRANCH)
    head = repo.commit("fix", **{"a.py": "A = 2\n", f".workflow/active/{ID}/state.json": "{}"})
    repo.git("switch", "-q", "main")
    store = SessionStore(repo.root, ID)
    record = SessionRecord(session_id=ID, status="completed", base_commit=base, baseline_commit=base, branch=BRANCH)
    store.create(record)
    store.write_text(".process/session-result.json", json.dumps({"head_commit": head}))
    landed = {"result": "landed", "newly_passing": ["t.py::test_`<a>`"], "root_causes": ["A was 1."], "confidence": 0.3}
    store.append_attempt(Attempt.model_validate({"iteration": 1, "task_id": "f", "strategy": "conservative", **landed}))
    return repo


def remote(repo: Any) -> dict[str, str]:
    rows = repo.git("ls-remote", "--heads", "origin").split("\n")
    return {row.split("\t")[1]: row.split("\t")[0] for row in rows if row}


def test_a_patch_has_the_fix_and_no_session_files(fixed: Any) -> None:
    handed = hand_over(Project.open(fixed.root), ID, "patch")
    patch = Path(handed.place).read_text()
    assert "+A = 2" in patch and ".workflow" not in patch
    assert "test_'&lt;a>'" in handed.text.read_text() and "A was 1." in handed.text.read_text()
    assert "- Read first: f may be wrong (confidence 0.30): A was 1." in handed.text.read_text()
    fixed.git("apply", "--check", handed.place)


def test_a_pushed_branch_is_one_commit_on_the_users_own(fixed: Any) -> None:
    before = remote(fixed)
    assert hand_over(Project.open(fixed.root), ID, "push").place == f"origin/{BRANCH}"
    after = remote(fixed)
    pushed = after.pop(f"refs/heads/{BRANCH}")
    assert after == before
    fixed.git("fetch", "-q", "origin", BRANCH)
    assert fixed.git("rev-parse", f"{pushed}^").strip() == fixed.git("rev-parse", "main").strip()
    assert fixed.git("diff", "--name-only", "main", pushed).split() == ["a.py"]
    assert hand_over(Project.open(fixed.root), ID, "push").place == f"origin/{BRANCH}"
    assert remote(fixed)[f"refs/heads/{BRANCH}"] == pushed


def test_a_branch_of_somebody_else_is_never_overwritten(fixed: Any) -> None:
    other = fixed.commit("other", **{"c.py": "C = 1\n"})
    fixed.git("push", "-q", "origin", f"{other}:refs/heads/{BRANCH}")
    with pytest.raises(UsageError, match="another branch"):
        hand_over(Project.open(fixed.root), ID, "push")
    assert remote(fixed)[f"refs/heads/{BRANCH}"] == other


def test_uncommitted_work_stays_at_home_and_a_missing_remote_is_said(fixed: Any) -> None:
    fixed.git("remote", "remove", "origin")
    with pytest.raises(UsageError, match="can't be asked") as refused:
        hand_over(Project.open(fixed.root), ID, "push")
    assert "\n" not in refused.value.what, "git says more lines, which a report of one line is not made for"
    store = SessionStore(fixed.root, ID)
    snapshot = fixed.commit("snapshot", **{"b.py": "B = 1\n"})
    store.save_session(store.session().model_copy(update={"baseline_commit": snapshot}))
    with pytest.raises(UsageError, match="uncommitted work"):
        hand_over(Project.open(fixed.root), ID, "push")


def test_a_session_is_published_once_and_its_merge_is_noticed(fixed: Any) -> None:
    project = Project.open(fixed.root)
    assert publish(fixed.root, "push") == []  # nobody has looked yet what became of it
    branch_status.look(project)
    (said,) = publish(fixed.root, "push")
    assert f"published as origin/{BRANCH}" in said and publish(fixed.root, "push") == []
    assert branch_status.look(project) == []
    fixed.git("fetch", "-q", "origin")
    fixed.git("merge", "-q", f"origin/{BRANCH}")
    assert branch_status.look(project) == [ID]


@pytest.mark.parametrize("how", ["merge", "squash", "deleted", "moved on", "unreachable"])
def test_what_became_of_a_pushed_branch_is_asked_of_the_remote(fixed: Any, tmp_path: Path, how: str) -> None:
    """The user's refs stay where they are: the checkout may be weeks behind its remote."""
    project = Project.open(fixed.root)
    branch_status.look(project)
    assert publish(fixed.root, "push") == [f"{ID}: published as origin/{BRANCH}"]
    assert look_at_remote(project) == []
    other = Repository(tmp_path / "other")
    other.git("remote", "add", "origin", fixed.git("remote", "get-url", "origin").strip())
    other.git("fetch", "-q", "origin")
    other.git("reset", "-q", "--hard", "origin/main")
    other.commit("meanwhile", **{"b.py": "B = 2\n"})
    if how in ("merge", "squash"):
        other.git("merge", "-q", *(("--squash",) if how == "squash" else ("--no-ff",)), f"origin/{BRANCH}")
        other.git("commit", "-q", "--allow-empty", "-m", "take")
    other.git("push", "-q", "origin", "HEAD:main")
    if how != "moved on":
        other.git("push", "-q", "origin", f":refs/heads/{BRANCH}")
    if how == "unreachable":
        fixed.git("remote", "set-url", "origin", str(tmp_path / "nowhere"))
    before = fixed.refs()
    wanted = {"merge": "merged", "squash": "merged", "deleted": "deleted"}.get(how, "open")
    assert look_at_remote(project) == ([f"{ID}: {wanted} at origin"] if wanted != "open" else [])
    assert getattr(SessionStore(fixed.root, ID).session(), "delivered", "") == wanted
    assert fixed.refs() == before
    assert look_at_remote(project) == []
