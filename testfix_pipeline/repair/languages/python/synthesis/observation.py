"""Observations of a place by a probe: truth vectors of predicates over its hits in failing and in passing tests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.languages.python.ingredients.condition_values import terms
from testfix_pipeline.repair.languages.python.ingredients.predicates import Predicate, predicates
from testfix_pipeline.repair.languages.python.synthesis.action_values import values_to_assign, values_to_return
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint, insert_probes
from testfix_pipeline.repair.validation.probes import probed
from testfix_pipeline.repair.validation.validator import Validator
from testfix_pipeline.repair.validation.warm_server_client import Answer

PASSING_TESTS, PASSING_SECONDS = 20, 1.0
HITS, TRACED_HITS = 8, 80
FEW_TESTS, FEW_HITS, SOME_HITS = 10, 5, 10
MOST_INSIDE = 12
VARIABLE = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*|\[[^\[\]]+\])*")
# CPU seconds for observation: in a failing test, and in all passing ones together.
FAILING_RECORDING, PASSING_RECORDING = 0.15, 0.5


@dataclass(frozen=True)
class Sight:
    """One hit of a place: its test, whether that test fails, and whether the hit may cause the failure.

    relevant: for a failing test, hits that come from the line of the test that failed, if there are any. seen: the
    truth value ("T", "F", "U" unknown, "" not reached) and the key of the place's own value at this hit.
    """

    test: TestId
    failing: bool
    relevant: bool
    seen: tuple[str, str]


@dataclass(frozen=True)
class Observation:
    """The results of probing one place.

    truths: for the index of a predicate, a letter for each sight. values: for an expression, the key of its value at
    each sight. weights: the relevance of variables to the place.
    """

    place: ProbePoint
    pool: Sequence[Predicate]
    sights: Sequence[Sight]
    truths: Mapping[int, str]
    values: Mapping[str, Sequence[str]]
    weights: Mapping[str, float] = field(default_factory=dict)

    @cached_property
    def reached(self) -> bool:
        """Whether a failing test reached the place."""
        return any(sight.failing for sight in self.sights)


def observe(
    validator: Validator, places: Sequence[ProbePoint], failing: Sequence[TestId], lessons: Sequence[TestId] = ()
) -> list[Observation]:
    """Runs the failing tests and a few passing ones that cover the places, `lessons` among them.

    Raises ServerLost.
    """
    probe = insert_probes(places)
    if probe is None or not probe.valid():
        return []
    requests = [_ProbeRequest(place, predicates(place.target), expressions_to_evaluate(place)) for place in places]
    passing = list(dict.fromkeys([*lessons, *_quickest_tests(validator, validator.covering(probe))]))
    order = {
        "places": [one.order() for one in requests],
        "traced": dict.fromkeys(failing, (TRACED_HITS, FAILING_RECORDING)),
        "others": (HITS, PASSING_RECORDING / max(1, len(passing))),
    }
    answer = probed(validator, probe, [*passing, *failing], order)  # what may hang comes last
    return [_observation(number, one, answer, failing) for number, one in enumerate(requests)] if answer else []


def probe_places(
    validator: Validator, places: Sequence[ProbePoint], orders: Sequence[Mapping[str, Any]], failing: Sequence[TestId]
) -> list[tuple[list[list[Sight]], Sequence[Mapping[str, Any]]]]:
    """For each test, (sights by place, reports by place). `orders`: the probe's request for each place.

    Raises ServerLost.
    """
    probe = insert_probes(places)
    if probe is None or not probe.valid():
        return []
    owners = [place.target.function.owner if place.target.function else None for place in places]
    named = [{**one, "owner": owner.name if owner else ""} for one, owner in zip(orders, owners, strict=True)]
    passing = _quickest_tests(validator, validator.covering(probe))[:FEW_TESTS]
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
class _ProbeRequest:
    """The request to the probe for one place."""

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


def expressions_to_evaluate(place: ProbePoint) -> list[str]:
    """The expressions to evaluate at a place: values to return or assign, and variables themselves."""
    term_texts = [term.text for term in terms(place.target)][:MOST_INSIDE]
    if place.side == "inside":
        return term_texts
    pairs = values_to_assign(place)
    variables = [name for name, _ in pairs]
    return list(dict.fromkeys([*values_to_return(place), *variables, *(text for _, text in pairs), *term_texts]))


def _quickest_tests(validator: Validator, tests: Sequence[TestId]) -> list[TestId]:
    """The quickest tests, up to a number and a time, but at least one."""
    found: list[TestId] = []
    spent = 0.0
    for test in sorted(tests, key=validator.baseline.seconds)[:PASSING_TESTS]:
        spent += validator.baseline.seconds(test)
        if found and spent > PASSING_SECONDS:
            break
        found.append(test)
    return found


def _observation(number: int, request: _ProbeRequest, answer: Answer, failing: Sequence[TestId]) -> Observation:
    sights: list[Sight] = []
    truths: dict[int, str] = {}
    keys: list[list[str]] = [[] for _ in request.texts]
    for test, reports in sorted(answer.observed.items(), key=lambda one: one[0] not in failing):
        report = reports[number]
        sights += _sights(test, report, answer, test in failing)
        for vector, members in report["truths"].items():
            for member in members:
                truths[member] = truths.get(member, "") + vector
        for found, new in zip(keys, report["keys"], strict=True):
            found += new
    weights = {term.text: term.weight for term in terms(request.place.target)}
    return Observation(
        request.place, request.pool, sights, truths, dict(zip(request.texts, keys, strict=True)), weights
    )


def _sights(test: TestId, report: Mapping[str, Any], answer: Answer, failing: bool) -> Iterator[Sight]:
    outcome = answer.outcomes.get(test)
    line = int(outcome.line) if outcome and outcome.line else 0
    known = failing and line in report["lines"]
    seen = {hit: (letter, key) for hit, letter, key in report["seen"]}
    for hit, origin in enumerate(report["lines"]):
        relevant = failing and (origin == line or not known)
        yield Sight(test, failing, relevant, seen.get(hit, ("", "")))
