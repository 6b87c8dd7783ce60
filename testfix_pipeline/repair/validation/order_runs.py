"""Runs tests in given orders in forks of a warm process, from the state in which they were collected."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence.search import OrderRuns, TrialsOver
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.validation.baseline import BASELINE_IDLE_S, MEMORY_BYTES
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.warm_server_client import Answer

TEST_CPU_S = 20.0
"""Processor seconds that one test may take."""


class ForkedOrderRuns(OrderRuns):
    """See `order_dependence.search.OrderRuns`. seconds: for all runs together, from now on.

    The processes are `Processes` of the project: forks of the warm process, else of one that imports the project again.
    """

    def __init__(self, processes: Processes, seconds: float) -> None:
        self._processes = processes
        self._until = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds until the time is over."""
        return self._until - time.monotonic()

    def statuses(self, tests: Sequence[TestId]) -> dict[TestId, str]:
        """The status of each test that was reached, in this order. Raises TrialsOver."""
        return {test: outcome.status for test, outcome in self._ask({"tests": list(tests)}).outcomes.items()}

    def trials(self, before: Sequence[TestId], test: TestId, **order: Any) -> Mapping[str, Any]:
        between = order.get("between", [])
        request = {"tests": [*between, *before, test], "order": {"seconds": self.left / 2, **order}}
        found = self._ask(request).observed.get(test, [])
        return found[0] if found else {}

    def _ask(self, request: Mapping[str, Any]) -> Answer:
        if self.left <= 0:
            raise TrialsOver
        limits = {"cpu": {}, "unknown_cpu": TEST_CPU_S, "idle": BASELINE_IDLE_S, "memory": MEMORY_BYTES}
        try:
            answer = self._processes.ask_as_is({**limits, **request}, seconds=self.left)
        except (ServerLost, TimeIsUp) as error:
            raise TrialsOver from error
        if answer.end == "time":
            raise TrialsOver
        return answer
