"""Explains failures that depend on the order of the tests, and offers a change of the tests that ends it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext
from pathlib import Path

from testfix_pipeline.core.cycle_rules.explained_failures import with_findings
from testfix_pipeline.core.order_records import TESTS_WOULD_FIX, OrderDependence, OrderFindings
from testfix_pipeline.core.progress import WorkProgress
from testfix_pipeline.core.records import Failure, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence import javascript_edits, test_edits
from testfix_pipeline.execution.order_dependence.framework_runs import FrameworkOrderRuns, framework_of
from testfix_pipeline.execution.order_dependence.search import (
    NO_ORDERS,
    Orders,
    TrialsOver,
    dependences,
    doubtful,
    seconds_for,
)
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.validation.order_runs import ForkedOrderRuns
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.steps.measurement.warm_processes import warm_processes
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.workbench import Workbench

_Runs = ForkedOrderRuns | FrameworkOrderRuns
_PROVED = "it passes in the order that failed, in reverse and in"


def with_order_findings(
    wb: Workbench, commit: str, run: SuiteRun, results: SuiteResults, orders: Orders = NO_ORDERS
) -> SuiteResults:
    """Return the results of `run`, the whole suite of a commit, with what makes tests depend on their order.

    orders: those in which tests failed that did not in the order of `run`. What is offered as a change of the tests is
    also stored in TESTS_WOULD_FIX.
    """
    asked = list(doubtful(run, results.failures))
    if not asked:
        return results
    progress_reporter(wb)(WorkProgress("looking for the tests that make others fail", 0, len(asked)))
    findings = OrderFindings()
    for search in (_Search(wb, commit, run, orders), _FrameworkSearch(wb, commit, run, orders)):
        own = [one for one in asked if search.has(one.test) and not (one.never_ended and search.asks_alone)]
        found = search.findings(own) if own else OrderFindings()
        findings = OrderFindings(tests=[*findings.tests, *found.tests], patch=findings.patch + found.patch)
    if not findings.tests:
        return results
    if findings.patch:
        wb.store.write_text(TESTS_WOULD_FIX, findings.patch)
    failures = with_findings(results.failures, findings)
    return results.model_copy(update={"failures": failures, "order_findings": findings})


class _Search:
    """The search for one commit among the tests of pytest, with the order in which they ran.

    orders: how many random ones prove a change of the tests. asks_alone: whether tests that failed in all re-runs are
    run alone; JavaScript's re-runs say it of all but those that never end.
    """

    orders, asks_alone = 20, True

    def __init__(self, wb: Workbench, commit: str, run: SuiteRun, orders: Orders) -> None:
        self._wb = wb
        self._orders = orders
        self._commit = commit
        self._run = run
        self._order = [test for test in run.collected if self.has(test)]
        self._seconds = seconds_for(run)

    def has(self, test: TestId) -> bool:
        """Whether this class searches among tests of that framework."""
        return self._wb.target.uses_interpreter and self._wb.target.runs_in_interpreter(TestId(test).file)

    @contextmanager
    def _runs_in(self, tree: Path | None = None) -> Iterator[_Runs | None]:
        """Yield runs in a tree, by default in a clean one of the commit; None where they can't be started."""
        with ExitStack() as closing:
            clean = lambda: closing.enter_context(self._wb.worktree("order", self._commit))  # noqa: E731
            warm = WarmStart(self._wb.target, tree) if tree else warm_processes(self._wb, self._commit, clean)
            started = closing.enter_context(warm)
            processes = started.processes() if started is not None else None
            if isinstance(processes, Processes):
                self._order = [test for test in self._order if test in processes.items]
            yield ForkedOrderRuns(processes, self._seconds) if isinstance(processes, Processes) else None

    def findings(self, failures: Sequence[Failure]) -> OrderFindings:
        """Return what is found in time of these failures, and a change of the tests."""
        with self._runs_in() as runs:
            if runs is None:
                return OrderFindings()
            self._runs = runs
            notify = self._wb.target.notify
            here = {*self._order}
            orders = {test: [one for one in order if one in here] for test, order in self._orders.items()}
            found = dependences(runs, self._order, failures, notify, asks_alone=self.asks_alone, orders=orders)
            return self._with_patch(found) if found else OrderFindings()

    def _with_patch(self, tests: list[OrderDependence]) -> OrderFindings:
        """Return the findings with one change of the tests for all that it makes pass."""
        with self._wb.worktree("order-patch", self._commit) as tree:
            root, edited = self._wb.root(tree), False
            test_edits.keep_owners(tests, root)  # before a change of the tests names more
            for found in tests:
                found.proof = self._proof(tree, found) if edited else ""
                for file, text in [] if found.proof or found.is_of_a_function else self._edits(root, found):
                    before = (root / file).read_bytes()
                    (root / file).write_text(text, encoding="utf-8")
                    found.proof = self._proof(tree, found)
                    if found.proof:
                        edited = True
                        break
                    (root / file).write_bytes(before)
            return OrderFindings(tests=tests, patch=self._wb.mirror.diff(tree) if edited else "")

    def _edits(self, root: Path, found: OrderDependence) -> Iterator[tuple[str, str]]:
        """Yield changed texts of test files, the best first: what restores the state, then lines of other tests."""
        if found.kind == "victim":
            for scope in test_edits.SCOPES:
                test = found.test if scope == "import" else found.others[-1]
                text = (root / test.file).read_text(encoding="utf-8")
                if changed := test_edits.with_restoration(text, test, found.state, scope):
                    yield test.file, changed
        for helper in found.cleaners or found.others[-1:]:
            source, text = ((root / one.file).read_text(encoding="utf-8") for one in (helper, found.test))
            if changed := test_edits.with_lines_before(text, found.test, self._lines(source, helper, found), source):
                yield found.test.file, changed

    def _lines(self, source: str, helper: TestId, found: OrderDependence) -> list[str]:
        """Return the fewest statements of a cleaner or state-setter after which the test passes."""
        statements = test_edits.statements_of(source, helper)
        before = found.others if found.kind == "victim" else []
        if not statements or (found.kind == "victim" and not found.cleaners):
            return []
        try:
            return list(self._runs.trials(before, found.test, lines=statements, file=helper.file).get("lines", []))
        except TrialsOver:
            return []

    def _proof(self, tree: Path, found: OrderDependence) -> str:
        """Return in which orders the changed tests pass; "" if the test fails in one, or another test is lost."""
        run = run_suite(self._wb.target, tree, timeout=max(60.0, 3 * self._run.duration))
        if run.fault is not None or found.test not in run.passed or not self._run.passed <= run.passed:
            return ""
        try:
            with self._runs_in(tree) as runs:
                return _proof_by_orders(runs, self._order, found, self.orders) if runs is not None else ""
        except TrialsOver:
            return ""


class _FrameworkSearch(_Search):
    """The search among the tests of JavaScript's frameworks. Which of them pass alone is known by their re-runs."""

    orders, asks_alone = 8, False  # each is a start of the framework

    def has(self, test: TestId) -> bool:
        return framework_of(self._wb.target, TestId(test).file) != ""

    @contextmanager
    def _runs_in(self, tree: Path | None = None) -> Iterator[_Runs]:
        with nullcontext(tree) if tree else self._wb.worktree("order", self._commit) as place:
            yield FrameworkOrderRuns(self._wb.target, place, self._seconds)

    def _edits(self, root: Path, found: OrderDependence) -> Iterator[tuple[str, str]]:
        other = found.others[-1]
        source, text = ((root / one.file).read_text(encoding="utf-8") for one in (other, found.test))
        if found.kind == "victim":
            framework = framework_of(self._wb.target, other.file)
            restored = javascript_edits.with_restoration(other.file, source, framework, found.state)
            yield from ((other.file, one) for one in restored)
        elif changed := javascript_edits.with_lines_before(text, found.test, source, other):
            yield found.test.file, changed


def _proof_by_orders(runs: _Runs, order: Sequence[TestId], found: OrderDependence, orders: int) -> str:
    """Return in which orders the test passes, "" if it fails in one. Raises TrialsOver before the first random one.

    In a long suite random orders are those of a sample of the tests, which always has the ones that decide.
    """
    pair = [*found.others, found.test]
    rest = [test for test in order if test not in pair]
    began, backwards = runs.left, list(order)[::-1]
    if not (runs.passes(pair) and runs.passes(_up_to(found.test, backwards))):
        return ""
    each = (began - runs.left) / (len(pair) + len(_up_to(found.test, backwards)))
    size = max(0, min(len(rest), int(runs.left / orders / each) - len(pair)))
    for number in range(orders):
        chance = random.Random(number)
        tests = [*chance.sample(rest, size), *pair]
        try:
            if not runs.passes(_up_to(found.test, chance.sample(tests, len(tests)))):
                return ""
        except TrialsOver:
            return f"{_PROVED} {number} random orders, for lack of time"
    sampled = f", each of {size + len(pair)} of {len(order)} tests" if size < len(rest) else ""
    return f"{_PROVED} {orders} random orders{sampled}"


def _up_to(test: TestId, tests: Sequence[TestId]) -> Sequence[TestId]:
    return tests[: tests.index(test) + 1]
