"""What bounds a repair: its time, its cancellation, its end from outside; and what is left of it then."""

import os
import select
import signal
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairRequest, RepairResult, repair
from testfix_pipeline_tests.repair.left_behind import children

Writer = Callable[[Mapping[str, str]], Path]
FAILING = TestId("test_subject.py::test_double")
# `test_first` decides what the suite does before the failing test has its turn.
SUBJECT = {
    "subject.py": "def double(n):\n    return n + 2\n\n\ndef twice(n):\n    return n * 2\n",
    "test_subject.py": "import threading\nimport time\nfrom subject import double, twice\n\n"
    "def test_first():\n    {first}\n\ndef test_double():\n    assert double(4) == 8\n\n"
    "def test_twice():\n    assert twice(4) == 8\n",
}
WAITING, COMPUTING = "threading.Event().wait(900)", "while True: pass"
DESERTED = "threading.Event().wait()"


@pytest.fixture
def root(write: Writer) -> Callable[[str], Path]:
    return lambda first: write({name: text.replace("{first}", first) for name, text in SUBJECT.items()})


@pytest.fixture(autouse=True)
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder in which the engine makes its own; nothing may be left in it."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


@pytest.fixture
def start(project: TargetProject) -> Callable[..., RepairResult]:
    def call(root: Path, **more: Any) -> RepairResult:
        given = {"passing": ["test_subject.py::test_first", "test_subject.py::test_twice"], "seconds": 60.0, **more}
        failures = [Failure(test=FAILING, error="assert 6 == 8")]
        return repair(RepairRequest(project, root, [FAILING], [FAILING], failures=failures, coverage=None, **given))

    return call


@pytest.fixture
def is_clean(temporary: Path) -> Callable[[], bool]:
    """Whether no process and no file is left that was not there when the test began."""
    before = children()
    return lambda: children() <= before and list(temporary.iterdir()) == []


@pytest.mark.parametrize("first", [WAITING, COMPUTING])
def test_the_time_ends_where_the_suite_would_never(first, root, start, is_clean) -> None:
    result = start(root(first), seconds=2.0)
    assert result.exhausted == ("found" if result.patches else "budget")
    assert is_clean()


def test_nothing_is_lost_to_a_wait_that_nobody_ends(root, start) -> None:
    result = start(root(DESERTED))
    assert result.patches[0].confirmed and not any("took too long" in note for note in result.notes), result.notes


def test_a_first_run_that_was_cut_short_is_said_and_the_search_goes_on(root, start) -> None:
    result = start(root(WAITING), seconds=8.0)
    assert any("0 of 3 tests were seen" in note for note in result.notes)
    assert result.candidates_tried


def test_cancelling_ends_the_first_run_of_the_suite(root, start, is_clean) -> None:
    said: list[str] = []
    result = start(root(WAITING), on_progress=lambda progress: said.append(progress.place), cancel=lambda: bool(said))
    assert said[0] == "the suite as it is, 0 of 3 tests"
    assert result.exhausted == "cancelled" and is_clean()


@pytest.mark.parametrize("cores", [1, 2])
def test_cancelling_keeps_the_best_so_far(cores, root, start, is_clean) -> None:
    said: list[int] = []
    result = start(
        root("time.sleep(0)"),
        cores=cores,
        after_first_seconds=60.0,
        on_progress=lambda progress: said.append(progress.plausible),
        cancel=lambda: any(said),
    )
    assert result.exhausted == "cancelled" and result.patches[0].complete
    assert is_clean()


@pytest.mark.parametrize("cores", [1, 2])
def test_an_interrupt_goes_through_and_leaves_nothing(cores, root, start, is_clean) -> None:
    def interrupt(progress: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start(root("time.sleep(0)"), cores=cores, after_first_seconds=60.0, on_progress=interrupt)
    assert is_clean()


KILLED = """
    import os, signal, sys
    from pathlib import Path
    import psutil
    from testfix_pipeline.core.records import Failure
    from testfix_pipeline.core.test_ids import TestId
    from testfix_pipeline.execution.project import TargetProject
    from testfix_pipeline.frameworks.project_suites import pytest_suite
    from testfix_pipeline.repair.engine import RepairRequest, repair

    # Whatever the process that runs these tests does about this signal is inherited.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGTERM])

    def die(progress):
        print(*[child.pid for child in psutil.Process().children(recursive=True)], flush=True)
        sys.stdin.readline()
        os.kill(os.getpid(), int(sys.argv[3]))

    test = TestId(sys.argv[2])
    project = TargetProject(Path(sys.executable), "this one", suites=(pytest_suite(),))
    repair(RepairRequest(project, Path(sys.argv[1]), [test], [test], [],
                         [Failure(test=test)], None, 60.0, on_progress=die))
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_signal_that_ends_us_leaves_no_process_and_no_folder(number, root, temporary) -> None:
    program = [sys.executable, "-c", textwrap.dedent(KILLED), str(root(WAITING)), FAILING, str(int(number))]
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "TMPDIR": str(temporary)}
    with subprocess.Popen(program, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as engine:
        assert engine.stdin is not None and engine.stdout is not None
        watched = [os.pidfd_open(int(pid)) for pid in engine.stdout.readline().split()]
        assert watched
        engine.stdin.write(b"now\n")
    assert engine.returncode == -number
    for process in watched:
        assert select.select([process], [], [], 60)[0], "it goes on after us"
        os.close(process)
    assert list(temporary.iterdir()) == []
