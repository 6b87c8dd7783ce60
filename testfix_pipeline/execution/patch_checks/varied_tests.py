"""Runs tests with other values before and after a patch: what their assertions compare then.

Calls of functions with data can be repeated outside of a test; what a test does with objects, coroutines, caches and
fixtures can't. It can be done again by the test itself, with another value in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from testfix_pipeline.core.patch_policy.second_look import Call, ReturnValues, Sighting, SimilarCall
from testfix_pipeline.core.patch_policy.telling_values import is_telling_value
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.in_target import testfix_plain
from testfix_pipeline.execution.patch_checks.near_values import alternate, values_in_pattern, vary_each
from testfix_pipeline.execution.patch_checks.test_values import TestValue, constants_in, values_in_code, values_in_data
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite

MOST_TESTS, MOST_FOUND, MOST_VALUES, MOST_RUNS, MOST_IN_PATTERN = 6, 40, 8, 48, 3
"""How many tests are varied, how many values are read and varied in each, the runs of one, and how many of its values
are followed along a line or in length."""
RUN_SECONDS, TEST_SECONDS = 2.0, 15.0
"""The time limit of one run, and of all runs of one test."""
_ORIGINALS = 2
"""How many times a test runs as it is: what differs between these runs is unknown."""
_RAISES = "raises "
Records = Mapping[str, str]
"""What one run recorded: texts by place, "end" for how it ended."""


@dataclass(frozen=True)
class TestVariation:
    """A run of a test with other values: the number of the first, what differs in it, the text of each one's holder."""

    number: int
    part: str
    texts: Sequence[tuple[TestValue, str]]
    step: float = 0.0


@dataclass(frozen=True)
class VariationPlan:
    """A test and the runs that it is to have."""

    sighting: Sighting
    values: Sequence[TestValue]
    variations: Sequence[TestVariation]

    def order(self, sites: list[list[Any]]) -> list[list[list[Any]]]:
        """The runs as `in_target/testfix_varied.py` wants them; literals of the code are added to `sites`."""
        file = TestId(self.sighting.test).file

        def name(value: TestValue) -> str | int:
            if value.kind != "site":
                return value.name
            line, column, node = value.name.split(",")
            site = [file, int(line), int(column), node]
            if site not in sites:
                sites.append(site)
            return sites.index(site)

        runs = [[[value.kind, name(value), text] for value, text in one.texts] for one in self.variations]
        return [[]] * _ORIGINALS + runs


def compare_varied_tests(
    project: TargetProject, before: Path, after: Path, seen: Sequence[Sighting], source: str, timeout: float
) -> list[tuple[Sighting, ReturnValues]]:
    """What assertions compare whose values a patch changes, before and after it, with the test's values and others.

    Each assertion counts as a call that has the test's values as its arguments. Both trees hold the test files. Tests
    with values that a program would hardly know come first; source: the text of the changed files before, which may
    speak of one.
    """
    planned = (_planned(project, after, one, source) for one in seen)
    usable = [one for one in planned if one.values]
    plans = sorted(usable, key=lambda one: not is_telling_value(one.values[0].value, source))[:MOST_TESTS]
    if not plans:
        return []
    old, new = run_both(project, before, after, plans, timeout)
    tests = ((plan, plan.sighting.test) for plan in plans)
    return [
        found
        for plan, test in tests
        if test in old and test in new and (found := _as_calls(plan, old[test], new[test])) is not None
    ]


def _planned(project: TargetProject, tree: Path, sighting: Sighting, spoken: str) -> VariationPlan:
    """The runs of a test; values that a program would hardly know come first."""
    test = TestId(sighting.test)
    path = project.root(tree) / test.file
    source = path.read_bytes() if path.is_file() else b""
    handed = (one for kind, name, text in sighting.given for one in values_in_data(kind, name, text))
    found = list(islice(alternate(handed, values_in_code(source, test)), MOST_FOUND))
    values = [one for at, one in enumerate(found) if not any(one.is_equal_to(other) for other in found[:at])]
    values = sorted(values, key=lambda one: not is_telling_value(one.value, spoken))[:MOST_VALUES]
    known = [value for one in (*constants_in(source), *(one.value for one in found)) for value in _with_items(one)]
    varied = islice(vary_each([one.value for one in values], known), MOST_RUNS)
    near = [_variation(at, part, values[at], other, found) for at, part, other in varied]
    for at, value in enumerate(values[:MOST_IN_PATTERN]):
        line = ((part, step, other) for part, step, other in values_in_pattern(value.value) if other not in known)
        near += [_variation(at, part, value, other, found, step) for part, step, other in line]
    return VariationPlan(sighting, values, near)


def _with_items(value: Any) -> Iterator[Any]:
    yield value
    yield from value if isinstance(value, list | tuple | set) else ()


def _variation(
    number: int, part: str, value: TestValue, other: Any, found: Sequence[TestValue], step: float = 0.0
) -> TestVariation:
    """A run with another value, in the place of all that are equal: a patch may ask whether two are the same."""
    text = testfix_plain.symbolic_text(other)  # type: ignore[no-untyped-call]
    return TestVariation(number, part, _with_text([one for one in found if one.is_equal_to(value)], text), step)


def _with_text(values: Sequence[TestValue], other: str) -> list[tuple[TestValue, str]]:
    """One value of each holder, and the holder's text with another value in the place of all of them."""
    holders: dict[tuple[str, str], tuple[TestValue, str]] = {}
    for one in sorted(values, key=lambda value: -value.start):  # from the end, so that positions stay right
        _, text = holders.get((one.kind, one.name), (one, one.text))
        holders[one.kind, one.name] = one, text[: one.start] + other + text[one.end :]
    return list(holders.values())


def run_both(
    project: TargetProject, before: Path, after: Path, plans: Sequence[VariationPlan], timeout: float
) -> tuple[dict[str, list[Records]], dict[str, list[Records]]]:
    """The records of each run in two trees at once, by test; tests that could not be run are left out."""
    with ThreadPoolExecutor(2) as both:
        old, new = both.map(lambda tree: _run_varied(project, tree, plans, timeout), (before, after))
    for test, runs in new.items():
        for side in (old, new):
            side[test] = [_with_end(one, list(runs[0])) for one in side.get(test, ())]
    return old, new


def _with_end(records: Records, places: Sequence[str]) -> Records:
    """What a run recorded; the first place that it did not reach has the error that ended it, later ones nothing."""
    end = records.get("end", "")
    missing = next((place for place in places if place not in records), "")
    return {**records, missing: end} if missing and end.startswith(_RAISES) else records


def _run_varied(
    project: TargetProject, tree: Path, plans: Sequence[VariationPlan], timeout: float
) -> dict[str, list[Records]]:
    sites: list[list[Any]] = []
    tests = {plan.sighting.test: plan.order(sites) for plan in plans}
    order = {"tests": tests, "sites": sites, "seconds": TEST_SECONDS, "call_seconds": RUN_SECONDS}
    events: list[dict[str, Any]] = []
    names = [TestId(test) for test in tests]
    run_suite(project, tree, tests=names, timeout=timeout + len(tests) * TEST_SECONDS, witness=events, varied=order)
    return {event["id"]: event["runs"] for event in events if len(event["runs"]) == len(tests.get(event["id"], ()))}


def _as_calls(
    plan: VariationPlan, old: Sequence[Records], new: Sequence[Records]
) -> tuple[Sighting, ReturnValues] | None:
    """The places whose values the patch changes, as calls; None if there are none."""
    places = [place for place in new[0] if place != "end" and has_changed(place, old, new)]
    calls, near = [], {}
    for number, place in enumerate(places):
        relevant = [at for at in range(len(plan.values)) if _matters(plan, at, place, old, new)]
        arguments = "".join(f"{plan.values[at].code}, " for at in relevant)
        name = f"{plan.sighting.test}: {place} with "
        calls.append(Call(name, name, f"({arguments})", "{}", recorded_text(new[0], place)))
        near[number] = [
            SimilarCall(
                relevant.index(one.number),
                recorded_text(before, place),
                recorded_text(after, place),
                one.part,
                one.step,
            )
            for one, before, after in _paired(plan, old, new)
            if one.number in relevant
        ]
    if not calls:
        return None
    was, now = ([recorded_text(runs[0], place) for place in places] for runs in (old, new))
    return replace(plan.sighting, calls=tuple(calls), alone=True), ReturnValues(was, now, near)


def _paired(
    plan: VariationPlan, old: Sequence[Records], new: Sequence[Records]
) -> Iterable[tuple[TestVariation, Records, Records]]:
    return zip(plan.variations, old[_ORIGINALS:], new[_ORIGINALS:], strict=True)


def has_changed(place: str, old: Sequence[Records], new: Sequence[Records]) -> bool:
    """Whether a place has one known value before the patch and another one after it."""
    before, after = ({recorded_text(one, place) for one in runs[:_ORIGINALS]} for runs in (old, new))
    return len(before) == len(after) == 1 and before != after and "" not in before | after


def _matters(plan: VariationPlan, number: int, place: str, old: Sequence[Records], new: Sequence[Records]) -> bool:
    """Whether another value in the test changes what a place has."""
    own = (recorded_text(old[0], place), recorded_text(new[0], place))
    return any(
        one.number == number and (recorded_text(before, place), recorded_text(after, place)) != own
        for one, before, after in _paired(plan, old, new)
    )


def recorded_text(records: Records, place: str) -> str:
    """What a run recorded at a place; "" if that is unknown."""
    return records.get(place, "")
