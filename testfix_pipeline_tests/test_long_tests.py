"""The list of long tests: whom it marks, that they are skipped by name, and that each line names a test."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from testfix_pipeline_tests import long_tests
from testfix_pipeline_tests.execution.targets import PLAIN
from testfix_pipeline_tests.long_tests import FOLDER, LIST, listed, without_test


def test_a_line_of_a_collected_module_that_names_no_test_is_found() -> None:
    lines = ["a.py", "a.py::test_one", "a.py::test_one[1]", "a.py::test_gone", "other.py::test_gone"]
    assert without_test(lines, ["a.py::test_one[1]", "a.py::test_one[2]"]) == ["a.py::test_gone"]


def test_each_line_is_there_once_and_its_module_exists() -> None:
    lines = listed(LIST.read_text())
    assert len(lines) == len(set(lines)) and all((FOLDER / line.partition("::")[0]).is_file() for line in lines)


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of its own with the plugin, and a list that names one of two tests."""
    root = tmp_path / "suite"
    root.mkdir()
    shutil.copy(long_tests.__file__, root / "long_tests.py")
    (root / LIST.name).write_text("# why\ntest_x.py::test_listed\n")
    (root / "pytest.ini").write_text("[pytest]\naddopts = -p long_tests\nmarkers = long: takes long\n")
    (root / "test_x.py").write_text("def test_listed(): pass\ndef test_other(): pass\n")
    return root


def _run(suite: Path, *options: str, **environment: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-ra", *options]
    given = {name: value for name, value in os.environ.items() if name != "TESTFIX_FULL"}
    own = {**given, **PLAIN, **environment}
    done = subprocess.run(command, cwd=suite, env=own, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_what_is_listed_is_skipped_by_name_unless_all_tests_are_wanted(suite: Path) -> None:
    out = _run(suite)
    assert "1 passed, 1 skipped" in out and "takes long: make test-full runs it" in out
    assert "1 passed, 1 deselected" in _run(suite, "-m", "long", TESTFIX_FULL="some")


def test_a_line_that_names_no_test_ends_the_run(suite: Path) -> None:
    (suite / "test_x.py").write_text("def test_renamed(): pass\ndef test_other(): pass\n")
    assert "long-tests.txt names what is no test: test_x.py::test_listed" in _run(suite)
    assert "1 passed" in _run(suite, "test_x.py::test_other")
