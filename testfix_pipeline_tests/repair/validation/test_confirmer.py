"""The last stage: a patch counts when the suite agrees on the edited files in a clean process."""

import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairRequest, RepairResult, repair
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.validation.background_confirmation import BackgroundConfirmation
from testfix_pipeline.repair.validation.confirmer import Confirmation, Confirmer
from testfix_pipeline.repair.validation.validator import Aims, Validator

Writer = Callable[[Mapping[str, str]], Path]
Editor = Callable[[Path, str, str, str], Candidate]
TARGET, PASSING = TestId("test_subject.py::test_area"), [TestId("test_subject.py::test_nothing")]
SUBJECT = {
    "subject.py": "def area(n):\n    return n * 3\n",
    "test_subject.py": "from subject import area\n\ndef test_area():\n    assert area(5) == 10\n\n"
    "def test_nothing():\n    assert area(0) == 0\n",
}


@pytest.fixture
def confirmer(project: TargetProject, tmp_path: Path) -> Callable[..., Confirmer]:
    def make(root: Path, seconds: float = 0.1, clock: Clock | None = None, also: str = "") -> Confirmer:
        passing = [*PASSING, TestId(also)] if also else PASSING
        return Confirmer(project, root, tmp_path, passing, seconds, clock or Clock(60))

    return make


@pytest.mark.parametrize(
    ("new", "answer", "why"),
    [
        ("n * 2", "yes", ""),
        ("n + 5", "no", "test_subject.py::test_nothing does not pass"),
        ("n + 4", "no", "test_subject.py::test_area does not pass, nor do 1 others"),
        ("__import__('os')._exit(0)", "no", "left before the end with exit code 0"),
    ],
)
def test_all_that_passed_and_all_that_is_repaired_has_to_pass(
    new: str, answer: str, why: str, write: Writer, edited: Editor, confirmer: Callable[..., Confirmer], tmp_path: Path
) -> None:
    root = write(SUBJECT)
    before = sorted(tmp_path.rglob("*"))
    said = confirmer(root).confirm(edited(root, "subject.py", "n * 3", new), [TARGET])
    assert said.answer == answer and why in said.why
    assert sorted(tmp_path.rglob("*")) == before


def test_without_time_it_is_not_known(write: Writer, edited: Editor, confirmer: Callable[..., Confirmer]) -> None:
    root = write(SUBJECT)
    right = edited(root, "subject.py", "n * 3", "n * 2")
    assert confirmer(root, seconds=100.0).confirm(right, [TARGET]).answer == "unknown"
    cancelled = Clock(60, cancel=lambda: True)
    assert confirmer(root, clock=cancelled).confirm(right, [TARGET]).answer == "unknown"


def test_a_run_that_wall_time_ends_before_the_processors_gave_all_its_seconds_says_nothing(
    write: Writer, edited: Editor, confirmer: Callable[..., Confirmer]
) -> None:
    waits = "import threading\n\ndef test_waits():\n    threading.Event().wait(900)\n"
    root = write({**SUBJECT, "test_waits.py": waits})
    right = edited(root, "subject.py", "n * 3", "n * 2")
    starved = Clock(2.0, stretch=1.5, share=lambda: 0.0)
    assert confirmer(root, clock=starved).confirm(right, [TARGET]).answer == "unknown"


def test_what_does_not_pass_without_a_patch_either_says_nothing_of_it(write, edited, confirmer) -> None:
    root = write({**SUBJECT, "test_other.py": "def test_other():\n    assert False\n"})
    asked = confirmer(root, also="test_other.py::test_other")
    assert asked.confirm(edited(root, "subject.py", "n * 3", "n * 2"), [TARGET]).answer == "yes"
    breaks = asked.confirm(edited(root, "subject.py", "n * 3", "n + 5"), [TARGET])
    assert (breaks.answer, breaks.why) == ("no", "test_subject.py::test_nothing does not pass")


def test_a_test_that_is_unsteady_is_asked_again(write, edited, confirmer) -> None:
    once = "from pathlib import Path\n\ndef test_once():\n    mark = Path('mark')\n    there = mark.exists()\n"
    once += "    mark.touch()\n    assert there\n"
    root = write({**SUBJECT, "test_once.py": once})
    right = edited(root, "subject.py", "n * 3", "n * 2")
    assert confirmer(root, also="test_once.py::test_once").confirm(right, [TARGET]).answer == "yes"


def request(project: TargetProject, root: Path, **more: object) -> RepairResult:
    given = {"failures": [Failure(test=TARGET, error="assert 15 == 10")], "coverage": None, "seconds": 30.0, **more}
    return repair(RepairRequest(project, root, [TARGET], [TARGET], PASSING, after_first_seconds=0.0, **given))  # type: ignore[arg-type]


def test_the_patch_of_a_repair_is_confirmed(write: Writer, project: TargetProject) -> None:
    result = request(project, write(SUBJECT))
    assert result.patches[0].confirmed and "n * 2" in result.patches[0].diff


def test_what_holds_in_a_forked_process_alone_is_no_repair(write: Writer, project: TargetProject) -> None:
    """In a process that was forked after the import, another line runs than in a clean one."""
    code = "import os\n\nSTARTED = os.getpid()\n\n\ndef area(n):\n    if os.getpid() == STARTED:\n"
    code += "        return n * 3\n    return n * 3\n"
    tests = SUBJECT["test_subject.py"].replace("area(5) == 10", "[area(5), area(7), area(-1)] == [10, 14, -2]")
    root = write({"subject.py": code, "test_subject.py": tests})
    result = request(project, root, allowed_lines={"subject.py": {9}}, seconds=6.0)
    assert not result.patches
    assert any("not in a clean one: test_subject.py::test_area does not pass" in note for note in result.notes)
    assert result.first_seconds is None


def test_tests_that_read_or_start_the_files_see_the_candidate(write, edited, project) -> None:
    tests = SUBJECT["test_subject.py"] + "\nimport subprocess, sys\nfrom pathlib import Path\n\n"
    tests += "def test_reads():\n    assert '+' not in Path('subject.py').read_text()\n\n"
    tests += (
        "def test_starts():\n    program = [sys.executable, '-c', 'import subject; assert subject.area(7) != 12']\n"
    )
    tests += "    assert subprocess.run(program).returncode == 0\n"
    root = write({**SUBJECT, "test_subject.py": tests})
    passing = [*PASSING, *(TestId(f"test_subject.py::test_{name}") for name in ("reads", "starts"))]
    with Validator(project, root, Aims([TARGET], [], passing), None) as validator:
        for new, broken in (("n * 2", None), ("n and n + 5", passing[1]), ("n and n - -5", passing[2])):
            verdict = validator.try_candidate(edited(root, "subject.py", "n * 3", new))
            assert verdict.breaks == ({broken} if broken else set())
    assert (root / "subject.py").read_text() == SUBJECT["subject.py"]


def test_a_run_that_meets_another_one_at_a_port_decides_nothing(write, edited, confirmer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other_run:
        port = other_run.getsockname()[1]
        binds = f"import socket\n\ndef test_area():\n    socket.create_server(('127.0.0.1', {port})).close()\n"
        root = write({**SUBJECT, "test_subject.py": SUBJECT["test_subject.py"].replace("def test_area():\n", binds)})
        right = PlausiblePatch(edited(root, "subject.py", "n * 3", "n * 2"), Verdict("plausible", frozenset({TARGET})))
        answers: list[str] = []

        def settle(one: PlausiblePatch, said: Confirmation) -> bool:
            answers.append(said.answer)
            return said.answer == "yes"

        confirmation = BackgroundConfirmation(confirmer(root), settle)
        confirmation.begin(right)
        confirmation.wait()
    assert confirmation.holds(right) and answers == ["yes"]


class ScriptedConfirmer:
    """Answers "yes" to each patch; the first run goes on until `go_on` is set."""

    runs_apart = True

    def __init__(self) -> None:
        self.began, self.go_on = threading.Event(), threading.Event()
        self.ran: list[str] = []

    def confirm(self, candidate: Candidate, fixes: Sequence[str]) -> Confirmation:
        self.ran.append(candidate.fingerprint)
        self.began.set()
        self.go_on.wait()
        return Confirmation("yes")


def test_a_patch_that_a_better_one_overtook_before_its_run_began_is_not_run(write: Writer, edited: Editor) -> None:
    root = write(SUBJECT)
    first, second, third = (
        PlausiblePatch(edited(root, "subject.py", "n * 3", new), Verdict("plausible", frozenset({TARGET})))
        for new in ("n", "2", "n * 2")
    )
    scripted = ScriptedConfirmer()
    confirmation = BackgroundConfirmation(cast(Confirmer, scripted), lambda one, said: said.answer == "yes")
    confirmation.begin(first)
    scripted.began.wait()
    confirmation.begin(second)
    confirmation.begin(third)
    scripted.go_on.set()
    assert confirmation.holds(third)
    assert scripted.ran == [first.candidate.fingerprint, third.candidate.fingerprint]
    assert confirmation.holds(second), "it is run when it is the best again"
