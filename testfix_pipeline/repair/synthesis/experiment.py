"""Work on a validator that is no candidate: what synthesis asks the running program."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.synthesis.items import Item
from testfix_pipeline.repair.validate import Validator


@dataclass(frozen=True)
class Experiment:
    """`run` outside of the search's lock, then `settle` with what it returned.

    kinds: of the actions that are tried, each by itself.
    """

    score: float
    kinds: Sequence[str]
    run: Callable[[Validator], Sequence[Item]]
    settle: Callable[[Sequence[Item]], None]
