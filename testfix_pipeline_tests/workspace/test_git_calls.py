"""What is known already is not asked of git again, and what git alone knows still is."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import SessionId
from testfix_pipeline.workspace.git.change_history import recent_changes
from testfix_pipeline.workspace.git.changes import fingerprint
from testfix_pipeline.workspace.git.git_client import GitClient
from testfix_pipeline.workspace.git.mirror import Mirror
from testfix_pipeline.workspace.git.repository import Project

TESTS = "def test_it():\n    assert True\n"


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The git commands that are run from now on, by their names."""
    made: list[str] = []
    execute = GitClient._execute

    def counted(self: GitClient, command: list[str], source: Any) -> Any:
        settings = {index + 1 for index, part in enumerate(command) if part == "-c"}
        made.append(next(p for i, p in enumerate(command[1:], 1) if i not in settings and not p.startswith("-")))
        return execute(self, command, source)

    monkeypatch.setattr(GitClient, "_execute", counted)
    return made


@pytest.fixture
def tree(repo: Any) -> tuple[Mirror, Path]:
    """A worktree of a project with a test file, which was restored once."""
    repo.write("test_a.py", TESTS)
    repo.commit("tests")
    mirror = Mirror.open(repo.open(), SessionId("WFS-test-demo"), owner="run-1")
    mirror.snapshot()
    made = mirror.add_worktree("w", mirror.tip)
    mirror.restore(made, mirror.tip, ["test_a.py"])
    return mirror, made


def test_what_is_as_git_wrote_it_is_restored_without_git(tree: tuple[Mirror, Path], calls: list[str]) -> None:
    mirror, made = tree
    mirror.restore(made, mirror.tip, ["test_a.py"])
    assert calls == []


def test_so_it_is_in_the_next_worktree(tree: tuple[Mirror, Path], calls: list[str]) -> None:
    mirror, _ = tree
    other = mirror.add_worktree("other", mirror.tip)
    calls.clear()
    mirror.restore(other, mirror.tip, ["test_a.py"])
    assert calls == []


def rewritten(file: Path) -> None:
    file.write_text(TESTS.replace("True", "1 or 2"))


def executable(file: Path) -> None:
    file.chmod(0o755)


def unreadable_for_others(file: Path) -> None:
    file.chmod(0o600)


def linked(file: Path) -> None:
    """The same content, which somebody may change by another name."""
    os.link(file, file.parent.parent / "another name")


def symlinked(file: Path) -> None:
    file.rename(file.with_name("moved"))
    file.symlink_to("moved")


def gone(file: Path) -> None:
    file.unlink()


@pytest.mark.parametrize("change", [rewritten, executable, unreadable_for_others, linked, symlinked, gone])
def test_whatever_else_lies_there_is_replaced(tree: tuple[Mirror, Path], change: Callable[[Path], None]) -> None:
    mirror, made = tree
    file = made / "test_a.py"
    change(file)
    mirror.restore(made, mirror.tip, ["test_a.py"])
    assert file.read_text() == TESTS and not file.is_symlink()
    assert file.stat().st_nlink == 1 and not os.access(file, os.X_OK)


def test_a_file_reached_by_way_of_a_symlink_is_none_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "real/test_a.py").write_text(TESTS)
    (tmp_path / "way").symlink_to("real")
    assert fingerprint(tmp_path, "real/test_a.py") is not None
    assert fingerprint(tmp_path, "way/test_a.py") is None


def test_the_tip_is_read_from_its_file_and_else_asked_for(repo: Any, mirror: Mirror, calls: list[str]) -> None:
    tip = mirror.tip
    assert calls == []
    repo.git("pack-refs", "--all", "--prune")
    assert mirror.tip == tip and calls == ["rev-parse"]


def test_a_project_is_opened_by_one_call(repo: Any, calls: list[str]) -> None:
    project = Project.open(repo.root)
    assert project.head == repo.git("rev-parse", "HEAD").strip()
    assert calls == ["rev-parse"]


def test_the_tree_of_an_own_commit_is_known(mirror: Mirror, calls: list[str]) -> None:
    made = mirror.add_worktree("w", mirror.tip)
    (made / "calc.py").write_text("fixed = True\n")
    place = f"{mirror.session_folder}/state.json"
    commit = mirror.commit(made, "fix", {place: b"{}\n", f"{mirror.session_folder}/more.json": b"[]\r\n"})
    calls.clear()
    known = mirror.tree_hash(commit)
    assert calls == []
    again = Mirror.open(mirror.project, mirror.session_id)
    assert again.tree_hash(commit) == known
    assert again.read(commit, place) == b"{}\n" and again.read(commit, "calc.py") == b"fixed = True\n"
    assert again.read(commit, f"{mirror.session_folder}/more.json") == b"[]\r\n"


def test_a_commit_without_a_worktree_has_the_source_of_another_one(repo, mirror, tree, calls) -> None:
    mirror, made = tree
    (made / "calc.py").write_text("fixed = True\n")
    state = f"{mirror.session_folder}/state.json"
    judged, tip = mirror.commit(made, "attempt"), mirror.tip
    assert mirror.parent(judged) == tip
    calls.clear()
    commit = mirror.commit_content(judged, tip, "land", {state: b"{}\n"})
    assert mirror.tree_hash(commit) == mirror.tree_hash(judged) and "worktree" not in calls
    mirror.land(commit)
    assert "merge-base" not in calls, "it was made on the tip"
    again = Mirror.open(mirror.project, mirror.session_id)
    assert again.tip == commit and again.tree_hash(commit) == mirror.tree_hash(judged)
    assert again.parent(commit) == tip and again.read(commit, state) == b"{}\n"


def test_known_paths_are_not_looked_for_again(tree: tuple[Mirror, Path], calls: list[str]) -> None:
    mirror, made = tree
    (made / "calc.py").write_text("fixed = True\n")
    (made / "new.py").write_text("x = 1\n")
    paths = mirror.changed_paths(made)
    assert paths == ["calc.py", "new.py"]
    expected = mirror.diff(made)
    calls.clear()
    assert mirror.diff(made, paths) == expected
    commit = mirror.commit(made, "fix", paths=paths)
    assert "diff-index" in calls and calls.count("diff-index") == 1 and "ls-files" not in calls
    assert mirror.read(commit, "new.py") == b"x = 1\n" and mirror.changed_paths(made) == []


def test_many_files_are_read_by_one_call(repo: Any, calls: list[str]) -> None:
    written = {"a b.py": "one\ntwo", "empty.py": "", "line\nbreak.py": "three\n", "c missing": "four\n"}
    for path, content in written.items():
        repo.write(path, content)
    repo.commit("files")
    mirror = Mirror.open(repo.open(), SessionId("WFS-test-demo"), owner="run-1")
    commit = mirror.snapshot().baseline_commit
    calls.clear()
    found = dict(mirror.read_each(commit, ["none.py", "lib", *written, "gone missing"]))
    assert found == {path: content.encode() for path, content in written.items() if "\n" not in path}
    assert calls == ["cat-file"]


def test_the_changes_up_to_a_commit_are_read_once(repo: Any, calls: list[str]) -> None:
    repo.write("calc.py", "fixed = True\n")
    repo.commit("second")
    head = repo.git("rev-parse", "HEAD").strip()
    found = recent_changes(GitClient(repo.root), head)
    assert [one.subject for one in found] == ["second"]
    calls.clear()
    found.clear()
    assert [one.subject for one in recent_changes(GitClient(repo.root), head)] == ["second"] and calls == []
    repo.write("calc.py", "again = True\n")
    repo.commit("third")
    assert [one.subject for one in recent_changes(GitClient(repo.root), "HEAD")] == ["third", "second"]
