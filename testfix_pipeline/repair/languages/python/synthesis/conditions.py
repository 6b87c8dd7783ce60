"""Conditions that could decide when an action is taken: those that hold where it is needed and nowhere else.

Predicates that the failing tests do not distinguish form a group: if the action under one of them fixes a test, it does
under all (observational equivalence). So one trial a group is enough, and passing tests choose within the group.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.value_predicates import predicates_of_values

Polarity = Literal["when", "unless", "or", "and"]
"""How a condition p controls an action: taken when p holds; unless p holds; as `old or p`; as `old and p`."""

MOST_CLASSES, MOST_MEMBERS, MOST_EQUIVALENT = 8, 12, 2
# Losses of weight: of a condition that also holds at all hits of passing tests, of one that holds at irrelevant hits of
# the failing test, and of one whose value is unknown at some hits.
PASSING_LOSS, EARLIER_LOSS, UNKNOWN_LOSS = 0.85, 0.5, 0.5
# The weight of `in` for texts against containers.
IN_TEXT = 0.5
ALWAYS_WEIGHT = 0.45
LEAST_REACH = 0.4
"""The factor for a condition under which almost no failing test takes the action, against one under which all do."""


@dataclass(frozen=True)
class LikelyCondition:
    """A condition in source text (None: always) with its weight (0..1).

    vector: whether the action is taken, hit by hit; consistent: never at a hit of a passing test.
    """

    text: str | None
    weight: float
    vector: str = ""
    consistent: bool = False


@dataclass(frozen=True)
class ConditionGroup:
    """Conditions under which the action is taken at the same hits of the failing tests, likeliest first.

    reach: the share of the failing tests that reach the place and take the action at a relevant hit.
    """

    choices: Sequence[LikelyCondition]
    always: bool
    reach: float = 1.0

    @property
    def weight(self) -> float:
        """The weight of the group's best condition."""
        return self.choices[0].weight * (LEAST_REACH + (1 - LEAST_REACH) * self.reach)


def condition_groups(shown: Observation, polarity: Polarity) -> list[ConditionGroup]:
    """The groups of conditions that take the action at some relevant hit, the most promising first."""
    marks = _marks(shown, polarity)
    if "R" not in marks:
        return []
    found: dict[str, list[LikelyCondition]] = {"T" * _count_failing_hits(marks): [LikelyCondition(None, ALWAYS_WEIGHT)]}
    known: dict[str, Fit | None] = {}
    for text, weight, vector in _vectors(shown, polarity):
        if vector not in known:
            known[vector] = _fit(marks, vector)
        fit = known[vector]
        if fit is not None:
            found.setdefault(fit.fired, []).append(LikelyCondition(text, weight * fit.share, vector, fit.consistent))
    classes = [
        ConditionGroup(_likeliest(choices), "F" not in fired, _reach(shown, marks, fired))
        for fired, choices in found.items()
    ]
    return sorted(classes, key=lambda group: -group.weight)[:MOST_CLASSES]


def _reach(shown: Observation, marks: str, fired: str) -> float:
    """The share of the failing tests in which an action is taken; `fired`: whether it is taken at each of
    their hits."""
    hits = [(sight.test, mark) for sight, mark in zip(shown.sights, marks, strict=True) if mark in "Re"]
    concerned = {test for test, mark in hits if mark == "R"}
    taken = {test for (test, mark), letter in zip(hits, fired, strict=True) if mark == "R" and letter != "F"}
    return len(taken) / max(1, len(concerned))


def _likeliest(choices: Sequence[LikelyCondition]) -> list[LikelyCondition]:
    """The likeliest conditions, with few that no hit distinguishes."""
    found: list[LikelyCondition] = []
    counts: dict[str, int] = {}
    for choice in sorted(choices, key=lambda choice: -choice.weight):
        counts[choice.vector] = counts.get(choice.vector, 0) + 1
        if counts[choice.vector] <= MOST_EQUIVALENT:
            found.append(choice)
    return found[:MOST_MEMBERS]


def _marks(shown: Observation, polarity: Polarity) -> str:
    """A letter for each hit: R possibly needed, e earlier in a failing test, p in a passing test, - irrelevant."""
    relevant_truths = {"or": ("F", ""), "and": ("T", "")}.get(polarity)  # "": evaluating it crashed
    marks = []
    for sight in shown.sights:
        if relevant_truths and sight.seen[0] not in relevant_truths:
            marks.append("-")
        else:
            marks.append("p" if not sight.failing else "R" if sight.relevant else "e")
    return "".join(marks)


def _count_failing_hits(marks: str) -> int:
    return sum(mark in "Re" for mark in marks)


def _vectors(shown: Observation, polarity: Polarity) -> Iterator[tuple[str, float, str]]:
    """Yields (condition text, its weight, whether the action is taken at each hit).

    Unknown truth values are accepted for conditions that the file itself uses.
    """
    opposite = polarity in ("unless", "and")
    seen = [(predicate, shown.truths.get(number, "")) for number, predicate in enumerate(shown.pool)]
    for predicate, vector in [*seen, *predicates_of_values(shown)]:
        if "U" in vector and not predicate.known:
            continue
        flipped = vector.translate(FLIP)
        share = IN_TEXT if _is_text(shown, predicate.container) else 1.0
        yield predicate.text, predicate.weight * share, flipped if opposite else vector
        yield predicate.negation, predicate.negation_weight * share, vector if opposite else flipped


def _is_text(shown: Observation, term: str) -> bool:
    return any(key.startswith("str:") for key in shown.values.get(term, ()))


FLIP = str.maketrans("TF", "FT")


@dataclass(frozen=True)
class Fit:
    """How a condition suits an action: the failing tests' hits at which the action is taken, the factor for the other
    hits, and whether no passing test takes it."""

    fired: str
    share: float
    consistent: bool


def _fit(marks: str, vector: str) -> Fit | None:
    """The fit of a condition; None if it cannot be evaluated at some hit, or holds at no relevant one."""
    pairs = [(mark, letter) for mark, letter in zip(marks, vector, strict=True) if mark != "-"]
    letters = {letter for _, letter in pairs}
    if "E" in letters or not any(mark == "R" and letter != "F" for mark, letter in pairs):
        return None
    passing = [letter for mark, letter in pairs if mark == "p"]
    taken = passing.count("T")
    share = 1 - PASSING_LOSS * (taken / len(passing)) - 0.1 if taken else 1.0
    if ("e", "T") in pairs:
        share *= EARLIER_LOSS
    if "U" in letters:
        share *= UNKNOWN_LOSS
    return Fit("".join(letter for mark, letter in pairs if mark in "Re"), share, bool(passing) and not taken)
