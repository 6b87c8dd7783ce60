"""`make bench-parity` on a small local repository: what is measured, planted and kept, and what a kill leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.parity.__main__ import Bench
from benchmarks.parity.commands import run
from benchmarks.parity.only_commit import forget_history, restore_history, wants_only_commit
from benchmarks.parity.repositories import NotReady, Repository
from benchmarks.parity.table import verdict
from benchmarks.parity.trial import Limits, without_powers

CALC = "def total(a, b):\n    return a + b\n"
TESTS = """import pytest
from calc import total

def test_total():
    assert total(2, 3) == 5

def test_nothing():
    assert total(3, 0) == 3

@pytest.mark.skip
def test_later():
    pass
"""

Bencher = Callable[..., Bench]


def git(folder: Path, *words: str) -> str:
    who = ["-c", "user.name=a", "-c", "user.email=a@localhost"]
    return subprocess.run(["git", *who, *words], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def mirror(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    folder = tmp_path / "mirrors" / "owner+calc" / "repo"
    folder.mkdir(parents=True)
    (folder / "calc.py").write_text(CALC)
    (folder / "test_calc.py").write_text(TESTS)
    git(folder, "init", "--quiet")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "Start")
    monkeypatch.setenv("TESTFIX_MIRRORS", str(tmp_path / "mirrors"))
    monkeypatch.setenv("TESTFIX_BENCH_CACHE", str(tmp_path / "cache"))
    return Repository("owner/calc", git(folder, "rev-parse", "HEAD"), "python", "pytest")


@pytest.fixture
def bench(tmp_path: Path) -> Bencher:
    def made(make: str = "touch $ENV.made", *, fix: bool = False, seconds: float = 100.0) -> Bench:
        file = tmp_path / "environments.toml"
        rows = {"make": [make], "command": f"{sys.executable} -m pytest -p no:cacheprovider", "python": sys.executable}
        text = "\n".join(f"{name} = {json.dumps(value)}" for name, value in rows.items())
        file.write_text(f'["owner/calc"]\n{text}\n')
        return Bench(file, Limits(seconds, 200.0, 200.0), keep=True, fix=fix, report=False)

    return made


def test_a_repository_is_measured_a_fault_is_repaired_and_every_step_is_kept(
    mirror: Repository, bench: Bencher, tmp_path: Path
) -> None:
    row = bench(fix=True).row(mirror)
    assert verdict(row) == "equal", row
    assert row["measure"]["tests"] == 3
    fix = row["fix"]
    assert (fix["outcome"], fix["commit"], fix["right"], fix["touched"]) == ("success", "only", True, [])
    folder = tmp_path / "cache" / "parity" / "owner+calc"
    assert git(folder / "checkout", "rev-parse", "HEAD") == mirror.commit
    assert git(folder / "checkout", "status", "--porcelain") == ""
    assert (folder / "env.made").is_file()

    # As after a kill between two steps: what is there stays, what is missing is made.
    file = folder / "row.json"
    kept = json.loads(file.read_text())
    del kept["measure"], kept["fix"]
    kept["native"]["seconds"] = 4321.0
    file.write_text(json.dumps(kept))
    resumed = bench().row(mirror)
    assert resumed["native"]["seconds"] == 4321.0
    assert verdict(resumed) == "equal"


@pytest.mark.parametrize(("name", "commit"), [("owner/calc", "only"), ("owner/sums", "last")])
def test_half_of_the_faults_are_planted_into_the_only_commit(
    mirror: Repository, bench: Bencher, tmp_path: Path, name: str, commit: str
) -> None:
    assert ("only" if wants_only_commit(name) else "last") == commit
    tree, history = tmp_path / "tree", tmp_path / "history"
    git(tmp_path, "clone", "--quiet", str(tmp_path / "mirrors" / "owner+calc" / "repo"), str(tree))
    (tree / "calc.py").write_text("def total(a, b):\n    return a - b\n")
    git(tree, "commit", "--quiet", "--all", "-m", "Change a line")
    (tree / "untracked").touch()
    forget_history(tree, history)
    assert git(tree, "rev-list", "--all", "--count") == "1"
    assert git(tree, "status", "--porcelain") == "?? untracked"
    assert git(tree, "branch", "--show-current") == "parity"
    restore_history(tree, history)
    restore_history(tree, history)
    assert git(tree, "rev-list", "HEAD", "--count") == "2"
    assert git(tree, "status", "--porcelain") == "?? untracked"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may write to closed files")
def test_the_projects_own_command_has_no_powers_of_root(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    ran = run(without_powers("touch here"), tmp_path, {}, 50.0)
    assert ran.exit_code != 0 and "Permission denied" in ran.printed


def test_what_cannot_be_measured_says_why(mirror: Repository, bench: Bencher, tmp_path: Path) -> None:
    assert "`false`: exit code 1" in bench("false").row(mirror)["left_out"]
    unknown = Repository("owner/other", "a" * 40, "python", "pytest")
    assert "Set TESTFIX_MIRRORS to a folder that holds OWNER+NAME/repo" in bench().row(unknown)["left_out"]
    row = bench("echo another environment", seconds=0.01).row(mirror)
    assert verdict(row) == "too long"
    gone = Repository("owner/calc", "b" * 40, "python", "pytest")
    bench()
    folder = tmp_path / "cache" / "parity" / "owner+calc"
    (folder / "checkout").rename(folder / "old")
    assert bench().row(gone)["left_out"].startswith("git -C: ")


def test_a_command_is_ended_with_its_processes_at_its_limit(tmp_path: Path) -> None:
    ran = run("sleep 1000 & echo begun; wait", tmp_path, {}, 0.5)
    assert ran.exit_code is None
    assert ran.out == "begun\n"
    assert issubclass(NotReady, Exception)
