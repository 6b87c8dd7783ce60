"""The guard of `make quick`: who is marked, and that an unmarked test can't start a process."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from testfix_pipeline_tests import process_guard
from testfix_pipeline_tests.execution.targets import PLAIN

SUITE = """
import os, subprocess, sys
from concurrent.futures import ThreadPoolExecutor

def test_popen(): subprocess.run([sys.executable, "-V"])
def test_fork(): os.fork() or os._exit(0)
def test_swallowed():
    try: os.system("true")
    except BaseException: pass
def test_in_a_thread():
    with ThreadPoolExecutor(1) as pool: pool.submit(os.posix_spawn, "/bin/true", ["true"], {})
def test_dagster_run():
    from dagster import job
    @job
    def nothing(): pass
    nothing.execute_in_process()
def test_none(): pass
def test_listed(): assert subprocess.run([sys.executable, "-V"]).returncode == 0
"""


@pytest.fixture
def suite(tmp_path: Path) -> Path:
    """A suite of its own with the guard, and a list that names one test."""
    root = tmp_path / "suite"
    (root / "tests/a").mkdir(parents=True)
    shutil.copy(process_guard.__file__, root / "process_guard.py")
    (root / "needs-processes.txt").write_text("test tests/a/test_x.py::test_listed\n")
    (root / "pytest.ini").write_text("[pytest]\naddopts = -p process_guard\nmarkers = processes: starts one\n")
    (root / "tests/a/test_x.py").write_text(SUITE)
    return root


def _run(suite: Path, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=line", *options]
    own = {**os.environ, **PLAIN}
    return subprocess.run(command, cwd=suite, env=own, capture_output=True, text=True, check=False).stdout


def test_an_unmarked_test_that_starts_a_process_or_a_run_fails(suite: Path) -> None:
    out = _run(suite)
    assert "5 failed, 2 passed" in out, out
    assert "add the line `test tests/a/test_x.py::test_popen`" in out


def test_recording_writes_the_list_by_which_the_rest_passes(suite: Path) -> None:
    _run(suite, "--record-processes")
    assert "1 passed, 6 deselected" in _run(suite, "-m", "not processes")
