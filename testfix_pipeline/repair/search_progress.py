"""Tells how far a search is: about once a second, and at once of a plausible patch."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clock import Clock
from testfix_pipeline.repair.rival_search import RivalSearch
from testfix_pipeline.repair.terms import Progress
from testfix_pipeline.repair.verdict import Found

PROGRESS_SECONDS = 1.0


class SearchProgress:
    """What `tell` hears of one search; None where nobody listens."""

    def __init__(self, tell: Callable[[Progress], None] | None, clock: Clock, rivals: RivalSearch) -> None:
        self._tell = tell
        self._clock = clock
        self._rivals = rivals
        self._began = clock.passed()
        self._said = 0.0

    def say(self, candidate: Candidate, tried: int, found: Sequence[Found], news: bool = False) -> None:
        """Told of the candidate that is tried now, or, as `news`, of one that is plausible."""
        now = self._clock.passed()
        if self._tell is None or not (news or now > self._said + PROGRESS_SECONDS):
            return
        self._said = now
        place = f"{candidate.edits[0].file}:{candidate.edits[0].line}"
        rate = tried / max(0.001, now - self._began)
        about = self._rivals.found_after, self._rivals.confidence, self._rivals.expected(now, rate)
        self._tell(Progress(tried, now, len(found), place, self._best(found), *about, news=news))

    def _best(self, found: Sequence[Found]) -> str:
        """The best complete patch that was found, else the first partial one, in words."""
        complete = [one for one in found if one.verdict.finding == "plausible"]
        complete.sort(key=lambda one: one.candidate.fingerprint != self._rivals.best)
        return next((one.candidate.description for one in [*complete, *found]), "")
