"""The lines that each test runs: a search needs them, steps for libraries don't, and tracing them takes long."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from testfix_pipeline.core.records import Cluster
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.search.framework_coverage import count_lines, knows_lines
from testfix_pipeline.repair.search.joint_repair import joint_request
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.repair.validation.framework_processes import ExpectedOutcomes, of_frameworks
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.standalone.bench import Bench, MeasuredSuite
from testfix_pipeline.standalone.open_groups import OpenGroups


class LinesOnDemand:
    """Known of one run of the suite at a time. ends: whether the search has to end."""

    def __init__(self, bench: Bench, ends: Callable[[], bool]) -> None:
        self.bench, self.ends = bench, ends
        self._known: MeasuredSuite | None = None

    def request(
        self, request: RepairRequest, groups: Sequence[Cluster], now: MeasuredSuite, warm: WarmStart
    ) -> RepairRequest:
        """The request with the lines, and without the seconds that it took to count those of other frameworks."""
        began = time.monotonic()
        if self._known is None or self._known.run is not now.run:
            traced = self.bench.traced(now)
            began = time.monotonic()
            self._known = self._counted(traced, groups, request.seconds, warm)
        seconds = request.seconds - (time.monotonic() - began)
        return replace(request, coverage=self._known.coverage, scope=self._known.scope, seconds=seconds)

    def measured(self, now: MeasuredSuite, groups: Sequence[Cluster], seconds: float, warm: WarmStart) -> MeasuredSuite:
        """The measurement with the lines, where a search has so many seconds."""
        return self._counted(self.bench.traced(now), groups, seconds, warm)

    def _counted(self, now: MeasuredSuite, groups: Sequence[Cluster], left: float, warm: WarmStart) -> MeasuredSuite:
        """With the lines that tests of other frameworks than pytest run, by which a joint search is chosen."""
        tests = [test for group in groups for test in group.tests]
        if len(groups) == 1 or knows_lines(now.coverage, tests) or not of_frameworks(self.bench.target, tests):
            return now
        expected = ExpectedOutcomes.of(now.failing, now.passing, now.failures)
        found = count_lines(warm, Clock(left, self.ends), expected)
        return now if found is None else replace(now, coverage=found)


def needs_no_lines(request: RepairRequest, groups: OpenGroups) -> bool:
    """Whether steps for libraries are tried first, for all tests that may come of an update."""
    wider = joint_request(request)
    return wider is not None and wider.libraries_only and not groups.is_in_vain(wider)
