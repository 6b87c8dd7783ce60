"""Which failures of a measurement are to be repaired: those that somebody asks for, and none that no code causes.

Also the request that has them repaired.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import replace

from testfix_pipeline.core.cycle_rules.explained_failures import with_findings
from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.order_dependence.framework_runs import FrameworkOrderRuns, framework_of
from testfix_pipeline.execution.order_dependence.search import dependences, doubtful, seconds_for
from testfix_pipeline.execution.order_dependence.test_edits import keep_owners
from testfix_pipeline.explanation.model import NotOfTheCode
from testfix_pipeline.repair.engine import RepairRequest
from testfix_pipeline.repair.validation.order_runs import ForkedOrderRuns
from testfix_pipeline.repair.validation.warm_start import WarmStart
from testfix_pipeline.standalone.bench import Bench, MeasuredSuite
from testfix_pipeline.standalone.present_environment import belongs


def with_reruns(bench: Bench, first: MeasuredSuite, started: WarmStart) -> MeasuredSuite:
    """Return the first measurement with which failures are flaky, and which depend on the order of the tests."""
    ended = [test for test in first.failing if not first.run.outcomes[test].never_ended]
    verdicts = bench.unsteady(ended, started)
    flaky = frozenset(test for test, one in verdicts.items() if one.kind == "flaky")
    orders = {test: one.evidence for test, one in verdicts.items() if test not in flaky}
    failures = [
        one.model_copy(update={"flaky": one.test in flaky, "order": orders.get(one.test, "")}) for one in first.failures
    ]
    found = replace(first, failures=failures, flaky=flaky)
    _find_dependences(bench, found, started)
    return replace(found, failures=with_findings(failures, bench.by_order))


def _find_dependences(bench: Bench, now: MeasuredSuite, started: WarmStart) -> None:
    """Add to the bench what decides on the failing tests on which the order of the tests decides."""
    asked = [one for one in doubtful(now.run, now.failures) if not one.never_ended]
    target, seconds, collected = bench.target, seconds_for(now.run), now.run.collected if asked else []
    processes = started.processes() if asked and target.uses_interpreter else None
    found = bench.by_order.tests
    if processes is not None:
        in_python = [test for test in collected if test in processes.items]
        found += dependences(ForkedOrderRuns(processes, seconds), in_python, asked, target.notify)
    in_javascript = [test for test in collected if framework_of(target, TestId(test).file)]
    if in_javascript:
        with bench.fresh() as tree:
            runs = FrameworkOrderRuns(target, tree, seconds)
            found += dependences(runs, in_javascript, asked, target.notify, asks_alone=False)
    keep_owners(found, bench.root)


def request_for(
    bench: Bench, now: MeasuredSuite, tests: Sequence[TestId], started: WarmStart, seconds: float, cores: int
) -> RepairRequest:
    """Return the request for these tests of a measurement, without what its caller alone knows."""
    return RepairRequest(
        project=bench.target,
        tree=bench.tree,
        failing=tests,
        all_failing=now.failing,
        passing=now.passing,
        scope=now.scope,
        suite_seconds=sum(outcome.duration for outcome in now.run.outcomes.values()),
        failures=now.failures,
        coverage=now.coverage,
        seconds=seconds,
        stretch=1.0,
        cores=cores,
        started=started,
        earlier=bench.earlier(),
        facts=bench.facts,
        follows_update=any(one.update for one in now.failures),
    )


def left_alone(failures: Sequence[Failure]) -> list[NotOfTheCode]:
    """Return the failures that are not repaired, with the reasons."""
    found = [one for one in failures if one.flaky or not one.is_repairable]
    passes = "It passes when it is run again."
    return [NotOfTheCode(test=one.test, reason=passes if one.flaky else one.evidence) for one in found]


def check_wanted(tests: Sequence[str] | None, first: MeasuredSuite) -> Sequence[str] | None:
    """Return the wanted ids. Raises UsageError for one that no test has."""
    for one in tests or ():
        if not any(belongs(test, [one]) for test in first.run.outcomes):
            near = difflib.get_close_matches(one, list(first.run.outcomes), n=3, cutoff=0.4)
            raise UsageError(
                f"There is no test {one!r}.",
                f"Near are: {', '.join(near)}." if near else "Give the id as pytest prints it: file.py::test_name.",
            )
    return tests
