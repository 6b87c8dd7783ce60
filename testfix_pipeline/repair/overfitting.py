"""Signs that a plausible patch only pleases the tests, as its languages tell them.

"Is the cure worse than the disease?" (FSE 2015) and "Identifying patch correctness in test-based program repair" (ICSE
2018) describe what overfitted patches look like: deleted functionality, conditions made of the tests' own values.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clues import Clues


@dataclass(frozen=True)
class Signs:
    """What speaks against a patch or forbids it, each 0 or False for an honest change.

    dead: statements that can't be reached, conditions that are constant or decide nothing. unused: names newly bound
    for nothing, or no longer read. dropped_exits: returns and raises fewer than before. deletion: nothing is put in.
    special_case: a test's value compared with and answered with a constant, or two of them `answered`. unequal: an
    `__eq__` that asks for something else than that parts are equal. constant: a function that no longer looks at its
    arguments. swallows_all: handlers that pass over any exception.
    """

    dead: int = 0
    unused: int = 0
    dropped_exits: int = 0
    deletion: bool = False
    answered: int = 0
    special_case: bool = False
    unequal: bool = False
    constant: bool = False
    swallows_all: bool = False


def signs(candidate: Candidate, clues: Clues) -> Signs:
    """The signs of a patch: those of its files in each language together."""
    found = [language.signs(part, clues) for language, part in candidate.by_language()]
    return found[0] if len(found) == 1 else together(found)


def together(found: Iterable[Signs]) -> Signs:
    """Signs of several changes as those of one: counts add up, and what is true of one of them is true."""
    every = list(found)
    sums = {one.name: sum(getattr(signs, one.name) for signs in every) for one in fields(Signs)}
    return Signs(**{name: bool(sums[name]) if getattr(Signs, name) is False else sums[name] for name in sums})


def refusal(candidate: Candidate, found: Signs) -> str:
    """Why a patch is not to be accepted, whatever the tests say; "" where nothing forbids it.

    An undo takes the project's own word for it that the code was once without what it deletes.
    """
    if found.deletion and found.dropped_exits and not candidate.kind.startswith("history"):
        return "it only deletes a return or a raise"
    if found.special_case:
        return "it answers the tests' own values"
    if found.unequal:
        return "it bends what equal means"
    if found.constant:
        return "the function no longer depends on its arguments"
    if found.swallows_all:
        return "it passes over every exception"
    return ""
