"""`make bench-parity` on a small local repository: what is measured, planted and kept, and what a kill leaves."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.parity.__main__ import Bench
from benchmarks.parity.repositories import Repository
from benchmarks.parity.table import verdict
from benchmarks.parity.trial import Limits

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
