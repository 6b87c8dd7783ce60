"""One run of the search: its clock, its workers, what it tried and what it found."""

from __future__ import annotations

import contextlib
import heapq
import itertools
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.repair.background_confirmation import BackgroundConfirmation
from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.clock import TimeIsUp
from testfix_pipeline.repair.confirm import Confirmation
from testfix_pipeline.repair.crew import Crew
from testfix_pipeline.repair.known_edits import KnownEdits, worth
from testfix_pipeline.repair.past import nearer
from testfix_pipeline.repair.patches.neighbours import with_patches
from testfix_pipeline.repair.rank import RankedPatch
from testfix_pipeline.repair.regression import WHOLE_UNDO, Hunt, Regression
from testfix_pipeline.repair.rival_search import RivalSearch
from testfix_pipeline.repair.search import HISTORY_SHARE, Space, is_new, pairs, proposals, unions
from testfix_pipeline.repair.search_progress import SearchProgress
from testfix_pipeline.repair.synthesis.agenda import Agenda, Experiment
from testfix_pipeline.repair.terms import DOUBTFUL, End, Terms
from testfix_pipeline.repair.turns import Turns
from testfix_pipeline.repair.validate import Validator
from testfix_pipeline.repair.verdict import Found, Verdict
from testfix_pipeline.repair.warm import ServerLost

HUNT_SHARE = 0.3
"""Of the time, for finding the change that broke the tests."""
BATCH = 12
"""How many candidates share the first look in one child."""
MOST_CONFIRMED = 3
"""How many patches are tried at the end in a clean process, until one holds."""
SECOND_LOOKS = 0.1
"""Part of the search's time for candidates that were too slow for a first look, while others wait for theirs."""


class SearchRun:
    """Tries the candidates of a space with one worker thread for each validator.

    later: start further validators, or answer None where one can't start; asked where the search takes a while.
    """

    def __init__(
        self,
        space: Space,
        validators: Sequence[Validator],
        terms: Terms,
        later: Sequence[Callable[[], Validator | None]] = (),
    ) -> None:
        self.space = space
        self.crew = Crew(validators, later, terms.clock)
        self.terms = terms
        self.clock = terms.clock
        self.found: list[Found] = []
        self.doubtful: list[Found] = []
        self.promising: list[Candidate] = []
        self.beyond: list[RankedPatch] = []
        self.kinds: dict[str, int] = {}
        self.tried = 0
        self.first_seconds: float | None = None
        self.notes: list[str] = []
        self.features: dict[tuple[str, str], dict[str, float]] = {}
        self.ended: End | None = None
        self.regression: Regression | None = None
        self.agenda: Agenda | None = None
        self._aside: list[Experiment] = []
        self._lock = threading.Lock()
        self._untried: list[Candidate] = []
        self._slow: list[tuple[float, int, Candidate]] = []
        self._slow_seconds = 0.0
        self._order = itertools.count()
        self._known = KnownEdits(self.space, self.notes)
        self._went_on = terms.onward is None
        self._paused = False
        self._turns = Turns(space.focus)
        self._rivals = RivalSearch(space.focus, terms.all_seconds, terms.after_first)
        self._progress = SearchProgress(terms.on_progress, terms.clock, self._rivals)
        self._refuted: set[str] = set()
        self._confirmation = BackgroundConfirmation(terms.confirmer, self._confirmed)
        self._seen: set[int] = set()

    @property
    def validators(self) -> list[Validator]:
        """Those that work, or will in the next part of the search."""
        return self.crew.validators

    def run(self) -> None:
        """Single edits, then pairs of promising ones; then once more where sharing a process may have hidden a repair
        (functions that remember), and with the other failing tests in focus."""
        first = self.validators[0]
        self._undo_what_broke()
        self._all(self._proposals(0), 0)
        if not self.complete:
            self._all(unions(self.found), 0)
        if not self.complete and not self.ended:
            self._go_onward()
        if not self.complete:
            self._all(pairs(self._likely()), 0)
        if not self.ended and not self.found:
            self.crew.start_all()
        if not self.ended and not self.found and self._refuted:  # what the search passed over beside them
            self._all(self._proposals(0), 0)
        if not self.ended and not self.found and self.space.keeps_state():
            for validator in self.validators:
                validator.screening.batching = False
            self._all(self._proposals(0), 0)
        if not self.ended and not self.found and all(one.respect_order() for one in self.validators):
            self._all(self._proposals(0), 0)
        for focus in range(1, len(first.failing)):
            if not self.ended and not self.found and first.failing[focus] not in first.first_look(0):
                self._all(self._proposals(focus), focus)
        self.ended = self.ended or ("found" if self.complete else "space")
        self.found = [self._with_reasons(one) for one in self.found]

    def try_all(self, candidates: Iterator[Candidate]) -> None:
        """These candidates and no others, in their order."""
        self._all(candidates, 0)
        self.ended = self.ended or ("found" if self.complete else "space")

    def _proposals(self, focus: int) -> Iterator[Candidate | Experiment]:
        """Edits of the families and what synthesis makes at the same places, in the order of their scores."""
        seen = self._seen = set()
        found = with_patches(self.space, self.notes, seen, proposals(self.space, self.notes, seen))
        first = self.validators[0]
        self.agenda = Agenda(self.space, first.first_look(focus), found, seen, self.notes, first.failing)
        return self.agenda

    def _with_reasons(self, one: Found) -> Found:
        """As synthesis proposed it, where that has better reasons than the family that was quicker."""
        better = self.agenda.better.get(one.candidate.fingerprint) if self.agenda else None
        return one if better is None or worth(better) <= worth(one.candidate) else replace(one, candidate=better)

    def _undo_what_broke(self) -> None:
        """For tests that used to pass: the change that broke them, undone as far as needed."""
        past, validator = self.space.past, self.validators[0]
        if past is None or HISTORY_SHARE % self.space.shares != self.space.share:
            return
        until = self.clock.passed() + HUNT_SHARE * self.clock.left()
        hunt = Hunt(
            past,
            self.space.suspects,
            validator,
            lambda: not self._time_is_up() and self.clock.passed() < until,
            self._count,
        )
        try:
            for candidate in hunt.candidates():
                if self.complete and candidate.score == WHOLE_UNDO:
                    break
                if not self._time_is_up() and self.space.allows(candidate) and not self._refused(candidate):
                    self._count(candidate)
                    self._settle(candidate, validator.try_candidate(candidate))
        except TimeIsUp:
            self._time_is_up()
        except ServerLost as lost:
            self._give_up(validator, lost)
        self.regression = hunt.regression
        self.space = replace(self.space, suspects=nearer(self.space.suspects, hunt.hunks))

    def _look_for_rivals(self, candidate: Candidate | None = None) -> None:
        """Told of a plausible patch: from now on the search is one for rivals of the best."""
        passed, best = self.clock.passed(), self.terms.best(self)
        if candidate is not None:
            self._rivals.found(candidate, *best, passed)
        else:
            self._rivals.found_beyond(*best, passed)
        self.clock.reopen(self._rivals.until() - passed)
        self._progress.say(candidate or self.found[0].candidate, self.tried, self.found, news=True)

    @property
    def complete(self) -> bool:
        return bool(self.beyond) or any(one.verdict.finding == "plausible" for one in self.found)

    def _best(self) -> Found | None:
        """The best complete patch that was found here, as far as is known."""
        mark = self.terms.best(self)[0] if self.complete else ""
        return next((one for one in self.found if one.candidate.fingerprint == mark), None)

    def _likely(self) -> list[Candidate]:
        """Partial patches first, then what moved a failing test; best scores first."""
        partial = [one.candidate for one in self.found]
        rest = sorted(self.promising, key=lambda candidate: -candidate.score)
        return [*partial, *rest]

    def _all(self, proposals: Iterator[Candidate | Experiment], focus: int) -> None:
        """Has all workers try the proposals, and at the end those that were too slow for a first look.

        Again, with what is left, where all complete patches turned out not to hold while the last were being tried, and
        after the search went onward from a part.
        """
        self._together(proposals, focus)
        while self._paused or (self.ended == "found" and not self.complete):
            if self._paused:
                self._go_onward()
            self.ended = None
            self._together(proposals, focus)

    def _go_onward(self) -> None:
        """Looks for complete patches on top of one that mends a part."""
        if self._went_on or not self.found or self.terms.onward is None:
            return
        self._went_on, self._paused = True, False
        self.beyond += self.terms.onward(self)
        if self.beyond:
            self.first_seconds = self.first_seconds or self.clock.passed()
            self._look_for_rivals()

    def _together(self, proposals: Iterator[Candidate | Experiment], focus: int) -> None:
        try:
            self.crew.work(lambda validator: self._work(validator, proposals, focus))
        except BaseException:
            self.clock.stop()
            raise
        finally:
            self._confirmation.wait()
        while (
            self.ended in (None, "found") and (best := self._best()) is not None and not self._confirmation.holds(best)
        ):
            pass  # where none holds, the search goes on

    def _work(self, validator: Validator, proposals: Iterator[Candidate | Experiment], focus: int) -> None:
        try:
            while batch := self._next(proposals):
                with contextlib.suppress(TimeIsUp):  # whether it is will be asked for the next batch
                    self._do(validator, batch, focus)
            with contextlib.suppress(TimeIsUp):
                self._look_again(validator, focus, 1.0)
        except ServerLost as lost:
            self._give_up(validator, lost)

    def _do(self, validator: Validator, batch: list[Candidate] | Experiment, focus: int) -> None:
        if isinstance(batch, Experiment):
            try:
                fruits = batch.run(validator)
            except TimeIsUp:
                self._aside.append(batch)
                raise
            with self._lock:
                batch.settle(fruits)
        else:
            self._try(validator, batch, focus)
            self._look_again(validator, focus, SECOND_LOOKS)

    def _try(self, validator: Validator, batch: Sequence[Candidate], focus: int) -> None:
        waiting = list(batch)
        try:
            for screened in validator.screen(batch, focus):
                if screened is None and (self.ended or self._paused):
                    break
                verdict = screened or validator.try_candidate(waiting[0], focus, patient=False)
                self._settle(waiting[0], verdict)
                self._tell_moved(waiting[0], verdict, validator)
                del waiting[0]
        finally:
            with self._lock:
                self._untried += waiting

    def _tell_moved(self, candidate: Candidate, verdict: Verdict, validator: Validator) -> None:
        if verdict.finding == "moved" and self.agenda is not None:
            with self._lock:
                self.agenda.moved(candidate, verdict, validator)

    def _give_up(self, validator: Validator, lost: ServerLost) -> None:
        with self._lock:
            self.notes.append(f"A process that runs the tests was lost for good: {lost}")
            self.crew.validators.remove(validator)
            self.ended = self.ended if self.validators else "budget"

    def _look_again(self, validator: Validator, focus: int, share: float) -> None:
        """Gives slow candidates the time they need, the likeliest first, for a part of the time that has passed."""
        while self._slow_seconds < share * self.clock.passed() and not self.complete:
            with self._lock:
                if not self._slow or self._time_is_up():
                    return
                _, _, candidate = heapq.heappop(self._slow)
            began = time.monotonic()
            self._settle(candidate, validator.try_candidate(candidate, focus))
            self._slow_seconds += time.monotonic() - began

    def _next(self, proposals: Iterator[Candidate | Experiment]) -> list[Candidate] | Experiment:
        """The next few candidates, or an experiment; none when the time is up or there are no more."""
        batch: list[Candidate] = []
        with self._lock:
            if self._aside and not self._time_is_up():
                return self._aside.pop()
            if self._untried and not self._time_is_up():
                batch, self._untried = self._untried, []
                return batch
            while len(batch) < BATCH and not self._time_is_up():
                candidate = self._turns.next(proposals)
                if isinstance(candidate, Experiment):
                    self.tried += len(candidate.kinds)
                    for kind in candidate.kinds:
                        self.kinds[kind] = self.kinds.get(kind, 0) + 1
                    self._rivals.tried()
                    if batch:
                        self._aside.append(candidate)
                        break
                    return candidate
                if candidate is None:
                    break
                if not self._refused(candidate):
                    self._count(candidate)
                    batch.append(candidate)
        return batch

    def _beside(self, candidate: Candidate) -> list[Candidate]:
        """What else is small at the place of a complete patch, and was not proposed yet."""
        if self.agenda is None:
            return []
        every = (one for one in self._known.beside(candidate) if self.space.allows(one))
        return [one for one in every if is_new(one, self._seen)]

    def _refused(self, candidate: Candidate) -> bool:
        return candidate.fingerprint in self.terms.exclude or candidate.fingerprint in self._refuted

    def _count(self, candidate: Candidate) -> None:
        self._rivals.tried()
        self.kinds[candidate.kind] = self.kinds.get(candidate.kind, 0) + 1
        self._progress.say(candidate, self.tried, self.found)
        self.tried += 1

    def _settle(self, candidate: Candidate, verdict: Verdict) -> None:
        """Keeps what is worth it. The first complete patch is confirmed at once: the search ends because of it."""
        with self._lock:
            if verdict.finding == "slow":
                heapq.heappush(self._slow, (-candidate.score, next(self._order), candidate))
            elif verdict.finding in ("moved", "kills"):
                self.promising.append(candidate)
                if verdict.finding == "kills" and self.agenda is not None:
                    self.agenda.killed(candidate, verdict)
            if verdict.finding not in ("plausible", "partial"):
                return
            candidate = self._known.plainly(candidate)
            one, had_one = Found(candidate, verdict), self.complete
            kept = self.doubtful if self.space.refuses(candidate) else self.found
            kept.append(one)
            if (
                kept is self.found
                and self.agenda is not None
                and verdict.finding == "partial"
                and not self.agenda.mended
            ):
                self.agenda.partial(candidate, verdict)
                self.agenda.together(unions(self.found))
            if kept is self.found and verdict.finding == "plausible":
                self._turns.mended(candidate, self._beside(candidate))
                if self.agenda is not None:
                    self.agenda.mended = True
            if kept is self.doubtful or verdict.finding != "plausible":
                return
            self.first_seconds = self.first_seconds if had_one else self.clock.passed()
            self._look_for_rivals(candidate)
        if not had_one and not self.terms.confirm_late:
            self._confirmation.begin(one)

    def _confirmed(self, one: Found, said: Confirmation) -> bool:
        """Take in what a clean process said of a patch; whether the patch may stay."""
        yes, mark = said.answer == "yes", one.candidate.fingerprint
        with self._lock:
            if said.answer == "no":
                self.found = [other for other in self.found if other.candidate.fingerprint != mark]
                where = f"{one.candidate.edits[0].file}:{one.candidate.edits[0].line}"
                self.notes.append(
                    f"A patch at {where} held in a process of many tries but not in a clean one: {said.why}."
                )
                self._refuted.add(mark)
                if not self.complete:
                    self.clock.reopen()
                    self._rivals.forget()
                    self.first_seconds = None
            else:
                self.found = [
                    replace(other, confirmed=yes, clean_run=said.run) if other.candidate.fingerprint == mark else other
                    for other in self.found
                ]
                self.notes += [f"A patch is not confirmed: {said.why}."] if said.why else []
        return said.answer != "no"

    def confirm_best(self, order: Callable[[Sequence[Found]], Sequence[RankedPatch]]) -> None:
        """Confirms what ranks first, until something stays there."""
        for _ in range(MOST_CONFIRMED):
            best = next(iter(order(self.found)), None)
            if best is None or self._confirmation.holds(
                next(f for f in self.found if f.candidate.fingerprint == best.fingerprint)
            ):
                return

    def _time_is_up(self) -> bool:
        why = self.clock.over()
        if why is None and self.complete and self._rivals.is_over(self.clock.passed()):
            why = "budget"
        if why is not None:
            self.ended = "found" if why == "budget" and self.complete else why
        self._paused = self.ended is None and (self._paused or self._is_stuck())
        return self._paused or self.ended is not None

    def _is_stuck(self) -> bool:
        """Whether it is time to go onward from a part; asked once where there is more than parts, doubtful as it is."""
        if self._went_on or not self.found or self.clock.passed() <= self.terms.onward_after:
            return False
        if not self.complete:
            return True
        parts = any(one.verdict.finding == "partial" for one in self.found)
        self._went_on = not parts or self.terms.best(self)[1] >= DOUBTFUL
        return not self._went_on
