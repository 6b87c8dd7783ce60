"""Failures that a step of the repair of libraries brought about itself: they are no progress."""

import pytest

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.search.library_state import is_caused

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
