"""Worktrees: made one at a time, cut off from the user's repository, and gone when their owner is."""

import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.mirror import Mirror

SESSION = SessionId("WFS-test-demo")


def test_a_worktree_shares_nothing_of_the_users_repository(repo, mirror):
    repo.git("config", "user.secret", "x")
    tree = mirror.add_worktree("w", mirror.tip)
    run = lambda *a: subprocess.run(["git", *a], cwd=tree, capture_output=True, text=True)  # noqa: E731
    run("config", "alias.evil", "!true")
    run("branch", "evil")
    run("tag", "evil")
    (tree / "calc.py").write_text("x\n")
    run("stash")
    assert run("config", "user.secret").stdout == ""
    assert repo.git("config", "--get", "alias.evil", check=False) == ""
    assert not any("evil" in ref or "stash" in ref for ref in repo.refs())
    assert repo.git("worktree", "list").count("\n") == 1


def test_a_second_worktree_of_a_name_replaces_the_first(mirror):
    tree = mirror.add_worktree("w", mirror.tip)
    (tree / "left.py").write_text("x")
    assert not (mirror.add_worktree("w", mirror.tip) / "left.py").exists()


@pytest.mark.parametrize("name", ["../w", "", ".", "a/b", "w.lock", "a\0b"])
def test_a_name_that_is_no_folder_is_refused(mirror, name):
    with pytest.raises(UsageError):
        mirror.add_worktree(name, mirror.tip)


def test_dependency_folders_are_linked_and_are_no_change(repo, mirror):
    repo.write(".venv/bin/tool", "x")
    repo.write("web/node_modules/m.js", "x")
    tree = mirror.add_worktree("w", mirror.tip, shared=[".venv", "web/node_modules", "missing", "lib"])
    assert (tree / ".venv").is_symlink()
    assert (tree / ".venv/bin/tool").read_text() == "x"
    assert (tree / "web/node_modules/m.js").exists()
    assert not (tree / "lib").is_symlink()
    assert not os.path.lexists(tree / "missing")
    assert mirror.changes(tree) == []
    for ignored in (False, True):
        mirror.reset(tree, mirror.tip, ignored=ignored)
        assert (tree / ".venv/bin/tool").exists()
    mirror.remove_worktree("w")
    assert (repo.root / ".venv/bin/tool").exists()


def test_submodules_come_from_the_users_own_checkout(repo, tmp_path):
    inner = type(repo)(tmp_path / "inner")
    inner.commit("one", **{"deep.py": "1\n"})
    library = type(repo)(tmp_path / "library")
    library.commit("one", **{"lib.py": "1\n"})
    allow = ("-c", "protocol.file.allow=always")
    library.git(*allow, "submodule", "--quiet", "add", str(inner.root), "sub inner")
    library.commit("with inner")
    repo.git(*allow, "submodule", "--quiet", "add", str(library.root), "vendor/library")
    repo.git(*allow, "submodule", "--quiet", "update", "--init", "--recursive")
    repo.commit("with library")
    repo.write("vendor/library/lib.py", "dirty = 1\n")
    for folder in (inner.root, library.root):
        folder.rename(folder.with_name(folder.name + "-gone"))
    mirror = Mirror.open(repo.open(), SESSION)
    assert not mirror.snapshot().dirty
    tree = mirror.add_worktree("w", mirror.tip)
    assert (tree / "vendor/library/lib.py").read_text() == "1\n"
    assert (tree / "vendor/library/sub inner/deep.py").read_text() == "1\n"
    assert mirror.changes(tree) == []
    (tree / "vendor/library/lib.py").write_text("changed\n")
    mirror.reset(tree, mirror.tip)
    assert (tree / "vendor/library/lib.py").read_text() == "1\n"


def test_a_submodule_that_is_not_checked_out_stays_empty(repo, tmp_path):
    library = type(repo)(tmp_path / "library")
    library.commit("one", **{"lib.py": "1\n"})
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(library.root), "lib2")
    repo.commit("with library")
    repo.git("submodule", "--quiet", "deinit", "-f", "lib2")
    mirror = Mirror.open(repo.open(), SESSION)
    tree = mirror.add_worktree("w", mirror.snapshot().baseline_commit)
    assert list((tree / "lib2").iterdir()) == []
    assert mirror.changes(tree) == []


def _add(root: Path, name: str) -> None:
    from testfix_pipeline.workspace.git.repository import Project

    mirror = Mirror.open(Project.open(root), SESSION, owner=name)
    mirror.add_worktree(name, mirror.tip)


def test_several_processes_make_worktrees_at_once(repo, mirror):
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_add, args=(repo.root, f"w{number}")) for number in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0] * 4
    for number in range(4):
        tree = mirror.folder / "trees" / f"w{number}"
        assert (tree / "calc.py").exists()
        assert mirror.changes(tree) == []


def _leave_behind(repo) -> None:
    """A process that makes a worktree and dies without removing it."""
    code = (
        "from testfix_pipeline.workspace.git.repository import Project\n"
        "from testfix_pipeline.workspace.git.mirror import Mirror\n"
        "import os, signal\n"
        f"m = Mirror.open(Project.open({str(repo.root)!r}), {SESSION!r}, owner='dead-run')\n"
        "m.add_worktree('left', m.tip)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True)
    assert done.returncode == -9, done.stderr


def test_what_a_killed_owner_left_is_swept_and_the_living_is_not(repo, mirror):
    _leave_behind(repo)
    entry = mirror.repository / "worktrees" / "left"
    (entry / "locked").write_text("initializing")
    (entry / "index.lock").write_text("")
    lock = repo.write(f".git/refs/heads/testfix/{SESSION}.lock", "")
    mirror.add_worktree("mine", mirror.tip)
    assert mirror.sweep() == ["left", f"refs/heads/testfix/{SESSION}.lock"]
    assert not entry.exists()
    assert not lock.exists()
    assert not (mirror.folder / "trees" / "left").exists()
    assert (mirror.folder / "trees" / "mine" / "calc.py").exists()
    assert (mirror.add_worktree("left", mirror.tip) / "calc.py").exists()


def test_leftovers_without_an_owner_or_without_an_entry_are_swept(mirror):
    (mirror.repository / "worktrees" / "half").mkdir(parents=True)
    (mirror.repository / "worktrees" / "half" / "locked").write_text("initializing")
    (mirror.folder / "trees" / "files-only").mkdir(parents=True)
    assert mirror.sweep() == ["files-only", "half"]


def test_the_caller_may_judge_owners_by_its_own_knowledge(repo, mirror):
    _leave_behind(repo)
    assert mirror.sweep(lambda owner: owner == "dead-run") == []
    assert mirror.sweep(lambda owner: owner == "run-1") == ["left"]


def test_a_tree_that_tests_closed_or_filled_with_links_is_removed(mirror, tmp_path):
    tree = mirror.add_worktree("w", mirror.tip)
    (tree / "closed" / "inner").mkdir(parents=True)
    (tree / "closed" / "inner").chmod(0)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").write_text("x")
    (tree / "way-out").symlink_to(outside)
    mirror.remove_worktree("w")
    assert not tree.exists()
    assert (outside / "kept").exists()


def test_closing_leaves_only_refs_in_the_users_repository(repo, mirror):
    mirror.add_worktree("w", mirror.tip)
    mirror.close()
    assert not mirror.folder.exists()
    assert set(repo.refs()) == {"refs/heads/main", f"refs/heads/testfix/{SESSION}", f"refs/testfix/{SESSION}/snapshot"}
    assert repo.git("fsck", "--strict") is not None


def test_an_interrupted_creation_is_completed(repo, mirror):
    mirror.add_worktree("w", mirror.tip)
    (mirror.repository / "objects" / "info" / "alternates").unlink()
    (mirror.folder / "repo.git.new-1234" / "objects").mkdir(parents=True)
    again = Mirror.open(repo.open(), SESSION)
    assert (again.add_worktree("w", again.tip) / "calc.py").exists()
    assert not list(mirror.folder.glob("*.new-*"))
