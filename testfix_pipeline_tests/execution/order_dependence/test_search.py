"""The tests that decide on a victim are found among many, whatever cleans up between them."""

import math
from collections.abc import Sequence
from typing import Any

import pytest

from testfix_pipeline.core.order_records import OrderDependence
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence.search import OrderRuns, investigate, needed_tests

ORDER = [TestId(f"test_x.py::test_{number}") for number in range(100)]


def names(numbers: Sequence[int]) -> list[TestId]:
    return [ORDER[number] for number in numbers]


class Counting:
    """Whether a victim fails: after `polluters` in this order, none of the `cleaners` behind the last one."""

    def __init__(self, polluters: Sequence[int], cleaners: Sequence[int] = ()) -> None:
        self.polluters, self.cleaners = names(polluters), names(cleaners)
        self.tests_run = 0

    def __call__(self, tests: Sequence[TestId]) -> bool:
        self.tests_run += len(tests)
        if not all(one in tests for one in self.polluters):
            return False
        last = max(tests.index(one) for one in self.polluters)
        return not any(one in self.cleaners for one in tests[last:])


def marks(needs: Counting, step: int = 4) -> list[tuple[int, bool]]:
    """What the victim does after each `step` tests, in one run of all of them."""
    found = [(number, needs(ORDER[:number])) for number in range(step, len(ORDER) + 1, step)]
    needs.tests_run = len(ORDER)
    return found


def test_what_cleans_up_before_the_polluter_does_not_hide_it() -> None:
    needs = Counting([70], cleaners=[20, 30, 69])
    assert needed_tests(ORDER, needs, marks(needs)) == names([70])


@pytest.mark.parametrize("polluters", [(3, 4), (10, 90), (0, 99), (5, 50, 95)])
def test_polluters_that_pollute_together_are_all_found(polluters: tuple[int, ...]) -> None:
    needs = Counting(polluters)
    assert needed_tests(ORDER, needs, marks(needs)) == names(polluters)
    assert needs.tests_run <= len(ORDER) * 3 * len(polluters) * math.log2(len(ORDER))


class Runs(OrderRuns):
    """A suite in which the tests of `changes` decide on the victim; it notes every order that is run."""

    def __init__(self, decisive: TestId, *, helps: bool) -> None:
        self.decisive, self.helps = decisive, helps
        self.asked: list[list[TestId]] = []

    def statuses(self, tests: Sequence[TestId]) -> dict[TestId, str]:
        self.asked.append(list(tests))
        return {tests[-1]: "passed" if (self.decisive in tests[:-1]) == self.helps else "failed"}

    def command(self, found: OrderDependence) -> str:
        return f"run {' '.join([*found.others, found.test])}"

    def trials(self, before: Sequence[TestId], test: TestId, **order: Any) -> dict[str, Any]:
        along = [(number, self.passes([*before[:number], test])) for number in range(1, len(before) + 1)]
        return {"along": along} if "along" in order else {}


def test_a_brittle_test_needs_a_test_that_runs_after_it_in_the_order_that_failed() -> None:
    found = investigate(Runs(ORDER[80], helps=True), ORDER, ORDER[7])
    assert found is not None
    assert (found.kind, found.others) == ("brittle", [ORDER[80]])


def test_the_polluter_of_another_victim_is_tried_first() -> None:
    known = investigate(Runs(ORDER[2], helps=False), ORDER, ORDER[90])
    runs = Runs(ORDER[2], helps=False)
    assert known is not None
    found = investigate(runs, ORDER, ORDER[95], [known])
    assert found is not None and found.others == [ORDER[2]]
    assert max(map(len, runs.asked)) == 2


def test_a_test_that_fails_wherever_it_runs_depends_on_no_order() -> None:
    runs = Runs(TestId("test_y.py::test_none"), helps=True)
    assert investigate(runs, ORDER, ORDER[50]) is None
