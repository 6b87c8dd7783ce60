"""Runs one search by its schedule: workers try the candidates, and the findings decide what comes next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.repair.history.project_history import raise_touched_locations
from testfix_pipeline.repair.history.regression import WHOLE_UNDO, RegressionSearch
from testfix_pipeline.repair.language.experiment import Experiment
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import TimeIsUp
from testfix_pipeline.repair.model.verdict import PlausiblePatch, Verdict
from testfix_pipeline.repair.ranking.patch_ranking import RankedPatch
from testfix_pipeline.repair.search.candidate_queue import CandidateQueue
from testfix_pipeline.repair.search.candidate_worker import CandidateWorker, Proposals
from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.patch_neighbours import with_patches
from testfix_pipeline.repair.search.schedule import CONTINUATION_AFTER, DOUBTFUL, FURTHER_PASSES, UNDO_SHARE
from testfix_pipeline.repair.search.search_options import End, SearchOptions
from testfix_pipeline.repair.search.search_order import SearchOrder
from testfix_pipeline.repair.search.search_progress import SearchProgress
from testfix_pipeline.repair.search.space import Space, edits_and_undos, has_history, unions_of_partial_patches
from testfix_pipeline.repair.search.stop_condition import PATIENCE, StopCondition
from testfix_pipeline.repair.validation.background_confirmation import BackgroundConfirmation
from testfix_pipeline.repair.validation.confirmer import Confirmation
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.validator import Validator
from testfix_pipeline.repair.validation.validator_pool import ValidatorPool

MOST_CONFIRMED = 3
"""The number of patches that are tried at the end in a clean process, until one passes."""


class SearchRun:
    """Tries the candidates of a space with one worker thread for each validator.

    later: start further validators, or return None if one cannot start; called if the search takes a while. findings:
    the patches and counts. ended: why the search is over, None before.
    """

    def __init__(
        self,
        space: Space,
        validators: Sequence[Validator],
        options: SearchOptions,
        later: Sequence[Callable[[], Validator | None]] = (),
    ) -> None:
        self.space = space
        self.options = options
        self.clock = options.clock
        self.pool = ValidatorPool(validators, later, options.clock)
        self.findings = Findings(wanted=frozenset(options.wanted))
        self.ended: End | None = None
        self.stop = StopCondition(
            space.focus,
            options.budget,
            options.after_first,
            patience=1.0 if space.is_learned() else PATIENCE,
            began=options.clock.passed(),
        )
        self._order: SearchOrder | None = None
        self._lock = threading.Lock()
        self._queue = CandidateQueue(self._lock, self._take, self._count, self._is_over)
        self._worker = CandidateWorker(self._queue, self.findings, self.clock, self._lock, self._record, self._is_ended)
        self._progress = SearchProgress(options.on_progress, options.clock, self.stop)
        self._confirmation = BackgroundConfirmation(options.confirmer, self._confirmed)
        self._was_continued = options.continuation is None
        self._is_paused = False  # until a partial patch was continued
        self._in_vain: set[str] | None = None  # None outside of the first pass
        self._were_undone = False

    # -- stages --------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Runs the stages of the schedule until one of them ends the search."""
        if not self._were_undone:
            self._undo_changes()
        self._in_vain = self.options.in_vain()
        self._try_all(self._single_edits(0), 0)
        self._in_vain = None
        if not self.findings.has_complete and not self.ended:
            self._continue_partial()
        if not self.ended and not self.findings.found:
            self.pool.start_all()
        for stage in FURTHER_PASSES:
            if not self._is_done() and stage.begins(self.space, self.findings, self.pool.validators):
                for validator in self.pool.validators:
                    stage.prepare(validator)
                for first_test in stage.first_tests(self.pool.validators[0]):
                    if not self._is_done():
                        self._try_all(self._single_edits(first_test), first_test)
        self._end()

    def finds_undo(self) -> bool:
        """Undoes recent changes, as the first stage does; returns whether that fixes all."""
        self._undo_changes()
        return self.findings.has_complete

    def try_only(self, candidates: Iterator[Candidate]) -> None:
        """Tries these candidates in their order and no others."""
        self._try_all(candidates, 0)
        self._end()

    def confirm_best(self, order: Callable[[Sequence[PlausiblePatch]], Sequence[RankedPatch]]) -> None:
        """Confirms the patch that ranks first, until one remains there."""
        for _ in range(MOST_CONFIRMED):
            best = next(iter(order(self.findings.found)), None)
            found = self.findings.with_fingerprint(best.fingerprint) if best is not None else None
            if found is None or self._confirmation.holds(found):
                return

    def _is_done(self) -> bool:
        return self.ended is not None or bool(self.findings.found)

    def _end(self) -> None:
        self.ended = self.ended or ("found" if self.findings.has_complete else "space")

    def _undo_changes(self) -> None:
        """Searches for the change that broke tests that used to pass, and undoes it as far as needed."""
        self._were_undone = True
        history, validator = self.space.history, self.pool.validators[0]
        if history is None or not has_history(self.space):
            return
        until = self.clock.passed() + UNDO_SHARE * self.clock.left()
        regression_search = RegressionSearch(
            history,
            self.space.locations,
            validator,
            lambda: not self._is_over() and self.clock.passed() < until,
            self._take,
        )
        try:
            for candidate in regression_search.candidates():
                if self.findings.has_complete and candidate.score == WHOLE_UNDO:
                    break
                if not self._is_over() and self.space.allows(candidate) and self._take(candidate):
                    self._record(candidate, validator.try_candidate(candidate))
        except TimeIsUp:
            self._is_over()
        except ServerLost as lost:
            self._give_up(validator, lost)
        self.findings.regression = regression_search.regression
        self.space = replace(
            self.space, locations=raise_touched_locations(self.space.locations, regression_search.hunks)
        )

    def _single_edits(self, first_test: int) -> Proposals:
        """Single edits and items of synthesis, in the order of their scores."""
        seen: set[int] = set()
        notes, first = self.findings.notes, self.pool.validators[0]
        found = with_patches(self.space, notes, seen, edits_and_undos(self.space, notes, seen))
        self._order = SearchOrder(self.space, first.first_look(first_test), found, seen, notes, first.failing)
        return self._order

    def _continue_partial(self) -> None:
        """Searches for complete patches on top of a partial one, once."""
        self._is_paused = False
        if self._was_continued or not self.findings.found or self.options.continuation is None:
            return
        self._was_continued = True
        self.findings.continued += self.options.continuation(self.findings, self.space)
        if self.findings.continued:
            self._record_plausible(None)

    # -- workers -------------------------------------------------------------------------------------------------------

    def _try_all(self, candidates: Proposals, first_test: int) -> None:
        """Has all workers try the candidates, and at the end those that were too slow for the first run.

        Tries the rest if no complete patch passed in a clean process, and after a continuation.
        """
        self._work(candidates, first_test)
        while self._is_paused or (self.ended == "found" and not self.findings.has_complete):
            if self._is_paused:
                self._continue_partial()
            self.ended = None
            self.clock.reopen()
            self._work(candidates, first_test)

    def _work(self, candidates: Proposals, first_test: int) -> None:
        try:
            self.pool.work(lambda validator: self._work_with(validator, candidates, first_test))
        except BaseException:
            self.clock.stop()
            raise
        finally:
            self._confirmation.wait()
        while self.ended in (None, "found") and (best := self._best()) is not None:
            if self._confirmation.holds(best):
                break  # where none holds, the search goes on

    def _work_with(self, validator: Validator, candidates: Proposals, first_test: int) -> None:
        try:
            self._worker.run(validator, candidates, first_test)
        except ServerLost as lost:
            self._give_up(validator, lost)

    def _give_up(self, validator: Validator, lost: ServerLost) -> None:
        with self._lock:
            self.findings.notes.append(f"A process that runs the tests was lost for good: {lost}")
            self.pool.validators.remove(validator)
            self.ended = self.ended if self.pool.validators else "budget"

    # -- what is found -------------------------------------------------------------------------------------------------

    def _take(self, candidate: Candidate) -> bool:
        """Counts a candidate to be tried; False if it must not be tried."""
        if candidate.fingerprint in self.options.exclude or candidate.fingerprint in self.findings.refuted:
            return False
        if candidate.fingerprint in (self._in_vain or ()):
            return False
        self.stop.tried()
        self.findings.count(candidate.kind)
        self._progress.report(candidate, self.findings)
        return True

    def _count(self, experiment: Experiment) -> None:
        self.stop.tried(len(experiment.kinds))
        self.findings.count(*experiment.kinds)

    def _record(self, candidate: Candidate, verdict: Verdict) -> None:
        """Records the verdict on a candidate."""
        with self._lock:
            if verdict.finding == "same" and self._in_vain is not None:
                self._in_vain.add(candidate.fingerprint)
            elif verdict.finding == "slow":
                self._queue.put_slow(candidate)
            elif verdict.finding in ("moved", "kills"):
                self.findings.moved.append(candidate)
                if verdict.finding == "kills" and self._order is not None:
                    self._order.record_refuted(candidate, verdict)
            elif verdict.finding in ("plausible", "partial"):
                self._add_patch(PlausiblePatch(candidate, verdict))

    def _add_patch(self, one: PlausiblePatch) -> None:
        findings = self.findings
        if self.space.refuses(one.candidate):
            findings.doubtful.append(one)
            return
        findings.found.append(one)
        if findings.is_complete(one):
            self._record_plausible(one.candidate)
        elif self._order is not None:
            self._order.record_partial(one.candidate, one.verdict, unions_of_partial_patches(findings.found))

    def _record_plausible(self, candidate: Candidate | None) -> None:
        """Starts the search for rivals and the confirmation of the best patch; None: a continued partial patch."""
        if self.findings.first_seconds is None:
            self.findings.first_seconds = self.clock.passed()
        self._rank(candidate)
        if self._order is not None and candidate is not None:
            self._order.record_complete(candidate)
        elif self._order is not None:
            self._order.has_complete = True
        self._progress.report(candidate or self.findings.found[0].candidate, self.findings, news=True)
        best = self._best()
        if best is not None and not self.options.confirm_late:
            self._confirmation.begin(best)

    def _rank(self, candidate: Candidate | None = None) -> None:
        self.stop.found(candidate, *self.options.best(self.findings, self.space), self.clock.passed())

    def _best(self) -> PlausiblePatch | None:
        """The best complete patch of this search so far; None if there is none."""
        return self.findings.with_fingerprint(self.stop.best) if self.findings.has_complete else None

    def _confirmed(self, one: PlausiblePatch, confirmation: Confirmation) -> bool:
        """Records the confirmation of a patch in a clean process; returns whether the patch remains."""
        with self._lock:
            holds = self.findings.confirm(one, confirmation)
            if not holds and self.findings.has_complete:
                self._rank()
            elif not holds:
                self.stop.reset()
        return holds

    # -- the end -------------------------------------------------------------------------------------------------------

    def _is_over(self) -> bool:
        """Whether workers must stop: the search has ended, or pauses for a continuation."""
        why = self.clock.over()
        if why is not None:
            self.ended = "found" if why == "budget" and self.findings.has_complete else why
        elif self.findings.has_complete and self._has_enough():
            self.ended = "found"
            self.clock.shorten(0.0)  # other workers' present candidates decide nothing
        self._is_paused = self.ended is None and (self._is_paused or self._is_stuck())
        return self._is_ended()

    def _has_enough(self) -> bool:
        """Whether hardly a better patch is expected, or the rest of the time is for the comparison of those found."""
        if self.clock.final_left() < self.options.reserved:
            return True
        is_repeating = self._order is not None and self._order.is_repeating
        return not is_repeating and self.stop.is_over(self.clock.passed())

    def _is_ended(self) -> bool:
        return self._is_paused or self.ended is not None

    def _is_stuck(self) -> bool:
        """Whether it is time to continue a partial patch: no patch fixes all tests, or none with enough confidence."""
        after = CONTINUATION_AFTER * self.options.budget
        if self._was_continued or self.clock.passed() <= after or not self.findings.has_partial:
            return False
        return not self.findings.has_complete or self.stop.confidence < DOUBTFUL
