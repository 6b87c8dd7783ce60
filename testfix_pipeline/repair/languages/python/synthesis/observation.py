"""What a probe showed of a place: truth vectors of predicates over its hits in failing and in passing tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.ingredients.condition_values import terms
from testfix_pipeline.repair.languages.python.ingredients.predicates import Predicate, predicates
from testfix_pipeline.repair.languages.python.synthesis.action_values import assigned, returned
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, instrumented
from testfix_pipeline.repair.validation.probes import probed
from testfix_pipeline.repair.validation.validator import Validator
from testfix_pipeline.repair.validation.warm_server_client import Answer

PASSING_TESTS, PASSING_SECONDS = 20, 1.0
HITS, TRACED_HITS = 8, 80
FEW_TESTS, FEW_HITS, SOME_HITS = 10, 5, 10
MOST_INSIDE = 12
VARIABLE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*|\[[^\[\]]+\])*")
# CPU seconds that looking may take in a failing test, and in all passing ones together.
FAILING_RECORDING, PASSING_RECORDING = 0.15, 0.5


@dataclass(frozen=True)
class Sight:
    """One hit: of which test, whether that test fails, and whether the hit may be the one that matters.

    relevant: of a failing test, hits that come from the line of the test that failed, where there are such. seen: the
    truth ("T", "F", "U" unknown, "" not reached) and the name of the place's own value at this hit.
    """

    test: TestId
    failing: bool
    relevant: bool
    seen: tuple[str, str]


@dataclass(frozen=True)
class Observation:
    """Everything known of one place.

    truths: by number of a predicate, a letter for each sight. values: by expression, the name of its value at each.
    weights: how much variables have to do with the place.
    """

    place: ProbePoint
    pool: Sequence[Predicate]
    sights: Sequence[Sight]
    truths: Mapping[int, str]
    values: Mapping[str, Sequence[str]]
    weights: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def reached(self) -> bool:
        """Whether a failing test came to the place."""
        return any(sight.failing for sight in self.sights)


def observe(
    validator: Validator, places: Sequence[ProbePoint], failing: Sequence[TestId], lessons: Sequence[TestId] = ()
) -> list[Observation]:
    """One run of failing tests and of a few passing ones that cover the places, `lessons` among them.

    Raises ServerLost.
    """
    probe = instrumented(places)
    if probe is None or not probe.valid():
        return []
    asked = [_Asked(place, predicates(place.target), values(place)) for place in places]
    passing = list(dict.fromkeys([*lessons, *_affordable(validator, validator.covering(probe))]))
    order = {
        "places": [one.order() for one in asked],
        "traced": dict.fromkeys(failing, (TRACED_HITS, FAILING_RECORDING)),
        "others": (HITS, PASSING_RECORDING / max(1, len(passing))),
    }
    answer = probed(validator, probe, [*passing, *failing], order)  # what may hang comes last
    return [_observation(number, one, answer, failing) for number, one in enumerate(asked)] if answer else []


def looked_at(
    validator: Validator, places: Sequence[ProbePoint], orders: Sequence[Mapping[str, Any]], failing: Sequence[TestId]
) -> list[tuple[list[list[Sight]], Sequence[Mapping[str, Any]]]]:
    """By test, what a probe saw at each place: (sights by place, reports by place). `orders`: what to ask at each.

    Raises ServerLost.
    """
    probe = instrumented(places)
    if probe is None or not probe.valid():
        return []
    owners = [place.target.function.owner if place.target.function else None for place in places]
    named = [{**one, "owner": owner.name if owner else ""} for one, owner in zip(orders, owners, strict=True)]
    passing = _affordable(validator, validator.covering(probe))[:FEW_TESTS]
    order = {
        "places": named,
        "traced": dict.fromkeys(failing, (SOME_HITS, FAILING_RECORDING)),
        "others": (FEW_HITS, FAILING_RECORDING),
    }
    answer = probed(validator, probe, [*passing, *failing], order)
    if answer is None:
        return []
    return [
        ([list(_sights(test, one, answer, test in failing)) for one in reports], reports)
        for test, reports in answer.observed.items()
    ]


@dataclass(frozen=True)
class _Asked:
    """What the probe is asked at one place."""

    place: ProbePoint
    pool: Sequence[Predicate]
    texts: Sequence[str]

    def order(self) -> dict[str, Any]:
        function, within = self.place.target.function, self.place.side == "inside"
        return {
            "conditions": [predicate.text for predicate in self.pool],
            "values": self.texts,
            "variables": [number for number, text in enumerate(self.texts) if within or VARIABLE.fullmatch(text)],
            "owner": function.owner.name if function and function.owner else "",
        }


def values(place: ProbePoint) -> list[str]:
    """Expressions whose values are wanted at a place: what may be returned or assigned, and variables themselves."""
    spoken = [term.text for term in terms(place.target)][:MOST_INSIDE]
    if place.side == "inside":
        return spoken
    pairs = assigned(place)
    variables = [name for name, _ in pairs]
    return list(dict.fromkeys([*returned(place), *variables, *(text for _, text in pairs), *spoken]))


def _affordable(validator: Validator, tests: Sequence[TestId]) -> list[TestId]:
    """The quickest tests, up to a number and a time, but at least one."""
    found: list[TestId] = []
    spent = 0.0
    for test in sorted(tests, key=validator.baseline.seconds)[:PASSING_TESTS]:
        spent += validator.baseline.seconds(test)
        if found and spent > PASSING_SECONDS:
            break
        found.append(test)
    return found


def _observation(number: int, asked: _Asked, answer: Answer, failing: Sequence[TestId]) -> Observation:
    sights: list[Sight] = []
    truths: dict[int, str] = {}
    keys: list[list[str]] = [[] for _ in asked.texts]
    for test, reports in sorted(answer.observed.items(), key=lambda one: one[0] not in failing):
        report = reports[number]
        sights += _sights(test, report, answer, test in failing)
        for vector, members in report["truths"].items():
            for member in members:
                truths[member] = truths.get(member, "") + vector
        for found, new in zip(keys, report["keys"], strict=True):
            found += new
    weights = {term.text: term.weight for term in terms(asked.place.target)}
    return Observation(asked.place, asked.pool, sights, truths, dict(zip(asked.texts, keys, strict=True)), weights)


def _sights(test: TestId, report: Mapping[str, Any], answer: Answer, failing: bool) -> Iterator[Sight]:
    outcome = answer.outcomes.get(test)
    line = int(outcome.line) if outcome and outcome.line else 0
    known = failing and line in report["lines"]
    seen = {hit: (letter, key) for hit, letter, key in report["seen"]}
    for hit, origin in enumerate(report["lines"]):
        relevant = failing and (origin == line or not known)
        yield Sight(test, failing, relevant, seen.get(hit, ("", "")))
