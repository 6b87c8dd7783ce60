"""Opening a project: what can be worked on, and what is refused with a reason."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git.repository import FALLBACK_AUTHOR, Project, project_key, session_key


def test_a_project_knows_where_it_lies(repo):
    repo.write("packages/inner/x.py", "1\n")
    head = repo.commit("inner")
    project = repo.open("packages/inner")
    assert (project.repo_root, project.subdir, project.name) == (repo.root, "packages/inner", "inner")
    assert (project.head, project.workflow) == (head, "packages/inner/.workflow")
    assert repo.open().subdir == ""


def test_projects_of_one_name_have_different_keys():
    one, other = project_key(Path("/a/my app")), project_key(Path("/b/my app"))
    assert one != other
    assert one.startswith("my-app-")
    assert session_key(Path("/a/my app"), "WFS-test-x") == f"{one}--WFS-test-x"


def test_a_linked_worktree_of_the_user_is_a_checkout_of_its_own(repo, tmp_path):
    repo.git("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    project = Project.open(tmp_path / "side")
    assert project.repo_root == tmp_path / "side"
    assert project.common_dir == repo.root / ".git"
    assert project.git_dir != project.common_dir


def test_variables_of_an_outer_git_are_not_believed(repo, tmp_path, monkeypatch):
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "no-index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    assert repo.open().repo_root == repo.root


def test_the_author_is_the_users_own_or_a_fixed_one(repo, own_world):
    assert repo.open().author() == ("Ada", "ada@example.org")
    (own_world / ".gitconfig").write_text("")
    assert repo.open().author() == FALLBACK_AUTHOR


def _no_repository(folder: Path) -> Path:
    return folder


def _empty(folder: Path) -> Path:
    subprocess.run(["git", "init", "-q", str(folder)], check=True)
    return folder


def _bare(folder: Path) -> Path:
    subprocess.run(["git", "init", "-q", "--bare", str(folder)], check=True)
    return folder


def _inside_git(folder: Path) -> Path:
    return _empty(folder) / ".git"


def _missing(folder: Path) -> Path:
    return folder / "missing"


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (_no_repository, "not in a git repository"),
        (_empty, "no commit yet"),
        (_bare, "bare"),
        (_inside_git, "not in a checkout"),
        (_missing, "There is no folder"),
    ],
)
def test_what_is_no_project_is_refused_with_the_next_step(tmp_path, make, words):
    folder = tmp_path / "odd"
    folder.mkdir()
    with pytest.raises(ProjectError, match=words) as caught:
        Project.open(make(folder))
    assert caught.value.next_step


@pytest.mark.bubblewrap
def test_a_read_only_project_is_refused(repo):
    code = f"from testfix_pipeline.workspace.git.repository import Project; Project.open({str(repo.root)!r})"
    sandbox = ["bwrap", "--dev-bind", "/", "/", "--ro-bind", str(repo.root), str(repo.root)]
    done = subprocess.run([*sandbox, sys.executable, "-c", code], capture_output=True, text=True, env=dict(os.environ))
    assert "ProjectError" in done.stderr
    assert "can't be written" in done.stderr


def test_a_machine_without_git_is_reported_so(repo, tmp_path):
    code = f"from testfix_pipeline.workspace.git.repository import Project; Project.open({str(repo.root)!r})"
    bare = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=bare)
    assert "ProjectError: Git could not be started. Install git" in done.stderr
