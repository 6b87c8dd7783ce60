"""Experiments: work on a validator that is no candidate, and what a language's synthesis does with it."""

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
    """Work on a validator that is no candidate: `run` outside of the search's lock, then `settle` with its results.

    kinds: of the actions that are tried, each by itself.
    """

    score: float
    kinds: Sequence[str]
    run: Callable[[Validator], Sequence[Any]]
    settle: Callable[[Sequence[Any]], None]


class Synthesis(Protocol):
    """Makes candidates from what is seen in the running program. Its items are its own: the search only orders them."""

    def looks(self) -> Iterable[Item]:
        """The first work to be done."""

    def record(self, item: Any) -> float:
        """Record an item that will be done; its score, less where the same is done at other places."""

    def is_within(self, item: Any, focus: Focus) -> bool:
        """Whether an item has to do with the functions that the search is confined to."""

    def begin(self, item: Any, following: Iterator[Any]) -> Candidate | Experiment | None:
        """What there is to try for an item; None for nothing. following: takes the next items of its sort as well."""

    def learn(self, candidate: Candidate, verdict: Verdict) -> tuple[Callable[[Any], bool], Item] | None:
        """From a candidate that fixes a failing test and breaks a passing one: which items are refuted with it, and
        one to go on with. None where there is nothing to learn."""
