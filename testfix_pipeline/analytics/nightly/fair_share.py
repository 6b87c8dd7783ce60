"""How a night's time is shared between projects: who is next, and how long its run may take.

The project that was looked at the longest ago is next, so that none starves however many there are. Its time follows
what its latest runs came to: a project whose runs land fixes gets more than one whose runs never do, and each gets at
least `LEAST_S`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.analytics.nightly.nights import Night

# Seconds under which a session measures and hardly searches; `preset: quick` takes twice as long.
LEAST_S = 300.0
# Runs that the yield of a project is estimated from.
LATEST = 10
_ENDED = ("success", "partial", "blocked", "paused", "error")


@dataclass(frozen=True)
class NightCandidate:
    """A project that waits for its turn in the window.

    looked_at: when a night last decided about it, empty if never; own_s: the budget that it asks for, in seconds;
    runs, landed: how many of its latest runs ended, and how many of those landed a fix.
    """

    name: str
    looked_at: str = ""
    own_s: float = 3600.0
    runs: int = 0
    landed: int = 0

    @property
    def weight(self) -> float:
        """The estimated probability that a run lands a fix; one half where nothing is known."""
        return (self.landed + 1) / (self.runs + 2)


def candidate(name: str, own_s: float, nights: Sequence[Night]) -> NightCandidate:
    """A project with its nights, the earliest first."""
    looked = max((night.at for night in nights if night.verdict != "missed"), default="")
    ended = [night for night in nights if night.started and night.verdict in _ENDED][-LATEST:]
    return NightCandidate(name, looked, own_s, len(ended), sum(bool(night.branch) for night in ended))


def in_order(candidates: Iterable[NightCandidate]) -> list[NightCandidate]:
    """Longest waiting first; of those that wait equally long the most promising, then by name."""
    return sorted(candidates, key=lambda one: (one.looked_at, -one.weight, one.name))


def budgets(capacity_s: float, candidates: Sequence[NightCandidate]) -> Mapping[str, float]:
    """Seconds for the run of each project, in proportion to its weight.

    Nobody gets more than it asks for nor less than `LEAST_S` (or what it asks for, if that is less); what some don't
    take is shared among the others. The sum is above the capacity only where that is less than the least for all.
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
