"""The session's branch: what is committed, landed, kept and read back, and what never reaches the user's repository."""

import os
import stat

import pytest

from testfix_pipeline.core.errors import ProjectError, UsageError
from testfix_pipeline.workspace.git.mirror import Mirror

SESSION = "WFS-test-demo"
RESULTS = f".workflow/active/{SESSION}/.process/test-results.json"
FIXED = "def add(a, b):\n    return a + b\n"
GAIN = "test-cycle: iteration 1 - CONSERVATIVE strategy (pass: 50% → 100%)"


@pytest.fixture
def tree(mirror):
    return mirror.add_worktree("w", mirror.tip)


def fix(mirror, tree, content=FIXED, message=GAIN, extra=None):
    (tree / "calc.py").write_text(content)
    return mirror.commit(tree, message, {RESULTS: b"{}"} if extra is None else extra)


def test_a_commit_holds_the_fix_and_the_sessions_files_only(repo, mirror, tree):
    (tree / "added.py").write_text("x\n")
    (tree / ".workflow").mkdir()
    (tree / ".workflow/log").write_text("not this")
    commit = fix(mirror, tree)
    mirror.land(commit)
    assert repo.git("show", "--format=", "--name-only", commit).split() == [RESULTS, "added.py", "calc.py"]
    assert repo.git("log", "-1", "--format=%s|%an|%ae|%(trailers:key=Test-Session,valueonly)", commit).strip() == (
        f"{GAIN}|Ada|ada@example.org|{SESSION}"
    )
    assert mirror.changes(tree) == []
    assert not (tree / RESULTS).exists()
    assert mirror.read(commit, RESULTS) == b"{}"
    assert mirror.read(commit, "missing.py") is None
    assert RESULTS not in mirror.files(commit)


def test_the_sessions_files_stay_in_the_next_commit(mirror, tree):
    fix(mirror, tree)
    second = fix(mirror, tree, content="x = 2\n", extra={})
    assert mirror.read(second, RESULTS) == b"{}"


def test_a_commit_may_hold_the_sessions_files_alone(mirror, tree):
    commit = mirror.commit(tree, "test-cycle: done", {RESULTS: b"1"})
    assert mirror.tree_hash(commit) == mirror.tree_hash(mirror.tip)
    assert mirror.read(commit, RESULTS) == b"1"


def test_landing_moves_the_branch_once(repo, mirror, tree):
    commit = fix(mirror, tree)
    mirror.land(commit)
    mirror.land(commit)
    assert mirror.tip == commit == repo.refs()[f"refs/heads/testfix/{SESSION}"]
    assert mirror.log() == [(commit, GAIN)]
    mirror.land(mirror.snapshot().baseline_commit)
    assert mirror.tip == commit


def test_what_does_not_continue_the_branch_is_not_landed(mirror, tree):
    other = mirror.add_worktree("other", mirror.tip)
    mirror.land(fix(mirror, tree))
    with pytest.raises(ProjectError, match="does not continue"):
        mirror.land(fix(mirror, other, content="other = 1\n"))


def test_a_rollback_tells_the_story_and_has_the_old_source(repo, mirror, tree):
    before = mirror.tip
    worse = fix(mirror, tree)
    back = mirror.revert_commit(worse, "test-cycle: rollback iteration 1", {RESULTS: b"2"})
    mirror.land(back)
    assert [commit for commit, _ in mirror.log()] == [worse, back]
    assert mirror.tree_hash(back) == mirror.tree_hash(before)
    assert mirror.read(back, RESULTS) == b"2"
    assert mirror.source_diff(before, back) == ""


def test_a_landed_commit_outlives_the_mirror(repo, mirror, tree):
    commit = fix(mirror, tree)
    mirror.land(commit)
    ref = mirror.keep(fix(mirror, tree, content="other = 1\n"), "IMPL-fix-1b")
    mirror.close()
    repo.git("fsck", "--strict")
    assert repo.git("show", f"{commit}:calc.py") == FIXED
    assert ref == f"refs/testfix/{SESSION}/IMPL-fix-1b"
    assert repo.git("show", f"{ref}:calc.py") == "other = 1\n"
    again = Mirror.open(repo.open(), SESSION)
    assert again.tip == commit
    assert (again.add_worktree("w", again.tip) / "calc.py").read_text() == FIXED


def test_keeping_a_task_twice_keeps_the_last(repo, mirror, tree):
    ref = mirror.keep(fix(mirror, tree), "IMPL-fix-2a")
    other = mirror.add_worktree("other", mirror.tip)
    last = fix(mirror, other, content="other = 1\n")
    assert mirror.keep(last, "IMPL-fix-2a") == ref
    assert repo.refs()[ref] == last


@pytest.mark.parametrize("task", ["snapshot", "../x", "a b", "", "x.lock"])
def test_what_is_no_task_is_not_kept(mirror, task):
    with pytest.raises(UsageError):
        mirror.keep(mirror.tip, task)


def test_the_source_difference_leaves_the_sessions_files_out(mirror, tree):
    before = mirror.tip
    commit = fix(mirror, tree)
    patch = mirror.source_diff(before, commit)
    assert "return a + b" in patch
    assert ".workflow" not in patch


def _set_traps(repo, marker) -> None:
    """Hooks that fail and leave a trace, and settings that would sign, page, colour or run a program."""
    hooks = ("pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-checkout", "post-merge")
    for name in (
        *hooks,
        "pre-receive",
        "update",
        "post-update",
        "post-index-change",
        "pre-auto-gc",
        "prepare-commit-msg",
    ):
        hook = repo.write(f".git/hooks/{name}", f"#!/bin/sh\necho {name} >> '{marker}'\nexit 1\n")
        hook.chmod(hook.stat().st_mode | stat.S_IXUSR)
    for setting in ("commit.gpgsign=true", "gpg.program=false", "color.ui=always", "diff.noprefix=true", "gc.auto=1"):
        repo.git("config", *setting.split("="))
    repo.git("config", "core.fsmonitor", f"touch '{marker}'; false")
    repo.git("config", "diff.external", "false")


def test_nothing_of_the_users_set_up_is_triggered_or_changed(repo, tmp_path):
    marker = tmp_path / "trace"
    _set_traps(repo, marker)
    repo.write("new.py", "x = 1\n")
    before = repo.fingerprint()
    mirror = Mirror.open(repo.open(), SESSION)
    mirror.snapshot()
    tree = mirror.add_worktree("w", mirror.tip)
    commit = fix(mirror, tree)
    mirror.land(commit)
    mirror.keep(commit, "IMPL-fix-1")
    assert "+    return a + b" in mirror.source_diff(f"{commit}^", commit)
    mirror.close()
    assert not marker.exists()
    assert repo.fingerprint() == before


def test_hooks_of_the_users_global_set_up_are_not_triggered(repo, own_world, tmp_path):
    hooks = tmp_path / "hooks"
    hooks.mkdir()
    (hooks / "reference-transaction").write_text("#!/bin/sh\nexit 1\n")
    (hooks / "reference-transaction").chmod(0o755)
    with (own_world / ".gitconfig").open("a") as config:
        config.write(f"[core]\n\thooksPath = {hooks}\n[commit]\n\tgpgSign = true\n[protocol]\n\tversion = 0\n")
    mirror = Mirror.open(repo.open(), SESSION)
    mirror.snapshot()
    commit = fix(mirror, mirror.add_worktree("w", mirror.tip))
    mirror.land(commit)
    assert repo.refs()[f"refs/heads/testfix/{SESSION}"] == commit


def test_a_checked_out_session_branch_is_not_moved_under_the_user(repo, mirror, tree):
    repo.git("checkout", "-q", mirror.branch)
    before = repo.fingerprint()
    with pytest.raises(ProjectError, match="checked out") as caught:
        mirror.land(fix(mirror, tree))
    assert "git switch" in caught.value.next_step
    assert repo.fingerprint() == before


def test_commits_of_the_user_on_the_branch_are_not_lost(repo, mirror, tree):
    commit = fix(mirror, tree)
    repo.git("checkout", "-q", mirror.branch)
    theirs = repo.commit("of the user", **{"mine.py": "x\n"})
    repo.git("checkout", "-q", "main")
    with pytest.raises(ProjectError):
        mirror.land(commit)
    assert mirror.tip == theirs


def test_a_branch_named_testfix_is_explained(repo):
    repo.git("branch", "testfix")
    with pytest.raises(ProjectError, match="named `testfix`"):
        Mirror.open(repo.open(), SESSION).snapshot()


def test_without_a_branch_there_is_no_tip(repo):
    with pytest.raises(ProjectError, match="does not exist"):
        _ = Mirror.open(repo.open(), SESSION).tip


@pytest.mark.parametrize("kind", ["detached", "linked", "shallow", "sha256"])
def test_unusual_repositories_work_from_end_to_end(repo, tmp_path, kind):
    place = repo
    if kind == "detached":
        repo.git("checkout", "-q", "--detach")
    elif kind == "sha256":
        place = type(repo)(tmp_path / "long", "--object-format=sha256")
        place.commit("first", **{"calc.py": "x\n"})
    elif kind == "shallow":
        repo.commit("second", **{"more.py": "x\n"})
        repo.git("clone", "-q", "--depth=1", f"file://{repo.root}", str(tmp_path / "shallow"))
        place.root = tmp_path / "shallow"
    else:
        repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
        place.root = tmp_path / "side"
    place.write("new ü.py", "x\n")
    head, status = place.git("rev-parse", "HEAD"), place.git("status", "--porcelain")
    mirror = Mirror.open(place.open(), SESSION)
    assert mirror.snapshot().dirty
    commit = fix(mirror, mirror.add_worktree("w", mirror.tip))
    mirror.land(commit)
    assert mirror.log() == [(commit, GAIN)]
    assert place.git("show", f"{mirror.branch}:calc.py") == FIXED
    assert (place.git("rev-parse", "HEAD"), place.git("status", "--porcelain")) == (head, status)


def test_variables_of_an_outer_git_do_not_leak_in(repo, tmp_path, monkeypatch):
    for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"):
        monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_AUTHOR_NAME", "Somebody")
    monkeypatch.setenv("GIT_AUTHOR_DATE", "not a date")
    mirror = Mirror.open(repo.open(), SESSION)
    mirror.snapshot()
    mirror.land(fix(mirror, mirror.add_worktree("w", mirror.tip)))
    assert os.environ["GIT_DIR"]
    assert not (tmp_path / "elsewhere").exists()
    assert [subject for _, subject in mirror.log()] == [GAIN]
