"""Which clusters of failures a repair of a project goes on with, and what it does not try again."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Literal, cast

import pytest

from testfix_pipeline.core.records import Cluster, Failure
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.search.request import RepairRequest, RepairResult
from testfix_pipeline.standalone import project_repair
from testfix_pipeline.standalone.bench import MeasuredSuite
from testfix_pipeline.standalone.open_groups import MOST_CONFIRMED, OpenGroups, first_fixed, is_cut_off, to_confirm
from testfix_pipeline.standalone.report import Bug
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.repair.search.test_joint_repair import patch


def failing(test: str, signature: str) -> Failure:
    return Failure(test=f"test_a.py::{test}", signature=signature, error_type="TypeError", error=signature)


def result(exhausted: Literal["space", "budget"], seconds: float = 1.0) -> RepairResult:
    return RepairResult((), 0, exhausted, [], seconds, [], {})


def titles(groups: OpenGroups, failures: list[Failure]) -> list[str]:
    return [group.signature for group in groups.of(failures)]


BOTH = [failing("a", "one"), failing("b", "one"), failing("c", "two")]


def test_after_a_patch_a_group_whose_search_was_cut_off_comes_last() -> None:
    groups = OpenGroups()
    first, second = groups.of(BOTH)
    assert [first.signature, second.signature] == ["one", "two"]
    groups.tried(first, BOTH, result("budget"))
    assert titles(groups, BOTH) == ["two"]
    groups.landed(BOTH)
    assert titles(groups, BOTH) == ["two", "one"]


def test_a_search_that_came_to_its_end_is_repeated_for_another_failure_alone() -> None:
    groups = OpenGroups()
    groups.tried(groups.of(BOTH)[0], BOTH, result("space"))
    groups.landed(BOTH)
    assert titles(groups, BOTH) == ["two"]
    other = [failing("a", "another"), *BOTH[1:]]
    groups.landed(other)
    assert titles(groups, other) == ["another", "two"]


def test_steps_for_libraries_that_left_failures_leave_them_again(tmp_path: Path) -> None:
    tests = [TestId(one.test) for one in BOTH]
    of_libraries = RepairRequest(ours(), tmp_path, tests, tests, (), BOTH, None, 10.0, libraries_only=True)
    fewer = replace(of_libraries, failing=tests[1:], failures=BOTH[1:])
    assert first_fixed(OpenGroups().of(BOTH), of_libraries, result("space")).signature == "one"
    step = replace(patch(0.8), kind="library.name", complete=False, fixes=frozenset(tests[2:]))
    for joint, signature in ((of_libraries, "two"), (replace(of_libraries, libraries_only=False), "one")):
        found = replace(result("space"), patches=(step,))
        assert first_fixed(OpenGroups().of(BOTH), joint, found).signature == signature
    whole = replace(patch(0.3), kind="library.name + library.rule", fixes=frozenset(tests))
    found = replace(result("space"), patches=(whole, step))
    assert first_fixed(OpenGroups().of(BOTH), of_libraries, found).signature == "two", "a lead fixes more"
    for is_of_libraries in (True, False):
        groups = OpenGroups()
        groups.tried_together(replace(of_libraries, libraries_only=is_of_libraries), BOTH)
        assert groups.is_in_vain(fewer)
        assert not groups.is_in_vain(replace(fewer, failures=[failing("b", "another"), BOTH[2]]))
        groups.landed(BOTH[1:])
        assert groups.is_in_vain(fewer) == is_of_libraries
    assert is_cut_off(of_libraries, result("budget", 9.0)) and not is_cut_off(of_libraries, result("space", 2.0))


def test_progress_with_a_library_is_confirmed_before_complete_leads() -> None:
    group = OpenGroups().of(BOTH)[0]
    step = replace(patch(0.8), kind="library.name", complete=False, fixes=frozenset(map(TestId, group.tests)))
    found = replace(result("space"), patches=(*[patch(0.3)] * MOST_CONFIRMED, step))
    assert to_confirm(group, found)[0] is step


@pytest.mark.parametrize(
    ("lands", "ends", "shown", "still_open"),
    [(True, False, ["two"], 2), (False, False, [], 2), (False, True, ["two"], 1)],
)
def test_a_later_group_is_reported_before_its_own_search_only_if_a_step_lands_or_all_ends(
    lands: bool, ends: bool, shown: list[str], still_open: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tests = [TestId(one.test) for one in BOTH]
    wider = RepairRequest(ours(), tmp_path, tests, tests, (), BOTH, None, 10.0, libraries_only=True)
    step = replace(patch(0.8), kind="library.name", complete=False, fixes=frozenset(tests[2:]))
    asked: list[RepairRequest] = []
    monkeypatch.setattr(project_repair, "joint_request", lambda request: wider)

    def repair(request: RepairRequest) -> RepairResult:
        asked.append(request)
        return replace(result("space"), patches=(step,))

    monkeypatch.setattr(project_repair, "repair", repair)
    work, now = object.__new__(project_repair.ProjectWork), cast(MeasuredSuite, SimpleNamespace(failures=BOTH))
    work.groups, work.bugs, work.wish = (
        OpenGroups(),
        [],
        cast(project_repair.Wish, SimpleNamespace(search_ends=lambda: ends)),
    )

    def settle(group: Cluster, found: RepairResult, before: MeasuredSuite) -> MeasuredSuite:
        work.bugs.append(Bug(title=group.signature, tests=group.tests, outcome="open"))
        return cast(MeasuredSuite, SimpleNamespace(failures=BOTH[:2])) if lands else before

    monkeypatch.setattr(work, "_settle", settle)
    work._repair_one(work.groups.of(BOTH), replace(wider, failing=tests[:2]), now)
    assert [bug.title for bug in work.bugs] == shown
    assert len(asked) == 1 and len(work.groups.of(BOTH)) == still_open
