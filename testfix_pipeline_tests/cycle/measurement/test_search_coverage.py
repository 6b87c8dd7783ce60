"""What coverage a search goes by, and how long a record of it is kept."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution import flaky_tests
from testfix_pipeline.execution.affected_tests import related_tests
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.steps.iteration.session_agents import built_in_engine
from testfix_pipeline.steps.measurement import baseline, suite_measurement
from testfix_pipeline.steps.measurement.search_coverage import search_coverage
from testfix_pipeline.steps.session import workbench
from testfix_pipeline.steps.session.coverage_records import KEPT, drop_oldest, record_name
from testfix_pipeline_tests.cycle.projects import ADD, calc_files
from testfix_pipeline_tests.execution.targets import ours

pytestmark = pytest.mark.usefixtures("every_round")


def test_of_a_large_suite_only_what_a_search_works_with_is_traced_once(measured, monkeypatch) -> None:
    monkeypatch.setattr(related_tests, "LARGE_SECONDS", 0.0)
    monkeypatch.setattr(related_tests, "RELATED_SECONDS", 0.0)
    monkeypatch.setattr(baseline, "can_run_in_parallel", lambda target: False)
    session = measured({**calc_files("add"), "notes.txt": "a large suite\n"}, {}, {})
    wb = workbench.load(session.ref.project, session.ref.session_id)
    agent = built_in_engine(wb, wb.mirror.tip)
    assert set(agent.scope or ()) == ADD == set(agent.coverage.tests), "no others: there is no time for any"
    assert agent.coverage.tests_on("calc.py", [2]) == ADD
    assert wb.coverage(wb.mirror.tip) is None, "for which tests a change affects nobody takes it"
    [record] = session.cache.rglob("*-search.json")
    assert wb.session_id not in str(record), "other sessions find it too"
    before = record.stat().st_mtime_ns
    assert search_coverage(wb, wb.mirror.tip).scope == agent.scope and record.stat().st_mtime_ns == before


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The options of each run of the suite that measuring makes."""
    made: list[dict[str, Any]] = []

    def counted(project: Any, tree: Path, **options: Any) -> SuiteRun:
        made.append(options)
        return run_suite(project, tree, **options)

    for module in (suite_measurement, flaky_tests):
        monkeypatch.setattr(module, "run_suite", counted)
    return made


def test_the_run_that_records_what_a_search_goes_by_is_one_of_the_re_runs(measured, runs, monkeypatch) -> None:
    monkeypatch.setattr(baseline, "can_run_in_parallel", lambda target: True)
    session = measured({**calc_files("add"), "notes.txt": "traced\n"}, {}, {}, agents=["builtin"])
    wb = workbench.load(session.ref.project, session.ref.session_id)
    known = wb.coverage(wb.mirror.tip)
    assert known is not None and known.tests_on("calc.py", [2]) == ADD
    assert [bool(one.get("record_coverage")) for one in runs].count(True) == 1
    assert len(runs) == 1 + 3, "the baseline and five re-runs, two of them in forks of the search's process"
    assert {one.get("hash_seed", "0") for one in runs} == {"0", "1", "2", "3"}


def test_nothing_is_recorded_beside_runs_that_it_could_meet(measured, runs, monkeypatch) -> None:
    monkeypatch.setattr(baseline, "can_run_in_parallel", lambda target: False)
    measured({**calc_files("add"), "notes.txt": "one by one\n"}, {}, {}, agents=["builtin"])
    assert [bool(one.get("record_coverage")) for one in runs] == [False] * 3 + [True], "it is the last round"


def test_a_record_is_found_by_all_that_it_depends_on() -> None:
    target = ours()
    names = [
        record_name(target, "tree", ""),
        record_name(target, "other tree", ""),
        record_name(target, "tree", "make"),
        record_name(replace(target, pytest_args=("-x",)), "tree", ""),
        record_name(replace(target, interpreter=Path("/usr/bin/python3")), "tree", ""),
    ]
    assert len(set(names)) == len(names)
    assert names[0] == record_name(target, "tree", "")


def test_the_records_that_were_not_used_for_the_longest_time_go(tmp_path: Path) -> None:
    for number in range(KEPT + 2):
        file = tmp_path / f"{number}.json"
        file.touch()
        os.utime(file, (number, number))
    drop_oldest(tmp_path)
    assert len(list(tmp_path.glob("*.json"))) == KEPT and not (tmp_path / "1.json").exists()
