"""One bug that shows in several ways: what the failing tests have in common is repaired first, with one patch."""

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.cycle_rules.confidence import is_doubtful
from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.update_records import Update
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairRequest, RepairResult
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.joint_repair import complete_for, joint_request, or_else
from testfix_pipeline.standalone import project_repair
from testfix_pipeline.standalone.api import repair_project

STEPS = """\
def steps(stops):
    return list(zip(stops, stops[2:]))


def longest(stops):
    return max(b - a for a, b in steps(stops))


def uphill(stops):
    return all(b > a for a, b in steps(stops))


def start(stops):
    return stops[0]
"""
TESTS = """\
from walk import longest, start, steps, uphill

def test_steps():
    assert len(steps([1, 2, 4])) == 2

def test_longest():
    assert longest([1, 2, 4, 9]) == 5

def test_two_stops():
    assert longest([3, 8]) == 5

def test_uphill():
    assert not uphill([1, 5, 3])

def test_start():
    assert start([4, 9]) == 4
"""


def test_failures_that_look_different_are_repaired_with_one_patch(write: Callable[..., Path]) -> None:
    root = write({"walk.py": STEPS, "test_walk.py": TESTS})
    report = repair_project(root, seconds=60, cores=1)
    assert (report.outcome, report.failing_before, report.failing_after) == ("fixed", 4, 0)
    [bug] = report.bugs
    assert bug.patch is not None and len(bug.patch.flips) == 4 > len(bug.tests)
    assert "stops[1:]" in report.diff


@pytest.fixture
def request_of(project: TargetProject) -> Callable[..., RepairRequest]:
    """A request for the test `a`; `ran`: by test, the lines of `m.py` that it ran."""

    def make(ran: Mapping[str, set[int]], failing: str, **more: Any) -> RepairRequest:
        coverage = CoverageMap(
            {t: {"m.py": frozenset(lines), "test_m.py": frozenset({1})} for t, lines in ran.items()}, {}
        )
        tests = [f"test_m.py::{name}" for name in failing]
        passing = [test for test in ran if test not in tests]
        failures = [Failure(test=test, error="assert 1 == 2", error_type="AssertionError") for test in tests]
        return RepairRequest(
            project, Path(), ["test_m.py::a"], tests, passing, **{"failures": failures, **more}, coverage=coverage,
            seconds=100.0,
        )  # fmt: skip

    return make


def ran(**lines: set[int]) -> dict[str, set[int]]:
    return {f"test_m.py::{name}": found for name, found in lines.items()}


def test_what_shares_the_most_suspicious_line_joins(request_of: Callable[..., RepairRequest]) -> None:
    wider = joint_request(request_of(ran(a={1, 2}, b={1, 3}, c={4}, p={4}), "abc"))
    assert wider is not None and wider.failing == ["test_m.py::a", "test_m.py::b"]
    assert wider.at_once and wider.seconds < 100


OWN = {
    "nothing else fails": (ran(a={1}, p={1}), "a", {}),
    "no line in common": (ran(a={1}, b={2}, p={3}), "ab", {}),
    "in common what all tests run": (ran(a={1, 2}, b={1, 3}, **{name: {1} for name in "pqrstuvwxyz"}), "ab", {}),
    "only lines of the tests in common": (ran(a=set(), b=set(), p=set()), "ab", {}),
    "the other is no defect of the code": (ran(a={1}, b={1}), "ab", {"failures": []}),
}


@pytest.mark.parametrize("name", OWN)
def test_other_failures_are_left_alone(name: str, request_of: Callable[..., RepairRequest]) -> None:
    known, failing, more = OWN[name]
    assert joint_request(request_of(known, failing, **more)) is None


def test_failures_that_may_come_of_an_update_join_whatever_they_run(request_of: Callable[..., RepairRequest]) -> None:
    update = Update(library="lib", version="2", symbol="lib.gone")
    failures = [
        Failure(test=f"test_m.py::{name}", error="gone", error_type="AttributeError", update=found)
        for name, found in {"a": update, "b": update, "c": None}.items()
    ]
    request = request_of(ran(a={1}, b={2}, c={1}, p={3}), "abc", failures=failures)
    wider = joint_request(request)
    assert wider is not None and wider.libraries_only
    assert wider.failing == ["test_m.py::a", "test_m.py::b"] and wider.seconds == request.seconds


def test_a_patch_that_fixes_all_that_was_asked_for_is_as_sure_as_if_no_more_had_been_looked_for() -> None:
    own, other = (
        replace(patch(0.395), complete=False, fixes=frozenset(tests)) for tests in ({"test_m.py::a"}, {"test_m.py::b"})
    )
    found = RepairResult((other, own, replace(own, kind="library.name")), 1, "found", [], 1.0, [], {})
    patches = complete_for(found, ["test_m.py::a"]).patches
    assert [(one.complete, one.confidence) for one in patches] == [(True, 0.79), (True, 0.395), (False, 0.395)]
    assert patches[0].kind == own.kind and patches[2] == other


def test_what_fixes_all_failing_tests_is_found_first_and_nothing_that_fixes_some_is_surer() -> None:
    """One of two symptoms is turned off by many a patch: such a one would land where the common cause is a lead."""
    wanted, both = frozenset({"test_m.py::a"}), frozenset({"test_m.py::a", "test_m.py::b"})
    whole, part = replace(patch(0.3), fixes=both), replace(patch(0.395), complete=False, fixes=wanted)
    first = complete_for(RepairResult((whole, part), 1, "found", [], 1.0, [], {}), wanted)
    assert [(one.fixes, one.confidence) for one in first.patches] == [(both, 0.3), (wanted, 0.3)]
    alone = RepairResult((replace(patch(0.9), fixes=wanted),), 1, "found", [], 1.0, [], {})
    assert or_else(first, lambda: alone, wanted) == first


@pytest.mark.parametrize(
    ("kind", "fixes", "confidence", "ends"),
    [
        ("library.name", "a", 0.8, True),
        ("library.name", "a", 0.3, False),
        ("library.name", "z", 0.8, False),
        ("operator", "a", 0.8, False),
    ],
)
def test_a_sure_step_of_libraries_that_fixes_a_part_is_taken_before_the_search_goes_on(
    kind: str, fixes: str, confidence: float, ends: bool
) -> None:
    fixed = frozenset({f"test_m.py::{fixes}"})
    partial = replace(patch(confidence), kind=kind, complete=False, fixes=fixed)
    first = RepairResult((partial,), 1, "found", [], 1.0, [], {})
    second = RepairResult((patch(0.9),), 1, "found", [], 1.0, [], {})
    found = or_else(first, lambda: second, ["test_m.py::a", "test_m.py::b"])
    assert found.patches == (first if ends else second).patches


RIDDLES = """\
from walk import longest, uphill

def test_longest():
    assert (longest([1, 2]), longest([5, 7]), longest([1, 9])) == ("dawn", "noon", "dusk")

def test_uphill():
    if (uphill([1, 2]), uphill([5, 7]), uphill([9, 1])) != (77, 13, 58):
        raise LookupError("no such hill")
"""


def test_a_common_patch_is_looked_for_once(write: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    search = project_repair.repair

    def counted(request: RepairRequest) -> RepairResult:
        asked.append(len(request.failing))
        return search(request)

    monkeypatch.setattr(project_repair, "repair", counted)
    root = write({"walk.py": STEPS.replace("stops[2:]", "stops[1:]"), "test_walk.py": RIDDLES})
    report = repair_project(root, seconds=8, cores=1)
    assert (report.outcome, [bug.outcome for bug in report.bugs]) == ("open", ["open", "open"])
    assert asked == [2, 1, 1]


def patch(confidence: float) -> RankedPatch:
    """A complete patch of nothing."""
    known: dict[str, Any] = {one.name: None for one in fields(RankedPatch)}
    own = {"kind": "operator", "complete": True, "confidence": confidence, "fixes": frozenset(), "files": {"m.go": ""}}
    return RankedPatch(**{**known, **own})


@pytest.mark.parametrize(
    ("common", "alone", "kept"), [(0.2, 0.8, 0.8), (0.3, 0.1, 0.3), (0.38, 0.8, 0.8), (0.5, 0.9, 0.5)]
)
def test_a_doubtful_common_patch_makes_room_for_a_better_one(common: float, alone: float, kept: float) -> None:
    first = RepairResult((patch(common),), 7, "found", [], 2.0, [], {})
    second = RepairResult((patch(alone),), 3, "found", [], 4.0, [], {})
    searched: list[RepairResult] = []

    def alone_too() -> RepairResult:
        searched.append(second)
        return second

    found = or_else(first, alone_too, [])
    assert [one.confidence for one in found.patches] == [kept]
    assert bool(searched) is is_doubtful(common) and found.seconds == (6.0 if searched else 2.0)


@pytest.mark.parametrize(("first", "second"), [(0.1, 0.2), (0.3, 0.1)])
def test_both_searches_are_counted_whichever_patch_is_kept(first: float, second: float) -> None:
    common = RepairResult((patch(first),), 7, "space", [], 2.0, [], {"a": 7}, excluded_seconds=1.0)
    alone = RepairResult((patch(second),), 3, "budget", [], 4.0, [], {"b": 3}, excluded_seconds=0.5)
    found = or_else(common, lambda: alone, [])
    assert (found.candidates_tried, found.seconds, found.tried_kinds) == (10, 6.0, {"a": 7, "b": 3})
    assert found.excluded_seconds == 1.5
