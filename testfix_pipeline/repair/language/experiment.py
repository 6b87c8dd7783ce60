"""Experiments (work on a validator that is no candidate) and synthesis, by which a language creates them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.search_focus import Focus
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.validation.validator import Validator


class Item(Protocol):
    """A work item of a search that waits until no other one has a higher score."""

    @property
    def score(self) -> float: ...


@dataclass(frozen=True)
class Experiment:
    """Work on a validator that is no candidate.

    score: its place in the search's order. kinds: the kinds of the actions that are tried, one each. run: called
    without the search's lock. settle: called under the lock, with the results of `run`.
    """

    score: float
    kinds: Sequence[str]
    run: Callable[[Validator], Sequence[Any]]
    settle: Callable[[Sequence[Any]], None]


class Synthesis(Protocol):
    """Creates candidates from observed values of the running program. Its items are opaque to the search, which orders
    them."""

    def looks(self) -> Iterable[Item]:
        """The first items: those that observe the program."""

    def record(self, item: Any) -> float:
        """Records that an item is queued; returns its score, which is lower if others do the same at other places."""

    def is_within(self, item: Any, focus: Focus) -> bool:
        """Whether an item is about the functions that the search is limited to."""

    def begin(self, item: Any, following: Iterator[Any]) -> Candidate | Experiment | None:
        """The candidate or experiment of an item; None for none.

        following: the next items of the same type in the order; items taken from it are done together with this one.
        """

    def learn(self, candidate: Candidate, verdict: Verdict) -> tuple[Callable[[Any], bool], Item] | None:
        """Learns from a candidate that fixes a failing test and breaks a passing one.

        Returns (whether an item is refuted as well, the item that follows); None if there is nothing to learn.
        """
