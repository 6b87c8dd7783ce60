"""What became of a project's code lately, as git tells it."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.change_history import Change, ChangedCodeFile
from testfix_pipeline.workspace.git import change_history
from testfix_pipeline.workspace.git.change_history import added_lines, recent_changes, uncommitted_change
from testfix_pipeline.workspace.git.git_client import GitClient


def test_changes_come_newest_first_with_the_texts_before_and_after(repo: Any) -> None:
    first = (repo.root / "calc.py").read_text()
    second = repo.commit("second", **{"calc.py": "x = 2\n", "notes.txt": "y\n"})
    repo.commit("elsewhere", **{"notes.txt": "z\n"})
    third = repo.commit("third", **{"calc.py": "x = 3\n", "new.py": "z = 1\n"})
    found = recent_changes(repo.open().git, "HEAD")
    assert [(change.commit, change.subject) for change in found] == [(third, "third"), (second, "second")]
    assert [change.files for change in found] == [
        (ChangedCodeFile("calc.py", "x = 2\n", "x = 3\n", "calc.py"),),
        (ChangedCodeFile("calc.py", first, "x = 2\n", "calc.py"),),
    ]
    assert found[0].label == f"{third[:10]} (third)"


@pytest.mark.parametrize("path", ["lib/calc.js", "calc.mjs", "src/calc.ts", "view.tsx", "calc.go", "calc.py"])
def test_the_files_of_each_language_that_is_repaired_have_a_history(repo: Any, path: str) -> None:
    repo.commit("made", **{path: "x\n", "notes.txt": "y\n"})
    repo.commit("changed", **{path: "z\n", "notes.txt": "y\ny\n"})
    assert recent_changes(repo.open().git, "HEAD")[0].files == (ChangedCodeFile(path, "x\n", "z\n", path),)


def test_files_are_called_by_the_names_they_have_now(repo: Any) -> None:
    code = "".join(f"line_{number} = {number}\n" for number in range(9))
    repo.commit("made", **{"old/ä b.py": code, "lost.py": "a = 1\n"})
    repo.commit("changed", **{"old/ä b.py": code + "x = 1\n"})
    (repo.root / "neu").mkdir()
    repo.git("mv", "old/ä b.py", "neu/c.py")
    repo.git("rm", "-q", "lost.py")
    repo.commit("moved")
    moved, changed = recent_changes(repo.open().git, "HEAD")[:2]
    assert set(moved.files) == {
        ChangedCodeFile("neu/c.py", code + "x = 1\n", code + "x = 1\n", "old/ä b.py"),
        ChangedCodeFile("lost.py", "a = 1\n", None, "lost.py"),
    }
    assert changed.files == (ChangedCodeFile("neu/c.py", code, code + "x = 1\n", "old/ä b.py"),)


def test_a_merge_counts_as_what_it_brought(repo: Any) -> None:
    repo.commit("base", **{"calc.py": "x = 1\n"})
    repo.git("checkout", "-q", "-b", "side")
    repo.commit("one", **{"calc.py": "x = 2\n"})
    repo.commit("two", **{"calc.py": "x = 3\n"})
    repo.git("checkout", "-q", "main")
    repo.commit("main", **{"other.py": "y = 1\n"})
    repo.git("merge", "-q", "--no-ff", "-m", "merged", "side")
    assert recent_changes(repo.open().git, "HEAD")[0].files == (
        ChangedCodeFile("calc.py", "x = 1\n", "x = 3\n", "calc.py"),
    )


def test_paths_are_those_of_the_project_in_the_repository(repo: Any) -> None:
    repo.commit("made", **{"sub [x]/a.py": "x = 1\n", "a.py": "y = 1\n"})
    repo.commit("changed", **{"sub [x]/a.py": "x = 2\n", "a.py": "y = 2\n"})
    repo.write("sub [x]/a.py", "x = 3\n")
    repo.write("a.py", "y = 3\n")
    project = repo.open("sub [x]")
    assert [change.files[0].path for change in recent_changes(project.git, "HEAD", project.subdir)] == ["a.py"]
    now = uncommitted_change(project.git, project.root, project.subdir)
    assert now is not None and now.files == (ChangedCodeFile("a.py", "x = 2\n", "x = 3\n", "a.py"),)
    assert (now.commit, now.parent, now.label) == ("", repo.git("rev-parse", "HEAD").strip(), "uncommitted changes")


def test_nothing_uncommitted_is_nothing(repo: Any) -> None:
    repo.commit("made", **{"a.py": "x = 1\n"})
    repo.write("notes.txt", "changed\n")
    assert uncommitted_change(repo.open().git, repo.root) is None


def test_what_is_no_text_or_too_much_is_left_out(repo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(change_history, "MOST_BYTES_OF_A_FILE", 50)
    monkeypatch.setattr(change_history, "MOST_FILES", 3)
    repo.write("latin.py", b"# \xff\n")
    repo.commit("made", **{"large.py": "x = 1\n" * 9, "small.py": "x = 1\n"})
    repo.write("latin.py", b"# y\n")
    small = repo.commit("changed", **{"large.py": "x = 2\n" * 9, "small.py": "x = 2\n"})
    repo.commit("everything", **{f"many{number}.py": "x = 1\n" for number in range(4)})
    found = recent_changes(repo.open().git, "HEAD")
    assert [(change.commit, [file.path for file in change.files]) for change in found] == [(small, ["small.py"])]


def test_the_edge_of_a_shallow_clone_and_a_repository_without_commits(repo: Any, tmp_path: Path) -> None:
    for number in range(5):
        repo.commit(f"change {number}", **{"calc.py": f"x = {number}\n"})
    clone = tmp_path / "shallow"
    subprocess.run(["git", "clone", "-q", "--depth=3", f"file://{repo.root}", clone], check=True)
    assert [change.subject for change in recent_changes(GitClient(clone), "HEAD")] == ["change 4", "change 3"]
    empty = tmp_path / "empty"
    subprocess.run(["git", "init", "-q", empty], check=True)
    assert recent_changes(GitClient(empty), "HEAD") == []
    assert uncommitted_change(GitClient(empty), empty) is None


def test_no_more_changes_than_wanted(repo: Any) -> None:
    for number in range(5):
        repo.commit(f"change {number}", **{"calc.py": f"x = {number}\n"})
    found = recent_changes(repo.open().git, "HEAD", most=2)
    assert [change.subject for change in found] == ["change 4", "change 3"]
    assert isinstance(found[0], Change)


def test_the_lines_that_are_new_since_a_commit(repo: Any) -> None:
    first = repo.commit("one", **{"a b.py": "x = 1\ny = 2\n", "gone.py": "z = 1\n"})
    repo.git("rm", "-q", "gone.py")
    head = repo.commit("two", **{"a b.py": "x = 1\ny = 3\nz = 4\n", "neu/ä.py": "w = 1\n"})
    assert added_lines(repo.open().git, first, head) == {"a b.py": {2, 3}, "neu/ä.py": {1}}
    assert added_lines(repo.open().git, "0" * 40, head) == {}
