"""How many tests of a suite have ended, as is reported while it runs."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.progress import WorkProgress
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_tests import rerun_failing_tests
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

# Each test goes on only when so many before it have been reported to have ended.
WAITING = """
    import pytest

    @pytest.mark.parametrize("number", range(4))
    def test_goes_on(number):
        with open(f"reported-{number}", "rb"):
            pass
        assert number != 2
"""

# Before each test: reports that nobody asked for, wherever this process can write.
LYING = """
    import json, os, pytest

    LIES = [
        {"e": "collected", "ids": [f"test_a.py::{n}" for n in range(900)]},
        {"e": "phase", "id": "test_a.py::0", "when": "teardown", "outcome": "passed", "duration": 0},
        {"e": "end", "status": 0},
    ]

    @pytest.fixture(autouse=True)
    def lying():
        lies = "".join(json.dumps({**lie, "n": nonce}) + "\\n" for lie in LIES for nonce in ("", "0" * 32, None))
        for fd in [1, 2, *range(3, 256)]:
            try:
                os.write(fd, f"\\n840 of 840 [100%]\\n{lies}".encode())
            except OSError:
                pass
"""

# A plugin that runs every test five times.
REPEATING = """
    from _pytest.runner import runtestprotocol

    def pytest_runtest_protocol(item, nextitem):
        for _ in range(5):
            runtestprotocol(item, nextitem=nextitem)
        return True
"""


class Teller:
    """Hears how many tests have ended, and lets the test go on that waits for it."""

    def __init__(self, root: Path, tests: int) -> None:
        self.heard: list[tuple[int, int]] = []
        self._root = root
        for number in range(tests):
            os.mkfifo(root / f"reported-{number}")

    def __call__(self, done: int, total: int) -> None:
        if (done, total) not in self.heard:
            self.heard.append((done, total))
        with suppress(OSError):  # nobody waits for it yet, or any more
            os.close(os.open(self._root / f"reported-{done}", os.O_WRONLY | os.O_NONBLOCK))


@pytest.fixture
def waiting(tree: Callable[..., Path], target: TargetProject) -> Callable[..., tuple[SuiteRun, Teller]]:
    """A run of the four tests that wait to be reported, with more files of the project."""

    def run(files: dict[str, str], **options: Any) -> tuple[SuiteRun, Teller]:
        root = tree({"test_a.py": WAITING, **files})
        teller = Teller(root, 4)
        return run_suite(target, root, timeout=120, on_test=teller, **options), teller

    return run


def test_tests_are_counted_as_they_end(waiting: Callable[..., tuple[SuiteRun, Teller]]) -> None:
    run, teller = waiting({})
    assert run.fault is None
    assert run.failing == {"test_a.py::test_goes_on[2]"}
    assert teller.heard[:4] == [(0, 4), (1, 4), (2, 4), (3, 4)]


def test_they_are_counted_with_their_coverage(waiting: Callable[..., tuple[SuiteRun, Teller]], tmp_path: Path) -> None:
    run, teller = waiting({}, record_coverage=tmp_path / "coverage.json")
    assert run.fault is None
    assert teller.heard[:4] == [(0, 4), (1, 4), (2, 4), (3, 4)]


def test_what_a_project_writes_is_not_counted(waiting: Callable[..., tuple[SuiteRun, Teller]]) -> None:
    run, teller = waiting({"conftest.py": LYING})
    assert run.fault is None
    assert len(run.outcomes) == 4
    assert "840 of 840" in run.log
    assert teller.heard[:4] == [(0, 4), (1, 4), (2, 4), (3, 4)]
    assert set(teller.heard[4:]) <= {(4, 4)}


def test_never_more_tests_have_ended_than_there_are(tree: Callable[..., Path], target: TargetProject) -> None:
    """A plugin of the project runs every test five times; the second goes on when two of two are reported."""
    suite = "def test_a(): pass\ndef test_b(): open('reported-2', 'rb').close()\n"
    root = tree({"conftest.py": REPEATING, "test_a.py": suite})
    teller = Teller(root, 3)
    assert run_suite(target, root, timeout=60, on_test=teller).fault is None
    assert (2, 2) in teller.heard
    assert all(done <= total == 2 for done, total in teller.heard)


def test_re_runs_tell_how_far_they_are(tree: Callable[..., Path], target: TargetProject) -> None:
    """Together, where in the first round one test waits until the other is counted; then those in doubt alone."""
    suite = """
        import os, pathlib

        def test_fails():
            assert False

        def test_fails_once():
            if not pathlib.Path("tried").exists():
                open("details", "rb").close()
                pathlib.Path("tried").touch()
                assert False
    """
    root = tree({"test_a.py": suite})
    os.mkfifo(root / "details")
    details: list[str] = []

    def on_progress(advance: WorkProgress) -> None:
        details.append(advance.describe())
        if advance.done:
            with suppress(OSError):
                os.close(os.open(root / "details", os.O_WRONLY | os.O_NONBLOCK))

    names = [TestId("test_a.py::test_fails"), TestId("test_a.py::test_fails_once")]
    verdicts = rerun_failing_tests(target, root, names, times=2, timeout=60, on_progress=on_progress)
    assert [verdicts[name].passes > 0 for name in names] == [False, True]
    assert "running failing tests again, round 1: 1 of 2" in details
    assert details[-1] == "running failing tests again, each alone: 0 of 1"
