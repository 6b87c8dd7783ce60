"""`testfix revert`: takes back what `testfix apply` put on the branch, or changes nothing and says why."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def session(calc: Any, testfix: Run) -> str:
    found = testfix("fix", "--project", calc.root, "--agents", "builtin", "--json").found
    assert found["outcome"] == "success"
    return str(found["session_id"])


def test_what_was_applied_is_taken_back_and_applied_again(calc: Any, testfix: Run, session: str) -> None:
    before = (calc.root / "calc.py").read_text()
    early = testfix("revert", session, "--project", calc.root)
    assert early.code == 2 and "was put on a branch by `testfix apply`" in early.err

    assert testfix("apply", "--project", calc.root).code == 0
    fixed = (calc.root / "calc.py").read_text()
    calc.commit("later work", **{"notes.txt": "later\n"})
    reverted = testfix("revert", session, "--project", calc.root, "--json")
    assert (reverted.code, reverted.found["reverted"]) == (0, True)
    assert (calc.root / "calc.py").read_text() == before and (calc.root / "notes.txt").exists()
    assert calc.subjects("main")[-1] == 'Revert "Fix failing tests (100% pass)"'
    assert f"Test-Session: {session}" in calc.git("log", "-1", "--format=%B")
    assert calc.git("status", "--porcelain", "--untracked-files=no") == ""

    again = testfix("revert", session, "--project", calc.root)
    assert again.code == 1 and "There is nothing to take back" in again.out
    calc.git("revert", "--no-edit", "HEAD")
    assert testfix("revert", session, "--project", calc.root).code == 0, "git itself put it on the branch again"
    assert (calc.root / "calc.py").read_text() == before
    assert testfix("apply", "--project", calc.root, "--session", session).code == 0
    assert (calc.root / "calc.py").read_text() == fixed
    assert testfix("revert", session, "--project", calc.root).code == 0


def test_work_in_the_way_and_conflicts_leave_everything_as_it_is(calc: Any, testfix: Run, session: str) -> None:
    assert testfix("apply", "--project", calc.root).code == 0
    fixed = (calc.root / "calc.py").read_text()
    calc.write("calc.py", f"{fixed}\n# mine\n")
    dirty = testfix("revert", session, "--project", calc.root, "--json")
    assert (dirty.code, dirty.found["reverted"]) == (1, False)
    assert "uncommitted changes: calc.py" in dirty.found["message"] and Path(dirty.found["patch"]).is_file()
    assert (calc.root / "calc.py").read_text() == f"{fixed}\n# mine\n"

    (line,) = [one for one in fixed.splitlines() if "n" in one and "/ 2" in one]
    calc.commit("the same line", **{"calc.py": fixed.replace(line, f"{line} + 0")})
    conflict = testfix("revert", session, "--project", calc.root)
    assert conflict.code == 1 and "The branch has changed the same lines since: calc.py." in conflict.out
    calc.git("checkout", "-q", "-b", "other", "HEAD~2")
    elsewhere = testfix("revert", session, "--project", calc.root)
    assert elsewhere.code == 2 and "is not on the checked-out branch" in elsewhere.err


def test_fixes_applied_one_by_one_are_taken_back_at_once(calc: Any, testfix: Run, session: str) -> None:
    assert testfix("apply", "--per-fix", "--project", calc.root).code == 0
    assert testfix("revert", session, "--project", calc.root).code == 0
    assert calc.git("diff", "HEAD", "HEAD~2", "--stat") == ""
