"""A copy of the user's checkout, and what a worktree lacks compared with it."""

import errno
import os
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git.worktree_parity import copy_checkout, ignored_content, replace_packages


def test_ignored_content_names_what_a_worktree_would_lack(repo):
    repo.commit("ignore", **{".gitignore": "*.so\nbuild/\n.env\n__pycache__/\n.coverage\n.workflow/\n.idea/\n"})
    for path in ("build/lib/a.py", "build/b.py", "lib/fast ü.so", ".env", "__pycache__/x.pyc", ".coverage"):
        repo.write(path, "x")
    repo.write(".workflow/active/x", "x")
    repo.write(".idea/x", "x")
    assert ignored_content(repo.open()) == [".env", "build", "lib/fast ü.so"]


def test_a_copy_has_everything_but_git_and_sessions(repo, tmp_path):
    repo.commit("ignore", **{".gitignore": ".env\n.venv/\n"})
    repo.write(".env", "x")
    repo.write(".venv/bin/python", "x")
    repo.write("lib/.venv", "a file")
    repo.write(".vscode/settings.json", "{}")
    repo.write("run.sh", "x").chmod(0o755)
    repo.write("__pycache__/x.pyc", "x")
    repo.write(".workflow/active/x", "x")
    (repo.root / "link").symlink_to("calc.py")
    (repo.root / "to-folder").symlink_to("lib")
    os.mkfifo(repo.root / "pipe")
    copy = tmp_path / "copy"
    copy_checkout(repo.root, ".workflow", copy, [".venv"])
    assert sorted(path.name for path in copy.iterdir()) == sorted(
        [".env", ".gitignore", ".venv", ".vscode", "calc.py", "lib", "link", "run.sh", "to-folder"]
    )
    assert (copy / ".venv").readlink() == repo.root / ".venv"
    assert (copy / "lib/.venv").read_text() == "a file"
    assert os.access(copy / "run.sh", os.X_OK)
    assert (copy / "link").readlink() == Path("calc.py")
    assert (copy / "to-folder").readlink() == Path("lib")
    (copy / "calc.py").write_text("changed")
    assert (repo.root / "calc.py").read_text().startswith("def add")


def test_a_copy_never_goes_over_something(repo, tmp_path):
    with pytest.raises(ProjectError, match="exists already"):
        copy_checkout(repo.root, ".workflow", tmp_path)


def test_folders_in_a_copy_keep_their_time_beside_a_link_and_caches_are_never_linked(repo, tmp_path):
    for path in ("pkg/node_modules/a.js", "pkg/.pytest_cache/x", "pkg/m.py"):
        repo.write(path, "x")
    os.utime(repo.root / "pkg", (1e9, 1e9))
    copy_checkout(repo.root, ".workflow", tmp_path / "copy", ["pkg/node_modules", "pkg/.pytest_cache"])
    assert sorted(path.name for path in (tmp_path / "copy/pkg").iterdir()) == ["m.py", "node_modules"]
    assert (tmp_path / "copy/pkg/node_modules").is_symlink()
    assert (tmp_path / "copy/pkg").stat().st_mtime == 1e9


def test_the_first_file_that_cannot_be_copied_ends_the_copy(repo, tmp_path, monkeypatch):
    tried = []

    def full(source, target):
        tried.append(source)
        raise OSError(errno.ENOSPC, "No space left on device", target)

    monkeypatch.setattr("shutil.copy2", full)
    repo.write("other.py", "x")
    with pytest.raises(ProjectError, match="No space left"):
        copy_checkout(repo.root, ".workflow", tmp_path / "copy")
    assert len(tried) == 1


def test_other_packages_take_the_place_of_those_of_a_tree(tmp_path: Path) -> None:
    tree, origin, theirs = tmp_path / "tree", tmp_path / "origin", tmp_path / "theirs"
    for folder in (
        *(theirs / "old", tree / "packages/cart/node_modules/old", tree / "other/node_modules/own"),
        *(origin / "node_modules/new", origin / "packages/cart/node_modules/inner"),
    ):
        folder.mkdir(parents=True)
    (tree / "node_modules").symlink_to(theirs)
    (origin / "node_modules/cart").symlink_to("../packages/cart")
    replace_packages(tree, origin)
    assert (tree / "node_modules/new").is_dir() and not (tree / "node_modules/old").exists()
    assert (tree / "node_modules/cart").resolve() == (tree / "packages/cart").resolve(), "the tree's own"
    assert [one.name for one in (tree / "packages/cart/node_modules").iterdir()] == ["inner"]
    assert (tree / "other/node_modules/own").is_dir(), "of a package that is installed by itself"
    assert (theirs / "old").is_dir() and (origin / "node_modules/new").is_dir()
