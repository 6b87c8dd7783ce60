"""Earlier texts of a file, as an undo would bring them back."""

from __future__ import annotations

from typing import Any

from testfix_pipeline.workspace.history import added_lines, older_texts


def test_earlier_texts_come_newest_first_and_without_the_present_one(repo: Any) -> None:
    first = (repo.root / "calc.py").read_text()
    repo.commit("second", **{"calc.py": "x = 2\n"})
    repo.commit("elsewhere", **{"other.py": "y = 1\n"})
    head = repo.commit("third", **{"calc.py": "x = 3\n"})
    found = older_texts(repo.open().git, head, ["calc.py", "other.py", "absent.py"])
    assert found == {"calc.py": ["x = 2\n", first]}


def test_a_text_that_is_no_utf8_is_left_out(repo: Any) -> None:
    repo.write("calc.py", b"# \xff\n")
    repo.commit("latin")
    head = repo.commit("utf8", **{"calc.py": "x = 3\n"})
    assert len(older_texts(repo.open().git, head, ["calc.py"])["calc.py"]) == 1


def test_the_lines_that_are_new_since_a_commit(repo: Any) -> None:
    first = repo.commit("one", **{"a b.py": "x = 1\ny = 2\n", "gone.py": "z = 1\n"})
    repo.git("rm", "-q", "gone.py")
    head = repo.commit("two", **{"a b.py": "x = 1\ny = 3\nz = 4\n", "neu/ä.py": "w = 1\n"})
    assert added_lines(repo.open().git, first, head) == {"a b.py": {2, 3}, "neu/ä.py": {1}}
    assert added_lines(repo.open().git, "0" * 40, head) == {}
