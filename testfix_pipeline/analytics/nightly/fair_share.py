"""Divides a night's time between projects: which is next, and how long its run may take.

The project whose last decision is oldest is next, so that all get their turn. Its time depends on the results of its
latest runs: a project whose runs land fixes gets more than others, and each gets at least `LEAST_S`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.analytics.nightly.nights import Night

# In less time a session measures and hardly searches; `preset: quick` takes twice as long.
LEAST_S = 300.0
# The number of runs from which a project's weight is estimated.
LATEST = 10
_ENDED = ("success", "partial", "blocked", "paused", "error")


@dataclass(frozen=True)
class NightCandidate:
    """A project that waits for its run in the window.

    looked_at: when a night last decided about it, empty if never; own_s: its own budget, in seconds; runs, landed: the
    number of its latest ended runs, and of those that landed a fix.
    """

    name: str
    looked_at: str = ""
    own_s: float = 3600.0
    runs: int = 0
    landed: int = 0

    @property
    def weight(self) -> float:
        """The estimated probability that a run lands a fix; one half without any run."""
        return (self.landed + 1) / (self.runs + 2)


def candidate(name: str, own_s: float, nights: Sequence[Night]) -> NightCandidate:
    """Return a project as a candidate. nights: earliest first."""
    looked = max((night.at for night in nights if night.verdict != "missed"), default="")
    ended = [night for night in nights if night.started and night.verdict in _ENDED][-LATEST:]
    return NightCandidate(name, looked, own_s, len(ended), sum(bool(night.branch) for night in ended))


def in_order(candidates: Iterable[NightCandidate]) -> list[NightCandidate]:
    """Sort by the oldest decision, then by the highest weight, then by name."""
    return sorted(candidates, key=lambda one: (one.looked_at, -one.weight, one.name))


def budgets(capacity_s: float, candidates: Sequence[NightCandidate]) -> Mapping[str, float]:
    """Return the seconds for the run of each project, in proportion to its weight.

    Each gets at most its own budget and at least `LEAST_S` (or its own budget if that is less); unused time is shared
    among the others. The sum exceeds the capacity only if that is less than the minimum for all.
    """
    given = {one.name: min(LEAST_S, one.own_s) for one in candidates}
    open_ones = [one for one in candidates if one.own_s > given[one.name]]
    left = capacity_s - sum(given.values())
    while open_ones and left > 1:
        whole = sum(one.weight for one in open_ones)
        shares = {one.name: left * one.weight / whole for one in open_ones}
        filled = [one for one in open_ones if given[one.name] + shares[one.name] >= one.own_s]
        if not filled:
            for one in open_ones:
                given[one.name] += shares[one.name]
            break
        for one in filled:
            left -= one.own_s - given[one.name]
            given[one.name] = one.own_s
        open_ones = [one for one in open_ones if one not in filled]
    return given
