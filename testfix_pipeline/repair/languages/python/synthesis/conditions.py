"""Which predicates could decide when an action is taken: those that hold where it is needed and nowhere else.

Predicates that the failing tests don't distinguish form a class: if the action under one of them fixes a test, it
does under all (observational equivalence). So one trial a class is enough, and passing tests choose within the class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.languages.python.synthesis.value_predicates import derived

Polarity = Literal["when", "unless", "or", "and"]
"""How an action hangs on its condition: taken when it holds; unless it holds; `old or p`; `old and p`."""

MOST_CLASSES, MOST_MEMBERS, MOST_ALIKE = 8, 12, 2
# How much less likely a condition is that also holds at hits of passing tests (all of them), or at harmless hits of the
# failing test; and one whose value is unknown at some hits.
PASSING_LOSS, EARLIER_LOSS, UNKNOWN_LOSS = 0.85, 0.5, 0.5
# Texts are searched in one another less often than containers are.
IN_TEXT = 0.5
ALWAYS_WEIGHT = 0.45
LEAST_REACH = 0.4
"""How likely a condition is that lets the action be taken in next to none of the failing tests, against one in all."""


@dataclass(frozen=True)
class LikelyCondition:
    """A condition in source text (None: always) with how likely it is (0..1).

    vector: whether the action is taken, hit by hit; consistent: never at a hit of a passing test.
    """

    text: str | None
    weight: float
    vector: str = ""
    consistent: bool = False


@dataclass(frozen=True)
class ConditionGroup:
    """Conditions under which the action is taken at the same hits of the failing tests, likeliest first.

    reach: in which share of the failing tests that come here it is taken at a hit that matters.
    """

    choices: Sequence[LikelyCondition]
    always: bool
    reach: float = 1.0

    @property
    def weight(self) -> float:
        """How promising the best condition of the group is."""
        return self.choices[0].weight * (LEAST_REACH + (1 - LEAST_REACH) * self.reach)


def groups(shown: Observation, polarity: Polarity) -> list[ConditionGroup]:
    """The classes of conditions that take the action at some hit that matters, most promising first."""
    marks = _marks(shown, polarity)
    if "R" not in marks:
        return []
    found: dict[str, list[LikelyCondition]] = {"T" * _failing(marks): [LikelyCondition(None, ALWAYS_WEIGHT)]}
    known: dict[str, Fit | None] = {}
    for text, weight, vector in _vectors(shown, polarity):
        if vector not in known:
            known[vector] = _fit(marks, vector)
        fit = known[vector]
        if fit is not None:
            found.setdefault(fit.fired, []).append(LikelyCondition(text, weight * fit.share, vector, fit.consistent))
    classes = [
        ConditionGroup(_best(choices), "F" not in fired, _reach(shown, marks, fired))
        for fired, choices in found.items()
    ]
    return sorted(classes, key=lambda group: -group.weight)[:MOST_CLASSES]


def _reach(shown: Observation, marks: str, fired: str) -> float:
    """In which share of the failing tests an action is taken; `fired`: at which of their hits."""
    hits = [(sight.test, mark) for sight, mark in zip(shown.sights, marks, strict=True) if mark in "Re"]
    concerned = {test for test, mark in hits if mark == "R"}
    taken = {test for (test, mark), letter in zip(hits, fired, strict=True) if mark == "R" and letter != "F"}
    return len(taken) / max(1, len(concerned))


def _best(choices: Sequence[LikelyCondition]) -> list[LikelyCondition]:
    """The likeliest; few of those that no hit distinguishes."""
    found: list[LikelyCondition] = []
    alike: dict[str, int] = {}
    for choice in sorted(choices, key=lambda choice: -choice.weight):
        alike[choice.vector] = alike.get(choice.vector, 0) + 1
        if alike[choice.vector] <= MOST_ALIKE:
            found.append(choice)
    return found[:MOST_MEMBERS]


def _marks(shown: Observation, polarity: Polarity) -> str:
    """A letter for each hit: R needed perhaps, e earlier in a failing test, p in a passing one, - no matter."""
    concerned = {"or": ("F", ""), "and": ("T", "")}.get(polarity)  # "": evaluating it crashed
    marks = []
    for sight in shown.sights:
        if concerned and sight.seen[0] not in concerned:
            marks.append("-")
        else:
            marks.append("p" if not sight.failing else "R" if sight.relevant else "e")
    return "".join(marks)


def _failing(marks: str) -> int:
    return sum(mark in "Re" for mark in marks)


def _vectors(shown: Observation, polarity: Polarity) -> Iterator[tuple[str, float, str]]:
    """(condition as it would be written, its weight, whether the action is taken at each hit).

    Unknown truths are accepted of conditions that the file itself uses.
    """
    opposite = polarity in ("unless", "and")
    seen = [(predicate, shown.truths.get(number, "")) for number, predicate in enumerate(shown.pool)]
    for predicate, vector in [*seen, *derived(shown)]:
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
    """How a condition suits an action: taken at which hits of failing tests, how much less likely for what it is at
    the others, and whether no passing test sees it taken."""

    fired: str
    share: float
    consistent: bool


def _fit(marks: str, vector: str) -> Fit | None:
    """None where the condition won't do: it can't be evaluated at some hit, or holds at none that matters."""
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
