"""What runs of failing tests say of them in the repair of libraries."""

import pytest

from testfix_pipeline.core.records import Outcome, RunFault, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.search.library_trees import is_measurement, passing
from testfix_pipeline.repair.validation.confirmer import _all_pass

FILES = [TestId("test_a.py"), TestId("test_b.py")]


def run(kind: str = "", collected: tuple[str, ...] = (), **status: str) -> SuiteRun:
    """A run with these outcomes of tests called `test_x`, in files called like `a`."""
    ids = {name: f"test_{name}.py::test_x" for name in status}
    outcomes = {ids[name]: Outcome(id=ids[name], status=one) for name, one in status.items()}  # type: ignore[arg-type]
    fault = RunFault(kind=kind, message="") if kind else None  # type: ignore[arg-type]
    return SuiteRun(outcomes=outcomes, collected=list(collected), fault=fault)  # type: ignore[arg-type]


def test_a_file_is_repaired_once_it_is_collected_though_its_tests_take_too_long() -> None:
    late = run("timeout", ("test_a.py::test_x", "test_b.py::test_x"), a="passed")
    assert is_measurement(late, FILES) and passing(late, FILES) == {*FILES}
    one = run("timeout", ("test_a.py::test_x",))
    assert passing(one, FILES) == {"test_a.py"}


def test_of_a_test_nothing_is_known_before_it_ends() -> None:
    late = run("timeout", ("test_a.py::test_x", "test_b.py::test_x"), a="passed")
    assert not is_measurement(late, [TestId("test_a.py::test_x"), TestId("test_b.py")])


@pytest.mark.parametrize("late", [run("timeout"), run("crash", ("test_a.py::test_x",))])
def test_no_other_fault_is_a_measurement(late: SuiteRun) -> None:
    assert not is_measurement(late, FILES)


def test_without_a_fault_tests_pass_that_ended_so() -> None:
    done = run("", ("test_a.py::test_x", "test_b.py::test_x"), a="passed", b="failed")
    assert is_measurement(done, FILES)
    assert passing(done, [TestId("test_a.py::test_x"), TestId("test_b.py::test_x")]) == {"test_a.py::test_x"}


def test_a_collected_file_without_tests_is_repaired() -> None:
    done = run("", ("test_b.py::test_x", "test_a.py"), b="failed")
    assert passing(done, [TestId("test_a.py"), TestId("test_b.py::test_x")]) == {"test_a.py"}
    assert _all_pass(TestId("test_a.py"), done) and not _all_pass(TestId("test_c.py"), done)
