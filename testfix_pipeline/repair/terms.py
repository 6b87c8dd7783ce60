"""On which terms a search runs: when it stops, what it does not try, and whom it tells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from testfix_pipeline.repair.clock import Clock
from testfix_pipeline.repair.confirm import Confirmer
from testfix_pipeline.repair.rank import RankedPatch

if TYPE_CHECKING:
    from testfix_pipeline.repair.run import SearchRun

LEAST_FOR_RIVALS = 1.0
SMALL_SHARE = 0.1
"""Of the time, for what else is small at the place of the first patch, however sure that seems."""
DOUBTFUL = 0.35
"""Below which confidence a patch is hardly better than none."""
UNSURE_SHARES = ((DOUBTFUL, 1.0), (0.5, 0.6), (0.7, 0.35), (0.8, 0.25), (0.9, 0.1))
"""How much of the time a lesser one leaves for something better: (confidence below which, share of all the time)."""
End = Literal["space", "budget", "found", "cancelled"]


@dataclass(frozen=True)
class Progress:
    """Said about once a second while the search runs."""

    tried: int
    seconds: float
    plausible: int
    place: str
    best: str = ""


@dataclass(frozen=True)
class Terms:
    """When to stop, what not to try, and whom to tell.

    after_first: seconds of search for rivals once there is a complete patch; all_seconds: of which `UNSURE_SHARES` are
    taken, by the `confidence` of the best patch so far. onward: once, when so many
    seconds have passed (or the search is at its end) and patches mend but a part: complete ones that go on from there.
    """

    clock: Clock
    after_first: float
    all_seconds: float = 0.0
    confidence: Callable[[SearchRun], float] = lambda run: 1.0
    onward: Callable[[SearchRun], Sequence[RankedPatch]] | None = None
    onward_after: float = 0.0
    confirmer: Confirmer | None = None
    exclude: Collection[str] = ()
    on_progress: Callable[[Progress], None] | None = None

    def for_rivals(self, passed: float, confidence: float) -> float:
        """Seconds of search for rivals of the first repair, found after `passed` seconds.

        No longer than twice what it took to find, unless it is one of those that are often wrong.
        """
        soon = min(self.after_first, max(LEAST_FOR_RIVALS, 2 * passed))
        share = next((share for below, share in UNSURE_SHARES if confidence < below), 0.0)
        return max(soon, share * self.all_seconds)

    def for_small(self, since: float) -> float:
        """Seconds for what else is small at the place of the first repair, so many after it."""
        return LEAST_FOR_RIVALS if since < SMALL_SHARE * self.all_seconds else 0.0
