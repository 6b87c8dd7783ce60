"""Failures that a step of the repair of libraries brought about itself: they are no progress."""

import pytest

from testfix_pipeline.core.records import Failure, Frame, Outcome, RunFault, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.search.library_state import (
    LibraryRepairState,
    ends_at_changed_line,
    fails_elsewhere,
    is_caused,
)

OLD = "import gone.spawn\nx = gone.spawn.find(1)\n"


@pytest.mark.parametrize(
    ("new", "kind", "error", "expected"),
    [
        ("other.spawn", "ModuleNotFoundError", "No module named 'other.spawn'; 'other' is not a package", True),
        ("other.spawn", "ModuleNotFoundError", "No module named 'yet_another'", False),
        ("other.spawn", "ImportError", "cannot import name 'find' from 'other.spawn'", False),
    ],
)
def test_a_module_that_the_step_names_and_that_is_not_there(new: str, kind: str, error: str, expected: bool) -> None:
    failure = Failure(test=TestId("test_a.py"), error_type=kind, error=error)
    assert is_caused(failure, OLD, OLD.replace("gone.spawn", new)) is expected


@pytest.mark.parametrize(("named", "expected"), [("found", True), ("find", False), ("never", False)])
def test_a_function_that_the_step_calls_and_that_refuses_it(named: str, expected: bool) -> None:
    error = f"Finder.{named}() takes 0 positional arguments but 1 was given"
    failure = Failure(test=TestId("test_a.py"), error_type="TypeError", error=error)
    assert is_caused(failure, OLD, OLD.replace(".find(", ".found(")) is expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("gone", True),  # the step dropped the import that gave it a meaning
        ("made", True),  # the step added it
        ("xrange", False),  # it stood there all along, behind what the step repaired
    ],
)
def test_a_name_without_a_meaning_is_the_steps_fault_only_where_the_step_touched_it(name: str, expected: bool) -> None:
    failure = Failure(test=TestId("t.py::t"), error_type="NameError", error=f"name '{name}' is not defined")
    old, new = "import gone\ngone.x()\nxrange(3)\n", "import other\ngone.x(made)\nxrange(3)\n"
    assert is_caused(failure, old, new) is expected


@pytest.mark.parametrize(("key", "expected"), [("data", True), ("name", False), ("else", False)])
def test_an_item_that_the_step_asks_for_and_that_is_not_there(key: str, expected: bool) -> None:
    failure = Failure(test=TestId("t.py::t"), error_type="KeyError", error=f"'{key}'")
    assert is_caused(failure, "x = f()['name'].data\n", "x = f()['name'][\"data\"]\n") is expected


def test_a_failure_that_ended_at_a_line_of_a_step_says_nothing_until_its_test_runs_again() -> None:
    frames = [Frame(file="a.py", line=2, function="f")]
    failure = Failure(test=TestId("test_a.py::test"), error_type="AttributeError", error="gone", frames=frames)
    other = failure.model_copy(update={"test": TestId("test_a.py::other")})
    assert ends_at_changed_line(failure, {"a.py": OLD}, {"a.py": OLD.replace("x = ", "y = ")})
    assert not ends_at_changed_line(failure, {"a.py": OLD}, {"a.py": OLD + "z = 1\n"})
    assert not ends_at_changed_line(failure, {"b.py": OLD}, {"b.py": "\n\n"})
    state = LibraryRepairState(failures=(failure, other), outdated=frozenset({failure.test}))
    assert state.current_failures == [other]
    alone = LibraryRepairState(failures=(failure,), outdated=frozenset({failure.test}))
    assert alone.current_failures == [failure]


def test_a_state_is_known_whole_where_its_last_run_said_of_each_target_how_it_ended() -> None:
    file, test, other = TestId("test_a.py"), TestId("test_a.py::test"), TestId("test_b.py::test")
    run = SuiteRun(outcomes={test: Outcome(id=test, status="passed")}, collected=[test, TestId("test_c.py")])
    state = LibraryRepairState(run=run)
    assert state.says_all([file, test, TestId("test_c.py")])
    assert not state.says_all([file, other])
    late = run.model_copy(update={"fault": RunFault(kind="timeout", message="")})
    assert not LibraryRepairState(run=late).says_all([file])


def test_a_sure_step_without_a_run_counts_only_behind_a_state_in_which_nothing_passes() -> None:
    one, two = (LibraryFix({}, "library.name", name, 0.8, name) for name in "ab")
    blocked = LibraryRepairState(steps=(one, two))
    assert blocked.follows(LibraryRepairState(steps=(one,)))
    assert not blocked.follows(LibraryRepairState(steps=(two,)))
    assert not blocked.follows(LibraryRepairState(steps=(one,), passed=frozenset({TestId("t.py")})))


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        (("a.py", 2), ("a.py", 3), True),  # the next line that the step left as it was
        (("a.py", 2), ("b.py", 7), True),
        (("a.py", 2), ("a.py", 2), False),  # the line that the step changed
        (("a.py", 3), ("a.py", 3), False),
        (("b.py", 7), ("b.py", 7), False),
    ],
)
def test_the_same_error_at_another_line(before: tuple[str, int], after: tuple[str, int], expected: bool) -> None:
    old, new = {"a.py": "import m\nm.old(1)\nm.old(2)\n"}, {"a.py": "import m\nm.new(1)\nm.old(2)\n"}
    one, other = (
        Failure(test=TestId("t.py::t"), error_type="E", error="e", frames=[Frame(file=file, line=line, function="f")])
        for file, line in (before, after)
    )
    assert fails_elsewhere([one], [other], old, new) is expected
