"""`tools/without` hides programs from a command and all that it starts, and leaves the rest of their folders."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LOOK = "import shutil, os; print(*map(shutil.which, ('hidden-one', 'other')), os.environ['TESTFIX_HIDDEN'])"


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Two folders in front of the PATH, both with `hidden-one`, one with `other`."""
    found = [tmp_path / "a", tmp_path / "b c"]
    for folder, names in zip(found, (["hidden-one"], ["hidden-one", "other"]), strict=True):
        folder.mkdir()
        for name in names:
            (folder / name).write_text("#!/bin/sh\necho here\n")
            (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", os.pathsep.join([*map(str, found), os.environ["PATH"]]))
    return found


def without(hidden: str, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([ROOT / "tools" / "without", hidden, *command], capture_output=True, text=True, check=False)


@pytest.mark.usefixtures("folders")
def test_a_hidden_program_is_found_nowhere_and_its_neighbours_are() -> None:
    done = without("hidden-one absent", sys.executable, "-c", LOOK)
    nowhere, other, *said = done.stdout.split()
    assert (nowhere, said) == ("None", ["hidden-one", "absent"]), done
    assert other.endswith("/other")
    assert without("hidden-one", "sh", "-c", "other; hidden-one").stdout == "here\n"
    assert not Path(other).exists(), "the links end with the command"


@pytest.mark.usefixtures("folders")
def test_the_status_is_that_of_the_command() -> None:
    assert without("hidden-one", "sh", "-c", "exit 7").returncode == 7


@pytest.mark.usefixtures("folders")
def test_no_test_runs_where_a_program_is_not_hidden_after_all() -> None:
    assert shutil.which("other")
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-p", "no:cacheprovider", __file__]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "TESTFIX_HIDDEN": "other"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 4
    assert "TESTFIX_HIDDEN names programs that are on the PATH: other" in done.stderr
