"""A worker of a search: tries the work of the queue on its validator."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterator, Sequence

from testfix_pipeline.repair.language.experiment import Experiment
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.clock import Clock, TimeIsUp
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.search.candidate_queue import CandidateQueue, Work
from testfix_pipeline.repair.search.findings import Findings
from testfix_pipeline.repair.search.schedule import SLOW_SHARE
from testfix_pipeline.repair.validation.json_lines import ServerLost
from testfix_pipeline.repair.validation.validator import Validator

Proposals = Iterator[Candidate | Experiment]


class CandidateWorker:
    """Tries candidates for a search. lock: guards the findings; record: receives the verdict on a candidate; is_ended:
    whether the search has ended or pauses."""

    def __init__(
        self,
        queue: CandidateQueue,
        findings: Findings,
        clock: Clock,
        lock: threading.Lock,
        record: Callable[[Candidate, Verdict], None],
        is_ended: Callable[[], bool],
    ) -> None:
        self._queue, self._findings, self._clock, self._lock = queue, findings, clock, lock
        self._record, self._is_ended = record, is_ended

    def run(self, validator: Validator, proposals: Proposals, first_test: int) -> None:
        """Tries the proposals, and at the end those that were too slow for the first run. Raises ServerLost."""
        while work := self._queue.next(proposals, validator.processes.batch):
            try:
                self._do(validator, work, first_test)
            except TimeIsUp as ended:  # the queue checks the time for the next work
                if self._clock.over() is None:  # by another clock: the same work would end so again and again
                    raise ServerLost(f"{ended}, which it is not") from ended
        with contextlib.suppress(TimeIsUp):
            self._try_slow(validator, first_test, math.inf)

    def _do(self, validator: Validator, work: Work, first_test: int) -> None:
        if isinstance(work, Experiment):
            self._experiment(validator, work)
        else:
            self._try_batch(validator, work, first_test)
            self._try_slow(validator, first_test, SLOW_SHARE)

    def _experiment(self, validator: Validator, experiment: Experiment) -> None:
        try:
            results = experiment.run(validator)
        except TimeIsUp:
            self._queue.put_back(experiment)
            raise
        with self._lock:
            experiment.settle(results)

    def _try_batch(self, validator: Validator, batch: Sequence[Candidate], first_test: int) -> None:
        waiting = list(batch)
        try:
            for screened in validator.screen(batch, first_test):
                if screened is None and self._is_ended():
                    break
                verdict = screened or validator.try_candidate(waiting[0], first_test, patient=False)
                self._record(waiting[0], verdict)
                del waiting[0]
        finally:
            self._queue.put_back(waiting)

    def _try_slow(self, validator: Validator, first_test: int, share: float) -> None:
        """Gives slow candidates the time they need, the likeliest first, for a share of the time that has passed."""
        while self._queue.has_time_for_slow(share, self._clock.passed()) and not self._findings.has_complete:
            candidate = self._queue.next_slow()
            if candidate is None:
                return
            began = time.monotonic()
            self._record(candidate, validator.try_candidate(candidate, first_test))
            self._queue.count_slow(time.monotonic() - began)
