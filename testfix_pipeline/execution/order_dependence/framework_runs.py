"""Runs tests of JavaScript's frameworks in given orders, as far as groups allow it, each time in new processes."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from testfix_pipeline.core.order_records import OrderDependence
from testfix_pipeline.core.processor_share import MACHINE
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.in_target.warm_smallest import smallest
from testfix_pipeline.execution.order_dependence.search import OrderRuns, TrialsOver
from testfix_pipeline.execution.project import ProjectSuite, TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

_BY_TITLE = {
    "jest": "npx jest {files} -t {pattern}",
    "vitest": "npx vitest run {files} -t {pattern}",
    "mocha": "npx mocha {files} --grep {pattern}",
    "node:test": "node --test{options} --test-name-pattern={pattern} {files}",
}
"""How a user runs tests by their titles, by the name of the framework."""
_START_SECONDS = 30.0


def framework_of(project: TargetProject, file: str) -> str:
    """Return the framework of JavaScript that runs a file's tests, "" where another one does."""
    suite = _suite_of(project, file)
    return suite.framework if suite is not None else ""


def _suite_of(project: TargetProject, file: str) -> ProjectSuite | None:
    return next((one for one in project.suites if one.framework in _BY_TITLE and one.owns(file)), None)


class FrameworkOrderRuns(OrderRuns):
    """See `search.OrderRuns`. seconds: for all runs together, of processors that were there."""

    def __init__(self, project: TargetProject, tree: Path, seconds: float) -> None:
        self._project = project
        self._tree = tree
        self.left = seconds

    def statuses(self, tests: Sequence[TestId], **observed: Any) -> dict[TestId, str]:
        """The status of each test that was reached, in this order. Raises TrialsOver."""
        if self.left <= 0:
            raise TrialsOver
        began, limit = time.monotonic(), self.left + _START_SECONDS
        run = run_suite(self._project, self._tree, tests=tests, ordered=True, timeout=limit, **observed)
        self.left -= (time.monotonic() - began) * MACHINE.now()
        if run.fault is not None and run.fault.kind != "missing_ids":
            raise TrialsOver
        return {test: outcome.status for test, outcome in run.outcomes.items()}

    def arranged(self, tests: Sequence[TestId], test: TestId) -> list[TestId]:
        return sorted(tests, key=lambda one: one.file == test.file)

    def command(self, found: OrderDependence) -> str:
        suite = _suite_of(self._project, found.test.file)
        framework = suite.framework if suite is not None else ""
        # none of them runs a test before those above it
        tests = [*(found.others if found.kind == "victim" else []), found.test]
        names = [test.titles[-1] if framework == "node:test" else " ".join(test.titles) for test in tests]
        pattern = f"^({'|'.join(re.escape(one) for one in names)})$".replace("\\ ", " ")
        files = shlex.join(dict.fromkeys(test.file for test in tests))
        options = "".join(f" {one}" for one in suite.shared_process_options) if suite is not None else ""
        return _BY_TITLE[framework].format(options=options, files=files, pattern=shlex.quote(pattern))

    def trials(self, before: Sequence[TestId], test: TestId, **order: Any) -> Mapping[str, Any]:
        """Cleaners and statements are not looked for. The tests of the victim's file stand last in `before`."""
        if "along" in order:
            own = sum(one.file == test.file for one in before)
            numbers = dict.fromkeys(number for number in (len(before) - own, len(before)) if number)
            return {"along": [(number, self.passes([*before[:number], test])) for number in numbers]}
        return {"pieces": self._pieces(before, test, order["state"] == "passed")} if "state" in order else {}

    def _pieces(self, before: Sequence[TestId], test: TestId, helpful: bool) -> list[dict[str, Any]]:
        """Return the pieces that decide; those that can't be put back where the others decide nothing."""

        def run(names: Collection[str]) -> tuple[list[dict[str, Any]], bool]:
            found: list[dict[str, Any]] = []
            wanted = {"after": before[-1], "of": test, "put_back": list(names)}
            statuses = self.statuses([*before, test], shared_state=wanted, witness=found)
            return found, (statuses.get(test) == "passed") is helpful

        found, _ = run([])
        fixed = [one for one in found if not one.pop("can_be_put_back")]
        names = [one["name"] for one in found if one not in fixed]
        if not names or not run(names)[1]:
            return fixed
        deciding = smallest(names, lambda some: run(some)[1])
        return [one for one in found if one["name"] in deciding]
