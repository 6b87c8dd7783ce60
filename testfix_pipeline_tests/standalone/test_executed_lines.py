"""When the lines that tests run are traced: once for a run of the suite, and not before steps for libraries."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from testfix_pipeline.core.records import Failure, SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.repair.search.request import RepairRequest
from testfix_pipeline.standalone.bench import MeasuredSuite
from testfix_pipeline.standalone.executed_lines import LinesOnDemand, needs_no_lines
from testfix_pipeline.standalone.open_groups import OpenGroups
from testfix_pipeline_tests.execution.targets import ours

TESTS = [TestId(f"test_a.py::{name}") for name in "ab"]


def request_of(path: Path, update: Update | None) -> RepairRequest:
    failures = [Failure(test=test, signature=test, error_type="TypeError", update=update) for test in TESTS]
    return RepairRequest(ours(), path, TESTS[:1], TESTS, (), failures, None, 10.0)


def test_steps_for_libraries_need_no_lines_until_they_were_in_vain(tmp_path: Path) -> None:
    groups, asked = OpenGroups(), request_of(tmp_path, Update(library="lib", version="2", symbol="lib.f"))
    assert needs_no_lines(asked, groups)
    groups.tried_together(replace(asked, failing=TESTS, libraries_only=True), asked.failures)
    assert not needs_no_lines(asked, groups)
    assert not needs_no_lines(request_of(tmp_path, None), OpenGroups())


def test_a_run_of_the_suite_is_traced_once(tmp_path: Path) -> None:
    traced: list[MeasuredSuite] = []

    def trace(now: MeasuredSuite) -> MeasuredSuite:
        traced.append(now)
        return replace(now, coverage=CoverageMap({}, {}), scope=TESTS)

    bench: Any = SimpleNamespace(traced=trace)
    lines, asked = LinesOnDemand(bench, lambda: False), request_of(tmp_path, None)
    group: Any = SimpleNamespace(tests=TESTS[:1])
    warm: Any = SimpleNamespace()
    first, second = (MeasuredSuite(SuiteRun(), None, [], frozenset()) for _ in range(2))
    for now in (first, first, second):
        found = lines.request(asked, [group], now, warm)
        assert found.coverage is not None and found.scope == TESTS
    assert list(map(id, traced)) == [id(first), id(second)]
