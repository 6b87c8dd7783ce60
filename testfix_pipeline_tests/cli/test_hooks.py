"""`testfix verify --staged` as a hook of git: it judges the commit that is being made, and writes no index."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from testfix_pipeline_tests.cli.conftest import COMMAND

ROOT = Path(__file__).parents[2]
VERIFY = f"{shlex.quote(sys.executable)} -c {shlex.quote(COMMAND)} verify --staged"
CONFIGURATION = f"""\
repos:
- repo: local
  hooks:
  - id: testfix-verify
    name: testfix verify
    entry: {VERIFY}
    language: system
    pass_filenames: false
    always_run: false
    require_serial: true
    verbose: true
"""


class Done(NamedTuple):
    code: int
    said: str


def ran(repo: Any, *command: str, folder: str = "") -> Done:
    done = subprocess.run(command, cwd=repo.root / folder, capture_output=True, text=True, check=False)
    return Done(done.returncode, done.stdout + done.stderr)


@pytest.fixture
def hooked(calc: Any) -> Any:
    """A repository whose pre-commit hook calls our command."""
    hook = calc.root / ".git" / "hooks" / "pre-commit"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nexec {VERIFY}\n")
    hook.chmod(0o755)
    return calc


@pytest.fixture
def fixed(calc: Any) -> str:
    return str((calc.root / "calc.py").read_text().replace("n * 2", "n / 2"))


def test_a_commit_of_all_changes_is_judged_by_its_own_index(hooked: Any, fixed: str) -> None:
    (hooked.root / "docs").mkdir()
    hooked.write("calc.py", fixed)
    done = ran(hooked, "git", "commit", "-q", "-a", "-m", "fix", folder="docs")
    assert done.code == 0, done.said
    assert "verified: HEAD -> the index" in done.said and "test_calc.py::test_half" in done.said
    assert hooked.git("show", "HEAD:calc.py") == fixed
    assert hooked.git("status", "--porcelain") == "" and "error" not in hooked.git("fsck", "--no-dangling")


def test_a_deceiving_commit_is_refused_and_the_index_stays(hooked: Any, fixed: str) -> None:
    head = hooked.git("rev-parse", "HEAD")
    hooked.write("calc.py", f"import sys\nsys._getframe(0)\n{fixed}")
    before = hooked.fingerprint()
    for command in (["-a"], ["calc.py"]):
        done = ran(hooked, "git", "commit", "-q", "-m", "fix", *command)
        assert done.code == 1 and "not verified: HEAD -> the index" in done.said, done.said
        assert "call_stack" in done.said
    assert hooked.git("rev-parse", "HEAD") == head and hooked.git("diff", "--cached") == ""
    assert {**hooked.fingerprint(), ".git/index": ""} == {**before, ".git/index": ""}


def test_a_commit_that_stages_nothing_passes_with_a_sentence(hooked: Any) -> None:
    done = ran(hooked, "git", "commit", "-q", "--allow-empty", "-m", "again")
    assert done.code == 0
    assert "nothing to verify: Nothing differs between HEAD and the index." in done.said


@pytest.mark.parametrize("arguments", [["measure"], ["verify"], ["verify", "--staged"], ["fix"]], ids=" ".join)
def test_the_index_that_git_names_for_a_hook_is_not_written(arguments, calc, fixed, testfix, monkeypatch) -> None:
    calc.write("notes.txt", "not staged\n")
    if arguments[0] == "verify":
        calc.write("calc.py", fixed)
        calc.git("add", "calc.py")
    before = calc.fingerprint(".workflow/")
    monkeypatch.setenv("GIT_INDEX_FILE", str(calc.root / ".git" / "index"))
    monkeypatch.setenv("GIT_PREFIX", "")
    found = testfix(*arguments, "--project", calc.root)
    monkeypatch.delenv("GIT_INDEX_FILE")
    assert found.code in (0, 1), found.err
    assert calc.fingerprint(".workflow/") == before


def test_the_index_of_another_repository_is_not_judged(calc, repository, fixed, testfix, monkeypatch) -> None:
    other = repository("other")
    other.commit(**{"a.py": "1\n"})
    calc.write("calc.py", fixed)
    calc.git("add", "calc.py")
    monkeypatch.chdir(other.root)
    monkeypatch.setenv("GIT_INDEX_FILE", str(other.root / ".git" / "index"))
    found = testfix("verify", "--staged", "--project", calc.root, "--json")
    assert (found.code, found.found["files"]) == (0, ["calc.py"]), found.err


def test_an_index_with_conflicts_is_refused(calc: Any, fixed: str, testfix: Callable[..., Any]) -> None:
    calc.git("checkout", "-q", "-b", "side")
    calc.commit(**{"calc.py": fixed})
    calc.git("checkout", "-q", "main")
    calc.commit(**{"calc.py": fixed.replace("n / 2", "n // 2")})
    calc.git("merge", "side", check=False)
    found = testfix("verify", "--staged", "--project", calc.root)
    assert found.code == 2 and "The index is no tree" in found.err and "conflicts" in found.err
    found = testfix("verify", "--staged", "--patch", "x", "--project", calc.root)
    assert found.code == 2 and "exclude each other" in found.err


@pytest.fixture
def pre_commit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> str:
    """The path of pre-commit; tests that need it are skipped where it is not installed."""
    found = shutil.which("pre-commit", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if found is None:
        pytest.skip("pre-commit is not installed")
    monkeypatch.setenv("PRE_COMMIT_HOME", str(tmp_path / "pre-commit"))
    return found


def test_pre_commit_runs_the_hook_on_what_is_staged(calc: Any, fixed: str, pre_commit: str) -> None:
    calc.commit(**{".pre-commit-config.yaml": CONFIGURATION})
    assert ran(calc, pre_commit, "install").code == 0
    done = ran(calc, pre_commit, "run", "--all-files")
    assert done.code == 0 and "nothing to verify" in done.said, done.said
    calc.write("calc.py", f"import sys\nsys._getframe(0)\n{fixed}")
    done = ran(calc, "git", "commit", "-a", "-m", "fix")
    assert done.code == 1 and "not verified" in done.said and calc.git("diff", "--cached") == "", done.said
    calc.write("calc.py", fixed)
    done = ran(calc, "git", "commit", "-a", "-m", "fix")
    assert done.code == 0 and "verified: HEAD -> the index" in done.said, done.said
    assert calc.git("status", "--porcelain") == ""


@pytest.mark.wheel
def test_pre_commit_tries_this_repository_as_a_users_configuration_would(calc, fixed, pre_commit) -> None:
    calc.write("calc.py", fixed)
    calc.git("add", "calc.py")
    done = ran(calc, pre_commit, "try-repo", str(ROOT), "testfix-verify", "--verbose")
    assert done.code == 0 and "verified: HEAD -> the index" in done.said, done.said
