"""The validators of one search, each at work in a thread; those that are not started yet join in after a while."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor

from testfix_pipeline.repair.model.clock import Clock
from testfix_pipeline.repair.validation.validator import Validator

JOIN_SECONDS, LATEST_JOIN_SECONDS = 0.5, 2.0
"""Of search, at least and at most, until further processes are started: as long as the first one took to start, so that
short searches do without, on a busy machine too."""

Start = Callable[[], Validator | None]


class ValidatorPool:
    """Has `validators` work side by side. later: what starts further ones, None where one can't start."""

    def __init__(self, validators: Sequence[Validator], later: Sequence[Start], clock: Clock) -> None:
        self.validators = list(validators)
        self.later = list(later)
        self._clock = clock
        self._began = clock.passed()
        self._lock = threading.Lock()

    def work(self, work: Callable[[Validator], None]) -> None:
        """Call `work` with every validator, each in a thread of its own, and wait; raises what one of them raised."""
        at_hand, ended = list(self.validators), threading.Event()
        with ThreadPoolExecutor(len(at_hand) + len(self.later) or 1) as pool:
            try:
                working = [pool.submit(work, validator) for validator in at_hand]
                joining = [pool.submit(self._join_in, work, ended) for _ in self.later]
                for done in working:
                    done.result()
                ended.set()
                for done in joining:
                    done.result()
            except BaseException:
                ended.set()
                self._clock.stop()
                raise

    def _join_in(self, work: Callable[[Validator], None], ended: threading.Event) -> None:
        first = self.validators[0].processes
        after = max(JOIN_SECONDS, min(first.start_seconds, LATEST_JOIN_SECONDS))
        if not ended.wait(max(0.0, after - self._clock.passed() + self._began)):
            first.prepare_fresh()
            validator = self._start_one()
            if validator is not None:
                work(validator)

    def _start_one(self) -> Validator | None:
        with self._lock:
            start = self.later.pop() if self.later else None
        validator = start() if start is not None else None
        if validator is not None:
            self.validators.append(validator)
        return validator

    def start_all(self) -> None:
        """Start those that are not started yet: a search that comes to its later parts is a long one."""
        while self.later:
            self._start_one()
