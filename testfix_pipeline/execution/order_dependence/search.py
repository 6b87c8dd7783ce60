"""Finds the tests and the state by which the order of the tests decides on one of them.

The tests before a victim run once, and a fork runs the victim at some places on the way: it fails from its last
polluter on, whatever cleaned up earlier. Between two such places halves are tried, from the state before all tests.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

from testfix_pipeline.core.order_records import OrderDependence, SharedState
from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.in_target.warm_smallest import smallest

MOST_TESTS = 20
"""How many tests are explained; more of them mostly have one cause."""
BRITTLE_SUITE_S = 10.0
"""In longer suites, a test that failed in all re-runs is not asked whether it depends on the order."""
MOST_BETWEEN = 30
"""How many tests are tried as cleaners: those that run next to the victim and its polluters."""
_MOST_CLEANERS = 3
CONFIRMATIONS = 6
"""How often the test must end as it did, alone and after the others: by chance 1 in 2,000 does."""
PLACES = 25
"""At how many places the victim runs on the way through the tests before it."""
Needs = Callable[[Sequence[TestId]], bool]
"""Whether a victim has its other result after these tests."""
Orders = Mapping[TestId, Sequence[TestId]]
"""For tests, an order of all tests in which each of them fails."""
NO_ORDERS: Orders = {}


class TrialsOver(Exception):
    """The time for trials is over, or their process is lost."""


class OrderRuns(ABC):
    """Runs tests of a project in one order, each time from the state in which its tests were collected."""

    @abstractmethod
    def statuses(self, tests: Sequence[TestId]) -> dict[TestId, str]:
        """The status of each test that was reached, in this order. Raises TrialsOver."""

    @abstractmethod
    def trials(self, before: Sequence[TestId], test: TestId, **order: Any) -> Mapping[str, Any]:
        """What `in_target/warm_order.py` finds out for `order`; {} if nothing. Raises TrialsOver."""

    def passes(self, tests: Sequence[TestId]) -> bool | None:
        """Whether the last one passes; None if it was not reached. Raises TrialsOver."""
        status = self.statuses(tests).get(tests[-1])
        return None if status is None else status == "passed"

    def arranged(self, tests: Sequence[TestId], test: TestId) -> list[TestId]:
        """The tests in an order in which they can run before this one."""
        return list(tests)

    def command(self, found: OrderDependence) -> str:
        """The command that shows the dependence; it runs a brittle test alone where no order can be asked for."""
        return found.pytest_command


def seconds_for(run: SuiteRun) -> float:
    """Return the time for a search: twice the suite's, at least a minute; as much for the trial of each change."""
    return max(60.0, 2 * run.duration)


def doubtful(run: SuiteRun, failures: Sequence[Failure]) -> Iterator[Failure]:
    """Yield failures that depend on the order, or may, which is only asked in a short suite."""
    for one in failures:
        is_test = one.test in run.collected and not TestId(one.test).is_file
        short = run.duration <= BRITTLE_SUITE_S and one.is_repairable and one.update is None and not one.flaky
        if is_test and (one.order or short):
            yield one


def dependences(
    runs: OrderRuns,
    order: Sequence[TestId],
    failures: Sequence[Failure],
    notify: Callable[[str], None],
    *,
    asks_alone: bool = True,
    orders: Orders = NO_ORDERS,
) -> list[OrderDependence]:
    """Return what is found in time of these failures, of tests that ran in this order, or the one in `orders`.

    asks_alone: whether those that failed in all re-runs are run alone, where these do not say how they end then.
    """
    found: list[OrderDependence] = []
    try:
        known = [one.test for one in failures if one.order]
        for test in [*known, *_dependent(runs, order, failures, asks_alone)][:MOST_TESTS]:
            one = investigate(runs, orders.get(test, order), test, found) if test in order else None
            found += [one] if one is not None else []
    except TrialsOver:
        notify("The search for tests that depend on the order ended by its time limit.")
    return found


def _dependent(runs: OrderRuns, order: Sequence[TestId], failures: Sequence[Failure], asks_alone: bool) -> list[TestId]:
    """Return those of the tests that failed in all re-runs that pass in a clean tree: alone, or after all others.

    A file that another test left behind makes them fail alone, too, in the tree of the suite.
    """
    asked = [one for one in failures if not one.order and one.test in order][:MOST_TESTS]
    single = [one.test for one in asked if asks_alone or one.never_ended]
    alone = [test for test in single if runs.passes([test])]
    left = [one.test for one in asked if one.test not in alone]
    rest = [test for test in order if test not in left]
    statuses = runs.statuses([*rest, *left]) if left and rest else {}
    return [*alone, *(test for test in left if statuses.get(test) == "passed")]


def investigate(
    runs: OrderRuns, order: Sequence[TestId], test: TestId, known: Sequence[OrderDependence] = ()
) -> OrderDependence | None:
    """Return how a test depends on the order; None if it does not, fails by chance, or no tests are found that decide.

    order: in which the test failed. known: findings on other tests, whose `others` are tried first. Raises TrialsOver
    where not even these tests are found in time.
    """
    rest = [one for one in order if one != test]
    kind: Literal["victim", "brittle"] = "victim" if runs.passes([test]) else "brittle"
    wanted = kind == "brittle"

    def needs(tests: Sequence[TestId]) -> bool:
        return runs.passes([*tests, test]) is wanted

    def always(tests: Sequence[TestId], passes: bool) -> bool:
        return all(runs.passes([*tests, test]) is passes for _ in range(CONFIRMATIONS))

    if not always([], not wanted):
        return None
    before = runs.arranged(rest, test) if wanted else list(order[: order.index(test)])
    others = next((one.others for one in known if one.kind == kind and needs(one.others)), None)
    if others is None and before:
        marks = runs.trials(before, test, along=PLACES).get("along", [])
        others = needed_tests(before, needs, [(number, passes is wanted) for number, passes in marks])
    if not others or not always(others, wanted) or runs.passes([test]) is wanted:  # by now, files may be left
        return None
    found = OrderDependence(test=test, kind=kind, others=list(others))
    found.command = runs.command(found)
    try:
        found.state = _shared_state(runs, found)
        found.cleaners = [] if wanted else _cleaners(runs, found, order)
    except TrialsOver:
        pass  # what was found so far counts
    return found


def needed_tests(before: Sequence[TestId], needs: Needs, along: Sequence[tuple[int, bool]]) -> list[TestId]:
    """Return the fewest of the tests before a victim for which `needs` holds, in their order; [] if there are none.

    along: whether it holds after the first tests of `before`, by their number, up to all of them.
    """
    low = 0
    part: list[TestId] = []
    for number, holds in along:
        if not holds:
            low, part = number, []
        elif not part:
            part = list(before[low:number])
    if not part:
        return []
    if needs(part):
        one = _last_needed(part, needs)
        return one if needs(one) else _fewest(part, needs)
    return _fewest(before[: low + len(part)], needs)


def _last_needed(part: Sequence[TestId], needs: Needs) -> list[TestId]:
    """Return the last one of `part` that is needed, if it is needed alone."""
    while len(part) > 1:
        half = len(part) // 2
        part = part[half:] if needs(part[half:]) else part[:half]
    return list(part)


def _fewest(tests: Sequence[TestId], needs: Needs) -> list[TestId]:
    """Return a smallest part of tests that are needed together."""

    def works(pairs: Sequence[tuple[int, TestId]]) -> bool:
        return needs([test for _, test in sorted(pairs)])

    return [test for _, test in sorted(smallest(list(enumerate(tests)), works))]


def _shared_state(runs: OrderRuns, found: OrderDependence) -> list[SharedState]:
    """Return the pieces of state that decide, which the last of the other tests changed."""
    helpful = "passed" if found.kind == "victim" else "failed"
    said = runs.trials(found.others, found.test, state=helpful)
    pieces = said.get("pieces", [])
    if said.get("new_modules") and (not pieces or any(one["name"].startswith("the import of") for one in pieces)):
        # state of a module that the test imports itself can only be compared if the module is there before
        again = runs.trials(found.others, found.test, state=helpful, preload=said["new_modules"])
        pieces = again.get("pieces", []) or pieces
    return [SharedState(**one) for one in pieces]


def _cleaners(runs: OrderRuns, found: OrderDependence, order: Sequence[TestId]) -> list[TestId]:
    """Return tests near the victim and its polluters after which the victim passes."""
    places = [order.index(one) for one in (found.test, *found.others)]
    rest = [one for one in order if one not in (found.test, *found.others)]
    near = sorted(rest, key=lambda one: min(abs(order.index(one) - place) for place in places))[:MOST_BETWEEN]
    said = runs.trials(found.others, found.test, between=near)
    return [TestId(one) for one in said.get("between", [])[:_MOST_CLEANERS]]
