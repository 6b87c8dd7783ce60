"""On which terms a search runs: when it stops, what it does not try, and whom it tells."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from testfix_pipeline.repair.clock import Clock
from testfix_pipeline.repair.confirm import Confirmer
from testfix_pipeline.repair.rank import RankedPatch

if TYPE_CHECKING:
    from testfix_pipeline.repair.run import SearchRun

DOUBTFUL = 0.35
"""Below which confidence a patch is hardly better than none."""
End = Literal["space", "budget", "found", "cancelled"]


@dataclass(frozen=True)
class Progress:
    """Said about once a second while the search runs, and at once of a first plausible patch and of a better one.

    best: the best patch so far in words; found_after: the second at which the first plausible one was there, None
    before, confidence: that of the best, at_most: for how many seconds better ones are looked for at most.
    news: said at once of a plausible patch.
    """

    tried: int
    seconds: float
    plausible: int
    place: str
    best: str = ""
    found_after: float | None = None
    confidence: float = 0.0
    at_most: float = 0.0
    news: bool = False

    @property
    def patch(self) -> str:
        """What is to be said of the best plausible patch so far; "" where there is none."""
        if self.found_after is None:
            return ""
        said = f"plausible after {self.found_after:.1f} s, confidence {f'{self.confidence:.2f}'.removeprefix('0')}"
        return f"{said}; looking for better ones, at most {math.ceil(self.at_most)} s"


@dataclass(frozen=True)
class Terms:
    """When to stop, what not to try, and whom to tell.

    all_seconds, after_first: of the whole search, and for rivals of its first plausible patch where the caller says so
    (see `rival_search.RivalSearch`). best: fingerprint and confidence of the best patch so far. onward: once, when so
    many seconds have passed (or the search is at its end) and patches mend but a part: complete ones that go on from
    there. confirm_late: the suite takes so long that only what is best when the search ends is confirmed.
    """

    clock: Clock
    all_seconds: float = 0.0
    after_first: float | None = None
    best: Callable[[SearchRun], tuple[str, float]] = lambda run: ("", 1.0)
    onward: Callable[[SearchRun], Sequence[RankedPatch]] | None = None
    onward_after: float = 0.0
    confirmer: Confirmer | None = None
    confirm_late: bool = False
    exclude: Collection[str] = ()
    on_progress: Callable[[Progress], None] | None = None
