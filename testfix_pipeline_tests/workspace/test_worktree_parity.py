"""A copy of the user's checkout, and what a worktree lacks compared with it."""

import os
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git.worktree_parity import copy_checkout, ignored_content


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
