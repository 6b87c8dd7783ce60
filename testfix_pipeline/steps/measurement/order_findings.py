"""Explains failures that depend on the order of the tests, and offers a change of the tests that ends it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path

from testfix_pipeline.core.cycle_rules.explained_failures import with_findings
from testfix_pipeline.core.order_records import TESTS_WOULD_FIX, OrderDependence, OrderFindings
from testfix_pipeline.core.progress import WorkProgress
from testfix_pipeline.core.records import Failure, SuiteResults, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence import test_edits
from testfix_pipeline.execution.order_dependence.search import TrialsOver, investigate
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.repair.validation.order_runs import ForkedOrderRuns
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.steps.measurement.warm_processes import warm_processes
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.workbench import Workbench

MOST_TESTS = 20
"""How many tests are explained; more of them mostly have one cause."""
BRITTLE_SUITE_S = 10.0
"""In longer suites, a test that failed in all re-runs is not asked whether it depends on the order."""
ORDERS = 20
_PROVED = "it passes in the order that failed, in reverse and in"
LEAST_SECONDS, SUITES = 60.0, 2
"""Time for the search: so many times the suite's, at least so many seconds; as much for the trial of each change."""


def with_order_findings(wb: Workbench, commit: str, run: SuiteRun, results: SuiteResults) -> SuiteResults:
    """Return the results of `run`, the whole suite of a commit, with what makes tests depend on their order.

    What is offered as a change of the tests is also stored in TESTS_WOULD_FIX.
    """
    asked = list(_doubtful(wb, run, results.failures))
    if not asked:
        return results
    progress_reporter(wb)(WorkProgress("looking for the tests that make others fail", 0, len(asked)))
    with ExitStack() as closing:
        started = closing.enter_context(
            warm_processes(wb, commit, lambda: closing.enter_context(wb.worktree("order", commit)))
        )
        processes = started.processes() if started is not None else None
        if not isinstance(processes, Processes):
            return results
        search = _Search(wb, commit, processes, run)
        tests = search.explain(asked)
        findings = search.with_patch(tests) if tests else None
    if findings is None:
        return results
    if findings.patch:
        wb.store.write_text(TESTS_WOULD_FIX, findings.patch)
    failures = with_findings(results.failures, findings)
    return results.model_copy(update={"failures": failures, "order_findings": findings})


def _doubtful(wb: Workbench, run: SuiteRun, failures: Sequence[Failure]) -> Iterator[Failure]:
    """Yield failures that depend on the order, or may, which is only asked in a short suite."""
    for one in failures:
        ours = wb.target.uses_interpreter and wb.target.runs_in_interpreter(TestId(one.test).file)
        is_test = one.test in run.collected and not TestId(one.test).is_file and not one.never_ended
        short = run.duration <= BRITTLE_SUITE_S and one.is_repairable and one.update is None and not one.flaky
        if ours and is_test and (one.order or short):
            yield one


class _Search:
    """The search for one commit, with the order in which its tests ran."""

    def __init__(self, wb: Workbench, commit: str, processes: Processes, run: SuiteRun) -> None:
        self._wb = wb
        self._commit = commit
        self._run = run
        self._order = [test for test in run.collected if test in processes.items]
        self._seconds = max(LEAST_SECONDS, SUITES * run.duration)
        self._runs = ForkedOrderRuns(processes, self._seconds)

    def explain(self, failures: Sequence[Failure]) -> list[OrderDependence]:
        """Return what is found in time of these failures."""
        found: list[OrderDependence] = []
        try:
            for test in [*(one.test for one in failures if one.order), *self._dependent(failures)][:MOST_TESTS]:
                one = investigate(self._runs, self._order, test, found) if test in self._order else None
                found += [one] if one is not None else []
        except TrialsOver:
            self._wb.target.notify("The search for tests that depend on the order ended by its time limit.")
        return found

    def _dependent(self, failures: Sequence[Failure]) -> list[TestId]:
        """Return those of the tests that failed in all re-runs that pass in a clean tree: alone, or after all others.

        A file that another test left behind makes them fail alone, too, in the tree of the suite.
        """
        asked = [one.test for one in failures if not one.order and one.test in self._order][:MOST_TESTS]
        alone = [test for test in asked if self._runs.passes([test])]
        left = [test for test in asked if test not in alone]
        rest = [test for test in self._order if test not in left]
        statuses = self._runs.statuses([*rest, *left]) if left and rest else {}
        return [*alone, *(test for test in left if statuses.get(test) == "passed")]

    def with_patch(self, tests: list[OrderDependence]) -> OrderFindings:
        """Return the findings with one change of the tests for all that it makes pass."""
        with self._wb.worktree("order-patch", self._commit) as tree:
            root, edited = self._wb.root(tree), False
            for found in tests:  # before a change of the tests names more
                texts = [(root / one.file).read_text(encoding="utf-8") for one in (found.test, *found.others)]
                for one in found.state:
                    one.of_program &= not any(test_edits.names_state(text, one.name) for text in texts)
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
            with WarmStart(self._wb.target, tree) as started:
                processes = started.processes()
                if not isinstance(processes, Processes):
                    return ""
                return _proof_by_orders(ForkedOrderRuns(processes, self._seconds), self._order, found)
        except TrialsOver:
            return ""


def _proof_by_orders(runs: ForkedOrderRuns, order: Sequence[TestId], found: OrderDependence) -> str:
    """Return in which orders the test passes, "" if it fails in one. Raises TrialsOver before the first random one.

    In a long suite random orders are those of a sample of the tests, which always has the ones that decide.
    """
    pair = [*found.others, found.test]
    rest = [test for test in order if test not in pair]
    began, backwards = runs.left, list(order)[::-1]
    if not (runs.passes(pair) and runs.passes(_up_to(found.test, backwards))):
        return ""
    each = (began - runs.left) / (len(pair) + len(_up_to(found.test, backwards)))
    size = max(0, min(len(rest), int(runs.left / ORDERS / each) - len(pair)))
    for number in range(ORDERS):
        chance = random.Random(number)
        tests = [*chance.sample(rest, size), *pair]
        try:
            if not runs.passes(_up_to(found.test, chance.sample(tests, len(tests)))):
                return ""
        except TrialsOver:
            return f"{_PROVED} {number} random orders, for lack of time"
    sampled = f", each of {size + len(pair)} of {len(order)} tests" if size < len(rest) else ""
    return f"{_PROVED} {ORDERS} random orders{sampled}"


def _up_to(test: TestId, tests: Sequence[TestId]) -> Sequence[TestId]:
    return tests[: tests.index(test) + 1]
