"""Reports the progress of a search: about once a second, and immediately for a plausible patch."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.stop_condition import StopCondition

PROGRESS_SECONDS = 1.0


@dataclass(frozen=True)
class Progress:
    """The progress of a search, reported about once a second and immediately for a first plausible patch and better
    ones.

    best: the best patch so far in words; found_after: the second at which the first plausible one was found, None
    before, confidence: that of the best, at_most: the seconds for which better ones are still searched at most. news: a
    plausible patch was just found.
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
        """The message on the best plausible patch so far; "" if there is none."""
        if self.found_after is None:
            return ""
        text = f"plausible after {self.found_after:.1f} s, confidence {f'{self.confidence:.2f}'.removeprefix('0')}"
        return f"{text}; looking for better ones, at most {math.ceil(self.at_most)} s"


class SearchProgress:
    """Calls `listener` with the progress of one search; does nothing if that is None."""

    def __init__(self, listener: Callable[[Progress], None] | None, clock: Clock, stop: StopCondition) -> None:
        self._listener = listener
        self._clock = clock
        self._stop = stop
        self._reported = 0.0

    def report(self, candidate: Candidate, findings: Findings, news: bool = False) -> None:
        """Reports `candidate` as the one being tried, or, with `news`, as a new plausible patch."""
        seconds = self._clock.passed()
        if self._listener is None or not (news or seconds > self._reported + PROGRESS_SECONDS):
            return
        self._reported = seconds
        place = f"{candidate.edits[0].file}:{candidate.edits[0].line}"
        about = self._stop.found_after, self._stop.confidence, self._stop.expected_seconds(seconds)
        best = self._best(findings)
        self._listener(Progress(findings.tried, seconds, len(findings.found), place, best, *about, news=news))

    def _best(self, findings: Findings) -> str:
        """The description of the best complete patch, else of the first partial one."""
        best = sorted(findings.complete, key=lambda one: one.candidate.fingerprint != self._stop.best)
        return next((one.candidate.description for one in [*best, *findings.found]), "")
