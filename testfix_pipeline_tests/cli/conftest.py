"""Running `testfix` for real, as a process of its own, with a home, a cache and an instance that end with the test."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from testfix_pipeline_tests.warm import PATIENCE, WarmStarts

COMMAND = "from testfix_pipeline.cli.app import main; main()"
BUGGY = "def double(n):\n    return n + n\n\n\ndef half(n):\n    return n * 2\n"
TESTS = """\
from calc import double, half


def test_double():
    assert double(4) == 8


def test_half():
    assert half(4) == 2
    assert half(3) == 1.5


def test_half_of_nothing():
    assert half(0) == 0
"""


class Ended(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def found(self) -> dict[str, Any]:
        """The object of `--json`: the last line of stdout."""
        found: dict[str, Any] = json.loads(self.out.splitlines()[-1])
        return found


@pytest.fixture(autouse=True)
def own_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A Dagster home that ends with the test."""
    home = tmp_path / "instance"
    monkeypatch.setenv("DAGSTER_HOME", str(home))
    return home


@pytest.fixture
def testfix(warm: WarmStarts) -> Callable[..., Ended]:
    """Call with the arguments of `testfix`; `cold` is a start as people have it, with every import."""

    def run(*arguments: str | Path, cold: bool = False) -> Ended:
        given = [str(argument) for argument in arguments]
        if not cold:
            with warm.start(COMMAND, *given) as running:
                return Ended(*running.communicate())
        command = [sys.executable, "-m", "testfix_pipeline.cli.app", *given]
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def calc(repository: Callable[..., Any]) -> Any:
    """A repository with one bug and one failing test."""
    return repository(files={"calc.py": BUGGY, "test_calc.py": TESTS})
