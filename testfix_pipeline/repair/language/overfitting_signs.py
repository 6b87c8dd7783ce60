"""Signs that a plausible patch only pleases the tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields


@dataclass(frozen=True)
class Signs:
    """What speaks against a patch, each a count or a truth that is 0 for an honest change.

    deletion: nothing is put in. dropped_exits: returns and raises fewer than before. dead: statements that can't be
    reached, conditions that are constant, decide nothing, or compare what can't be equal. unused: names newly bound for
    nothing, or no longer read; taken_up: names that were bound for nothing and are read now, which speaks for a patch.
    literals: constants of the failing tests put in. special_case: a test's value compared with and answered with a
    constant, or two of them answered. unequal: an `__eq__` that asks for something else than that parts are equal.
    constant: a function that no longer looks at its arguments. swallowed: handlers that pass over exceptions;
    swallows_all: over any. asked: conditions put in that compare with a number or text; strange: those put in that have
    nothing to do with what is done under them. mismatched: containers asked for another key than is put into them.
    lost_keys: of tables, that stood there once and are gone or replaced. overwritten: values bound and bound again by
    the next statement. alien: answers put in of a type that the function gives nowhere else; fallen: functions that
    always answered and may now end without. singled_out: values of the failing tests that something is compared with
    for the first time. mutating: changes of the object's state in a function that only read it. deaf: a function
    that did nothing, and now does something whatever its arguments are. broken: the text can't be read. evades: what a
    library lacks is no longer asked for, instead of an equal.
    """

    deletion: bool = False
    dropped_exits: int = 0
    dead: int = 0
    unused: int = 0
    taken_up: int = 0
    literals: int = 0
    answered: int = 0
    special_case: bool = False
    unequal: bool = False
    constant: bool = False
    swallowed: int = 0
    swallows_all: bool = False
    asked: int = 0
    strange: int = 0
    mismatched: int = 0
    lost_keys: int = 0
    overwritten: int = 0
    mutating: int = 0
    alien: int = 0
    fallen: int = 0
    singled_out: int = 0
    deaf: bool = False
    broken: bool = False
    evades: bool = False


def together(found: Iterable[Signs]) -> Signs:
    """Signs of several changes as those of one: counts add up, and what is true of one of them is true."""
    every = list(found)
    sums = {one.name: sum(getattr(signs, one.name) for signs in every) for one in fields(Signs)}
    return Signs(**{name: bool(sums[name]) if getattr(Signs, name) is False else sums[name] for name in sums})
