"""Experiments: work on a validator that is no candidate; and synthesis, by which a language makes them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.search_focus import Focus
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.validation.validator import Validator


class Item(Protocol):
    """Work of a search that waits until nothing has a higher score."""

    @property
    def score(self) -> float: ...


@dataclass(frozen=True)
class Experiment:
    """Work on a validator that is no candidate.

    score: its place in the search's order. kinds: of the actions that are tried, each by itself. run: called outside of
    the search's lock. settle: called under it, with the results of `run`.
    """

    score: float
    kinds: Sequence[str]
    run: Callable[[Validator], Sequence[Any]]
    settle: Callable[[Sequence[Any]], None]


class Synthesis(Protocol):
    """Makes candidates from observed values of the running program. Only it knows its items: the search orders them."""

    def looks(self) -> Iterable[Item]:
        """The first items: those that observe the program."""

    def record(self, item: Any) -> float:
        """Note that an item is queued; returns its score, which is lower where others do the same at other places."""

    def is_within(self, item: Any, focus: Focus) -> bool:
        """Whether an item is about the functions that the search is confined to."""

    def begin(self, item: Any, following: Iterator[Any]) -> Candidate | Experiment | None:
        """The candidate or experiment of an item; None for none.

        following: the next items of the same type in the order; those that are taken from it are done with this one.
        """

    def learn(self, candidate: Candidate, verdict: Verdict) -> tuple[Callable[[Any], bool], Item] | None:
        """Learn from a candidate that fixes a failing test and breaks a passing one.

        Returns whether an item is refuted as well, and the item that follows; None where there is nothing to learn.
        """
