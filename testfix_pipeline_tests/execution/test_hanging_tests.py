"""What hangs is found by limits that are learned, and is believed to hang after a second look."""

import contextlib
import importlib
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from testfix_pipeline.core.errors import BudgetSpent
from testfix_pipeline.core.records import NEVER_ENDS, Frame, Outcome, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.deadline import Deadline
from testfix_pipeline.execution.hanging_tests import known_durations, measure_with_limits, time_limits
from testfix_pipeline.execution.in_target.testfix_stuck import children_cpu
from testfix_pipeline.execution.processes.environment import IN_TARGET
from testfix_pipeline.execution.project import KnownDurations, TargetProject
from testfix_pipeline.execution.run_options import Stage
from testfix_pipeline.execution.suite_runs import run_suite

Tree = Callable[..., Path]


def passed(test: str, seconds: float = 0.01) -> Outcome:
    return Outcome(id=test, status="passed", duration=seconds)


def hung(test: str, function: str = "search") -> Outcome:
    frames = [Frame(file="shop.py", line=3, function=function)]
    return Outcome(id=test, status="failed", duration=3.0, error_type=NEVER_ENDS, frames=frames)


class Runs:
    """Runs that were measured before, handed out in turn; what was asked for is noted."""

    def __init__(self, *outcomes: Sequence[Outcome]) -> None:
        self._left = list(outcomes)
        self.asked: list[tuple[str, list[TestId] | None]] = []
        self.known: list[KnownDurations] = []

    def __call__(self, project: TargetProject, stage: str, tests: list[TestId] | None) -> SuiteRun:
        self.asked.append((stage, tests))
        self.known.append(project.known)
        return SuiteRun(outcomes={outcome.id: outcome for outcome in self._left.pop(0)})


def test_a_suite_without_hanging_tests_runs_once(target: TargetProject) -> None:
    runs = Runs([passed("a"), passed("b")])
    assert measure_with_limits(target, runs).passed == {"a", "b"}
    assert runs.asked == [("learned", None)]


def test_what_hangs_twice_is_believed_and_does_not_run_a_third_time(target: TargetProject) -> None:
    runs = Runs([passed("a"), hung("b"), hung("c")], [hung("b"), hung("c")])
    found = measure_with_limits(target, runs)
    assert found.failing == {"b", "c"} and runs.asked == [("learned", None), ("second", ["b", "c"])]

    knowing = replace(target, known=known_durations(found.outcomes))
    runs = Runs([passed("a"), hung("b"), hung("c")])
    assert measure_with_limits(knowing, runs).failing == {"b", "c"} and runs.asked == [("learned", None)]


def test_of_many_that_hang_in_one_function_some_are_looked_at_again(target: TargetProject) -> None:
    many = [hung(f"t{number}") for number in range(40)]
    runs = Runs([*many, hung("other", "sort")], [*many[:9], hung("other", "sort")])
    measure_with_limits(target, runs)
    assert runs.asked[1] == ("second", [*(f"t{number}" for number in range(9)), "other"])


def test_only_a_crowd_that_hangs_in_one_function_has_a_short_second_look(target: TargetProject) -> None:
    crowd = [hung(f"t{number}") for number in range(3)]
    runs = Runs([*crowd, hung("alone", "build")], [*crowd, hung("alone", "build")])
    measure_with_limits(target, runs)
    assert runs.known[1].hung == {"t0", "t1", "t2"}


def test_a_slow_test_that_a_learned_limit_ended_is_measured_with_patience(target: TargetProject) -> None:
    runs = Runs(
        [passed("a"), hung("slow", "build"), hung("b")],
        [passed("slow", 8.0), hung("b")],
        [passed("a"), passed("slow", 8.0), hung("b")],
    )
    assert measure_with_limits(target, runs).passed == {"a", "slow"}
    assert runs.asked[2] == ("patient", None)
    assert runs.known[2] == KnownDurations(8.0, frozenset({"b"})), "what hung twice is ended soon there"


def test_a_limit_of_the_users_own_needs_no_second_look(target: TargetProject) -> None:
    runs = Runs([passed("a"), hung("b")])
    assert measure_with_limits(replace(target, test_seconds=5.0), runs).failing == {"b"}
    assert len(runs.asked) == 1


def test_a_file_whose_import_ends_in_the_second_look_is_measured_again(target: TargetProject) -> None:
    slow = Outcome(id="test_a.py", status="error", phase="collect", error_type=NEVER_ENDS)
    runs = Runs([slow], [passed("test_a.py::test_a")], [passed("test_a.py::test_a")])
    assert measure_with_limits(target, runs).passed == {"test_a.py::test_a"}


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[list[float]]]:
    """The limits of a test in a run of a stage: computing, idle, whole; then the same where another test hung."""
    monkeypatch.syspath_prepend(str(IN_TARGET))
    patience = importlib.import_module("testfix_pipeline.execution.in_target.testfix_patience").HangLimits

    def find(project: TargetProject, stage: Stage, test: str = "any") -> list[list[float]]:
        return list(patience("it", **time_limits(project, stage, 600)["test"])._limits_of(test))

    return find


def test_limits_grow_with_the_longest_test_and_shrink_where_another_hung(target, limits) -> None:
    assert limits(target, "learned") == [[2.0, 6.0, 20.0], [0.2, 1.0, 4.0]]
    known = replace(target, known=KnownDurations(1.5, frozenset({"hangs"})))
    assert limits(known, "learned")[0] == [30.0, 30.0, 30.0]
    alone, in_a_crowd = limits(known, "second"), limits(known, "second", "hangs")
    assert (alone[0][0], in_a_crowd[0][0]) == (60.0, 60.0), "sixty times as long as the longest"
    few = replace(target, known=KnownDurations(0.05, frozenset({"hangs"})))
    assert (limits(few, "second")[0][0], limits(few, "second", "hangs")[0][0]) == (60.0, 8.0)
    assert limits(known, "patient")[0][0] == 60.0 and limits(known, "patient", "hangs")[0][0] == 30.0
    slow = replace(target, known=KnownDurations(50.0))
    assert limits(slow, "learned")[0][:2] == [60.0, 120.0], "no more than a test may take at most"


COUNTS = """
    def count():
        number = 1
        while number:
            number += 1

    def test_quick(): pass
    def test_first(): count()
    def test_second(): count()
    def test_last(): pass
"""


def test_tests_that_hang_are_ended_within_seconds_the_next_in_the_same_function_sooner(tree, target) -> None:
    run = run_suite(target, tree({"test_a.py": COUNTS}), timeout=300, stage="learned")
    assert run.fault is None and run.passed == {"test_a.py::test_quick", "test_a.py::test_last"}
    said = [run.outcomes[f"test_a.py::test_{name}"].message for name in ("first", "second")]
    first, second = (float(one.removeprefix("it computes for more than ").removesuffix(" s")) for one in said)
    assert first >= 2 > second  # a busy machine raises both: they are learned from how long a quick test takes


def test_an_alarm_that_comes_while_a_look_is_not_over_is_no_look(target, monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    module = importlib.import_module("testfix_pipeline.execution.in_target.testfix_patience")
    limits = [[0.0, 9.0, 9.0], [0.0, 9.0, 9.0]]
    watch = module._HangWatch("it", limits, set(), 9.0, module._ForeignAlarm())
    monkeypatch.setattr(module.testfix_stuck, "called_function", lambda frame: watch.on_alarm(14, frame))
    with pytest.raises(module.NeverEnds):
        watch.on_alarm(14, sys._getframe())


@pytest.mark.parametrize(("share", "is_ended"), [(0.9, False), (0.1, True)])
def test_a_test_that_a_busy_machine_keeps_from_running_does_not_do_nothing(share, is_ended, monkeypatch) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    module = importlib.import_module("testfix_pipeline.execution.in_target.testfix_patience")
    clock = iter(range(100))
    monkeypatch.setattr(module, "_now", lambda: next(clock))
    monkeypatch.setattr(module, "time", SimpleNamespace(process_time=lambda: 0.0))
    queued = (share * number for number in range(100))
    monkeypatch.setattr(module.testfix_stuck, "queued_seconds", lambda: next(queued))
    monkeypatch.setattr(module.testfix_stuck, "waits_forever", lambda frame: False)
    watch = module._HangWatch("it", [[9.0, 3.0, 99.0]] * 2, set(), 99.0, module._ForeignAlarm())
    with contextlib.ExitStack() as stack:
        if is_ended:
            stack.enter_context(pytest.raises(module.NeverEnds, match="waits and does nothing for 3 s"))
        for _ in range(10):
            watch._check(14, sys._getframe())


FROZEN = """
    import time

    def test_frozen(monkeypatch):
        monkeypatch.setattr(time, "monotonic", lambda: 1.58e9)
        until = time.process_time() + 1.2
        while time.process_time() < until:
            pass
"""


def test_a_test_that_freezes_the_time_is_not_said_to_hang(tree: Tree, target: TargetProject) -> None:
    run = run_suite(target, tree({"test_a.py": FROZEN}), timeout=300, stage="learned")
    assert run.passed == {"test_a.py::test_frozen"}, run.outcomes


TIMEOUT_PLUGIN = """
    import signal
    import pytest

    def rings(*_):
        pytest.fail("the project's own limit")

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_protocol(item):
        signal.signal(signal.SIGALRM, rings)
        signal.setitimer(signal.ITIMER_REAL, 0.5 if "own" in item.name else 600)
        yield
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
"""
HANGS = """
    import time

    def test_ours():
        while True:
            time.sleep(0)

    def test_own():
        time.sleep(600)
"""


def test_an_alarm_of_the_project_does_not_keep_ours_from_ending_a_test_and_still_goes_off(tree, target) -> None:
    root = tree({"conftest.py": TIMEOUT_PLUGIN, "test_a.py": HANGS})
    run = run_suite(target, root, timeout=300, stage="learned")
    ours, own = run.outcomes["test_a.py::test_ours"], run.outcomes["test_a.py::test_own"]
    assert run.fault is None and ours.never_ended
    assert own.message.endswith("the project's own limit") and not own.never_ended


def test_a_child_that_computes_is_seen_to_be_at_work() -> None:
    with subprocess.Popen([sys.executable, "-c", "while True: pass"]) as child:
        while not children_cpu():
            assert child.poll() is None
        child.kill()


# -- the deadline ------------------------------------------------------------------------------------------------------


def test_no_run_outlasts_the_deadline(tree: Tree, target: TargetProject) -> None:
    root = tree({"test_a.py": "import time\ndef test_a(): time.sleep(600)\n"})
    with pytest.raises(BudgetSpent, match="one second"):
        run_suite(replace(target, deadline=Deadline(time.monotonic() + 1.0, "one second")), root, timeout=600)


def test_no_run_starts_after_the_deadline(tree: Tree, target: TargetProject) -> None:
    root = tree({"test_a.py": "open('ran', 'w')\n"})
    with pytest.raises(BudgetSpent):
        run_suite(replace(target, deadline=Deadline(time.monotonic())), root, timeout=600)
    assert not (root / "ran").exists()


def test_a_timeout_of_the_run_itself_is_no_spent_budget(tree: Tree, target: TargetProject) -> None:
    root = tree({"test_a.py": "import time\ndef test_a(): time.sleep(600)\n"})
    run = run_suite(replace(target, deadline=Deadline(time.monotonic() + 600)), root, timeout=1)
    assert run.fault is not None and run.fault.kind == "timeout"
