"""The queue of a search's workers: batches of candidates, with experiments of synthesis in between."""

from __future__ import annotations

import heapq
import itertools
import threading
from collections.abc import Callable, Iterator, Sequence

from testfix_pipeline.repair.language.experiment import Experiment
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.search.schedule import SLOW_SECONDS

Work = list[Candidate] | Experiment


class CandidateQueue:
    """Hands out the candidates of `proposals`; work that a worker could not finish comes first.

    lock: guards the proposals and the findings. take: counts a candidate, False if it must not be tried. count: counts
    an experiment. is_over: whether nothing more must be handed out at present.
    """

    def __init__(
        self,
        lock: threading.Lock,
        take: Callable[[Candidate], bool],
        count: Callable[[Experiment], None],
        is_over: Callable[[], bool],
    ) -> None:
        self._lock = lock
        self._take, self._count, self._is_over = take, count, is_over
        self._unfinished: list[Candidate] = []
        self._experiments: list[Experiment] = []
        self._slow: list[tuple[float, int, Candidate]] = []
        self._order = itertools.count()
        self._slow_seconds, self._slowest = 0.0, SLOW_SECONDS

    def next(self, proposals: Iterator[Candidate | Experiment], size: int) -> Work:
        """The next candidates, `size` at most, or an experiment; an empty list if the search is over or nothing is
        left."""
        batch: list[Candidate] = []
        with self._lock:
            while len(batch) < size and not self._is_over():
                if self._experiments and not batch:
                    return self._experiments.pop()
                if self._unfinished:
                    batch, self._unfinished = self._unfinished, []
                    break
                found = next(proposals, None)
                if found is None:
                    break
                if isinstance(found, Experiment):
                    self._count(found)
                    self._experiments.append(found)
                    if batch:
                        break
                elif self._take(found):
                    batch.append(found)
        return batch

    def put_back(self, work: Sequence[Candidate] | Experiment) -> None:
        """Puts back work that a worker did not finish."""
        with self._lock:
            if isinstance(work, Experiment):
                self._experiments.append(work)
            else:
                self._unfinished += work

    def put_slow(self, candidate: Candidate) -> None:
        """Puts aside a candidate that was too slow for the first run. The caller holds the lock."""
        heapq.heappush(self._slow, (-candidate.score, next(self._order), candidate))

    def has_time_for_slow(self, share: float, passed: float) -> bool:
        """Whether slow candidates stay within a share of the time that has passed if the next takes as long as the
        slowest so far."""
        return self._slow_seconds + self._slowest <= share * passed

    def count_slow(self, seconds: float) -> None:
        """Records what a slow candidate took."""
        self._slow_seconds += seconds
        self._slowest = max(self._slowest, seconds)

    def next_slow(self) -> Candidate | None:
        """The likeliest candidate that was too slow for the first run; None if there is none, or the search is over."""
        with self._lock:
            return heapq.heappop(self._slow)[2] if self._slow and not self._is_over() else None
