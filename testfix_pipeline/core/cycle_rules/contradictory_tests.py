"""Finds failing tests that no program can satisfy: they contradict another test, or documentation that the code keeps.

Two tests contradict each other if they expect different results of the same call of a function that has no state. A
test contradicts a docstring that gives another result of the same call, which the program also gives; and its
neighbours if these, docstring and program agree on another (`neighbour_values`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from testfix_pipeline.core import python_code
from testfix_pipeline.core.cycle_rules.expected_results import ExpectedResult, documented_results, expected_results
from testfix_pipeline.core.cycle_rules.neighbour_values import against_neighbours
from testfix_pipeline.core.cycle_rules.stateless_functions import FoundFunction, FunctionLookup, stateless_function
from testfix_pipeline.core.python_code import parse_or_none
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId

Read = Callable[[str], str | None]
MOST_FILES = 200
"""The number of test files that are compared with the failing ones."""
_FAILING = ("failed", "error")


def contradictory_tests(outcomes: Mapping[TestId, Outcome], read: Read) -> dict[TestId, str]:
    """Return the failing tests that contradict something, each with the evidence as sentences.

    read: returns the text of a file by its path from the project's root, None where there is none.
    """
    failing = {test for test, one in outcomes.items() if one.status in _FAILING and test.file.endswith(".py")}
    read = cache(read)

    def results(file: str) -> list[ExpectedResult]:
        return expected_results(file, read(file) or "", outcomes)

    first = dict.fromkeys(test.file for test in outcomes if test in failing)
    asked = [one for file in first for one in results(file) if not failing.isdisjoint(one.tests)]
    if not asked:
        return {}
    words = {one.function.rpartition(".")[2] for one in asked}
    files = list(dict.fromkeys(test.file for test in outcomes if test.file.endswith(".py")))[:MOST_FILES]
    every = [one for file in files if any(word in (read(file) or "") for word in words) for one in results(file)]
    lookup = FunctionLookup(cache(lambda file: parse_or_none(read(file) or "")))
    found: dict[TestId, str] = {}
    for one in asked:
        function = lookup.function(one.function)
        if function is None or not stateless_function(lookup, function):
            continue
        passing = [other for other in every if failing.isdisjoint(other.tests)]
        why = (
            _against_tests(one, every)
            or _against_docstring(one, function, outcomes)
            or _against_neighbours(one, passing, function, outcomes)
        )
        for test in one.tests if why else ():
            if test in failing:
                found.setdefault(test, why)
    return found


def _against_tests(one: ExpectedResult, every: list[ExpectedResult]) -> str:
    """Return how another test contradicts an expected result; "" if none does."""
    rival = next((other for other in every if other.call == one.call and one.value != other.value), None)
    if rival is None:
        return ""
    return (
        f"Tests contradict each other: {one.shown} is expected to {one.said} in {one.place}, and to {rival.said} in "
        f"{rival.place}. No program does both: a person has to say which is right."
    )


def _against_docstring(one: ExpectedResult, function: FoundFunction, outcomes: Mapping[TestId, Outcome]) -> str:
    """Return how the docstring of a function contradicts an expected result, where the program keeps the docstring."""
    for call, value, shown in documented_results(function.node, one.function):
        kept = any(_gives(outcomes[test], value) for test in one.tests)
        if call == one.call and kept and one.value != value:
            where = f"{function.file}:{function.node.lineno}"
            return (
                f"The test contradicts the docstring of `{function.node.name}` ({where}): {one.shown} is {shown} "
                f"there, and the program gives that; {one.place} expects it to {one.said}. "
                "A person has to say which is right."
            )
    return ""


def _against_neighbours(
    one: ExpectedResult, passing: list[ExpectedResult], function: FoundFunction, outcomes: Mapping[TestId, Outcome]
) -> str:
    """Return how all neighbours contradict an expected result, where the program gives what they want."""
    wanted = against_neighbours(one, passing, function)
    return wanted[1] if wanted and any(_gives(outcomes[test], wanted[0]) for test in one.tests) else ""


def _gives(outcome: Outcome, value: Any) -> bool:
    """Whether the failing assertion compares a value with something else."""
    return any(value == shown for line in outcome.message.splitlines()[:3] for shown in _compared(line))


def _compared(line: str) -> Iterator[Any]:
    """Yield the literals that an assertion's message compares: `assert 3 == 4`, `3 != 4`."""
    text = line.strip().removeprefix("E").strip().removeprefix("AssertionError:").strip().removeprefix("assert ")
    for sign in (" == ", " != "):
        for side in text.split(sign) if sign in text else ():
            if (value := python_code.value_of(side)) is not python_code.NO_VALUE:
                yield value
