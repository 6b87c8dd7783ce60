"""What the tests of one state of a project notice, in whatever language: the form that all ways of asking share."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.verification import Verification
from testfix_pipeline.steps.session.workbench import Workbench
from testfix_pipeline.steps.verification.compared_commits import CommitPair

Corruption = tuple[str, str]
"""The key of a call (with its arguments and its answer), and the kind of what it answers instead."""
LEAST_SECONDS, SHARES = 4.0, 2.0
"""The time for a question: seconds of computing, and multiples of what its tests take; questions of detail get more."""
_MOST_DATA = 40


@dataclass(frozen=True)
class Noticed:
    """What tests notice. by: the tests that noticed each corruption that was tried; calls: as texts with their answers,
    by key; instead: the other answers; failing: tests that fail while they are watched; left: how many corruptions were
    not tried for want of time; left_out: how many functions can't be watched; unproved: assertions that the change
    takes out and that noticed nothing, as places with their texts; unread: how many files of a large program are not
    watched; makers: the tests that make each call; unseen: tests that there was no time to watch."""

    by: Mapping[Corruption, Sequence[str]] = field(default_factory=dict)
    calls: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    instead: Mapping[Corruption, str] = field(default_factory=dict)
    failing: frozenset[str] = frozenset()
    left: int = 0
    left_out: int = 0
    unproved: tuple[str, ...] = ()
    unread: int = 0
    makers: Mapping[str, Sequence[str]] = field(default_factory=dict)
    unseen: frozenset[str] = frozenset()

    @property
    def noticed(self) -> list[Corruption]:
        return [one for one, tests in self.by.items() if tests]

    def missed(self, wanted: Sequence[Corruption]) -> tuple[list[Corruption], list[Corruption]]:
        """Return those that there was no time to try with each test, and others that nobody noticed."""
        missed = [one for one in wanted if not self.by.get(one)]
        untried = [one for one in missed if self.unseen or (one not in self.by and one[0] in self.calls)]
        return untried, [one for one in missed if one not in untried]

    def is_watched(self, key: str, kind: str) -> bool:
        """Whether calls of the function of a call are noticed, and none with a corruption of this kind is not."""
        tried = {other: tests for other, tests in self.by.items() if function_of(other[0]) == function_of(key)}
        return any(tried.values()) and all(tests for (_, other), tests in tried.items() if other == kind)

    def joined(self, other: Noticed) -> Noticed:
        """Return what the tests of two suites notice."""
        return Noticed(
            {**self.by, **other.by},
            {**self.calls, **other.calls},
            {**self.instead, **other.instead},
            self.failing | other.failing,
            self.left + other.left,
            max(self.left_out, other.left_out),
            (*self.unproved, *other.unproved),
            max(self.unread, other.unread),
            {**self.makers, **other.makers},
            self.unseen | other.unseen,
        )


def function_of(key: str) -> str:
    """Return the name of the function of a call."""
    return key.partition("(")[0]


def in_sampled_order(corruptions: Sequence[Corruption]) -> list[Corruption]:
    """Return corruptions in an order that is the same in each run, and has to do with nothing."""
    return sorted(corruptions, key=lambda one: hashlib.sha256(repr(one).encode("utf-8", "replace")).digest())


def added_by_change(
    wb: Workbench,
    compared: CommitPair,
    found: Verification,
    suffixes: tuple[str, ...],
    data: Callable[[bytes], Iterable[str]],
    names: Callable[[bytes], Iterable[str]],
) -> dict[str, list[str]]:
    """Return the data and the names that a change writes into tests: what calls must not answer or raise.

    data, names: what a file's content has of each.
    """
    found_data: Counter[str] = Counter()
    found_names: Counter[str] = Counter()
    for path in found.test_files:
        if path.endswith(suffixes):
            sides = (wb.mirror.read(commit, wb.in_repository(path)) for commit in (compared.before, compared.after))
            old, new = (content or b"" for content in sides)
            found_data += Counter(data(new)) - Counter(data(old))
            found_names += Counter(names(new)) - Counter(names(old))
    return {"values": [*found_data][:_MOST_DATA], "errors": sorted(found_names)}
