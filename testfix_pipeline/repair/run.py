"""One run of the search: its clock, its workers, what it tried and what it found."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.past import nearer
from testfix_pipeline.repair.regression import WHOLE_UNDO, Hunt, Regression
from testfix_pipeline.repair.search import HISTORY_SHARE, Space, pairs, proposals, unions
from testfix_pipeline.repair.validate import Validator
from testfix_pipeline.repair.verdict import Found, Verdict
from testfix_pipeline.repair.warm import ServerLost

PROGRESS_SECONDS = 1.0
HUNT_SHARE = 0.3
"""Of the time, for finding the change that broke the tests."""
LEAST_FOR_RIVALS = 1.0
BATCH = 12
"""How many candidates share the first look in one child."""
End = Literal["space", "budget", "found", "cancelled"]


@dataclass(frozen=True)
class Progress:
    """Said about once a second while the search runs."""

    tried: int
    seconds: float
    plausible: int
    place: str


@dataclass(frozen=True)
class Terms:
    """When to stop, what not to try, and whom to tell. Times are those of `time.monotonic`."""

    started: float
    deadline: float
    after_first: float
    exclude: Collection[str] = ()
    cancel: Callable[[], bool] | None = None
    on_progress: Callable[[Progress], None] | None = None


class SearchRun:
    """Tries the candidates of a space with one worker thread for each validator."""

    def __init__(self, space: Space, validators: Sequence[Validator], terms: Terms) -> None:
        self.space = space
        self.validators = validators
        self.terms = terms
        self.deadline = terms.deadline
        self.found: list[Found] = []
        self.doubtful: list[Found] = []
        self.promising: list[Candidate] = []
        self.kinds: dict[str, int] = {}
        self.tried = 0
        self.first_seconds: float | None = None
        self.notes: list[str] = []
        self.ended: End | None = None
        self.regression: Regression | None = None
        self._lock = threading.Lock()
        self._said = terms.started

    def run(self) -> None:
        """Single edits, then pairs of promising ones; then once more where sharing a process may have hidden a repair
        (functions that remember), and with the other failing tests in focus."""
        first = self.validators[0]
        self._undo_what_broke()
        self._all(proposals(self.space, self.notes), 0)
        if not self.complete:
            self._all(unions(self.found), 0)
        if not self.complete:
            self._all(pairs(self._likely()), 0)
        if not self.ended and not self.found and self.space.keeps_state():
            for validator in self.validators:
                validator.batching = False
            self._all(proposals(self.space, self.notes), 0)
        for focus in range(1, len(first.failing)):
            if not self.ended and not self.found and first.failing[focus] not in first.first_look(0):
                self._all(proposals(self.space, self.notes), focus)
        self.ended = self.ended or ("found" if self.complete else "space")

    def _undo_what_broke(self) -> None:
        """For tests that used to pass: the change that broke them, undone as far as needed."""
        past, validator = self.space.past, self.validators[0]
        if past is None or HISTORY_SHARE % self.space.shares != self.space.share:
            return
        now = time.monotonic()
        until = now + HUNT_SHARE * (self.terms.deadline - now)
        hunt = Hunt(
            past,
            self.space.suspects,
            validator,
            lambda: not self._time_is_up() and time.monotonic() < until,
            self._count,
        )
        try:
            for candidate in hunt.candidates():
                if self.complete and candidate.score == WHOLE_UNDO:
                    break
                if not self._time_is_up() and self.space.allows(candidate) and not self._refused(candidate):
                    self._count(candidate)
                    self._settle(candidate, validator.try_candidate(candidate))
        except ServerLost as lost:
            self.notes.append(f"The warm process was lost: {lost}")
        self.regression = hunt.regression
        self.space = replace(self.space, suspects=nearer(self.space.suspects, hunt.hunks))

    def _after_first(self) -> float:
        """Seconds of search for rivals of the first repair: no longer than twice what it took to find."""
        took = time.monotonic() - self.terms.started
        return min(self.terms.after_first, max(LEAST_FOR_RIVALS, 2 * took))

    @property
    def complete(self) -> bool:
        return any(one.verdict.finding == "plausible" for one in self.found)

    def _likely(self) -> list[Candidate]:
        """Partial patches first, then what moved a failing test; best scores first."""
        partial = [one.candidate for one in self.found]
        rest = sorted(self.promising, key=lambda candidate: -candidate.score)
        return [*partial, *rest]

    def _all(self, proposals: Iterator[Candidate], focus: int) -> None:
        if len(self.validators) == 1:
            self._work(self.validators[0], proposals, focus)
            return
        threads = [threading.Thread(target=self._work, args=(v, proposals, focus)) for v in self.validators]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _work(self, validator: Validator, proposals: Iterator[Candidate], focus: int) -> None:
        try:
            while batch := self._next(proposals):
                for candidate, screened in zip(batch, validator.screen(batch, focus), strict=True):
                    if screened is None and self.ended:
                        continue
                    verdict = screened or validator.try_candidate(candidate, focus)
                    with self._lock:
                        self._settle(candidate, verdict)
        except ServerLost as lost:
            with self._lock:
                self.notes.append(f"The warm process was lost: {lost}")

    def _next(self, proposals: Iterator[Candidate]) -> list[Candidate]:
        """The next few candidates; none when the time is up or there are no more."""
        batch: list[Candidate] = []
        with self._lock:
            while len(batch) < BATCH and not self._time_is_up():
                candidate = next(proposals, None)
                if candidate is None:
                    break
                if not self._refused(candidate):
                    self._count(candidate)
                    batch.append(candidate)
        return batch

    def _refused(self, candidate: Candidate) -> bool:
        return candidate.fingerprint in self.terms.exclude

    def _count(self, candidate: Candidate) -> None:
        self.kinds[candidate.kind] = self.kinds.get(candidate.kind, 0) + 1
        self._say(candidate)
        self.tried += 1

    def _settle(self, candidate: Candidate, verdict: Verdict) -> None:
        if verdict.finding in ("moved", "kills"):
            self.promising.append(candidate)
        elif verdict.finding in ("plausible", "partial") and self.space.refuses(candidate):
            self.doubtful.append(Found(candidate, verdict))
        elif verdict.finding in ("plausible", "partial"):
            first = not self.complete
            self.found.append(Found(candidate, verdict))
            if first and self.complete:
                self.first_seconds = time.monotonic() - self.terms.started
                self.deadline = min(self.deadline, time.monotonic() + self._after_first())

    def _time_is_up(self) -> bool:
        if self.terms.cancel is not None and self.terms.cancel():
            self.ended = "cancelled"
        elif time.monotonic() > self.deadline:
            self.ended = "found" if self.complete else "budget"
        return self.ended is not None

    def _say(self, candidate: Candidate) -> None:
        now = time.monotonic()
        if self.terms.on_progress is not None and now - self._said > PROGRESS_SECONDS:
            self._said = now
            place = f"{candidate.edits[0].file}:{candidate.edits[0].line}"
            self.terms.on_progress(Progress(self.tried, now - self.terms.started, len(self.found), place))
