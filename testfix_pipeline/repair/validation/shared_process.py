"""A cheap first look at many candidates in one process: which of them are out, and which get one of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.verdict import Verdict
from testfix_pipeline.repair.validation.baseline import Baseline
from testfix_pipeline.repair.validation.processes import Processes
from testfix_pipeline.repair.validation.warm_server_client import Answer

MOST_SPOILT = 3
"""A batch whose candidates leave something behind is judged again, one by one; so many such batches end the sharing."""
TOO_LONG = ("cpu", "loop", "wall")
"""How a child ends whose test took too long for a first look."""


class BatchValidator(Protocol):
    """The methods of the validator (`validator.py`) that candidates in one process need."""

    root: str
    before: Mapping[TestId, Sequence[TestId]]
    processes: Processes
    baseline: Baseline

    def swappable(self, candidate: Candidate, /) -> bool: ...

    def request(self, tests: Sequence[TestId], /) -> dict[str, Any]: ...

    def moved(self, test: TestId, answer: Answer, /) -> bool: ...


class SharedProcess:
    """Looks for a validator. `batching`: whether candidates may share a process."""

    def __init__(self, validator: BatchValidator) -> None:
        self.validator = validator
        self.batching = True
        self._spoilt = 0

    def look(self, batch: Sequence[Candidate], tests: Sequence[TestId]) -> list[Verdict | None]:
        """A verdict on each candidate by these failing tests; None for those that need a process of their own.

        One process runs them all, so what one leaves behind could blind the next: the child ends with a look at the
        unedited code, and where that does not fail as it did before, or where a file of the tree has changed, nothing
        of it counts.
        """
        verdicts: list[Verdict | None] = [None] * len(batch)
        left = [number for number, candidate in enumerate(batch) if self.validator.swappable(candidate)]
        while len(left) > 1 and self._may_share(tests):
            seen = self._look_at([batch[number] for number in left], tests)
            for number, verdict in zip(left, seen, strict=False):
                verdicts[number] = verdict
            left = left[len(seen) :]
        return verdicts

    def _may_share(self, tests: Sequence[TestId]) -> bool:
        alone = tests[0] not in self.validator.before
        return self.batching and alone and all(test in self.validator.processes.items for test in tests)

    def _look_at(self, batch: Sequence[Candidate], tests: Sequence[TestId]) -> list[Verdict | None]:
        """Verdicts on the first candidates of a batch: on all, or up to the one that ended the process."""
        changes = [self.validator.processes.orders(candidate) for candidate in batch]
        request = {**self.validator.request(tests), **self.validator.baseline.tight(tests), "batch": changes}
        answer = self.validator.processes.ask_warm(request)
        if answer.end == "lost":
            return [None] * len(batch)
        if self.validator.processes.touched:
            return self._spoil(batch)
        seen = [self._verdict_of(one, tests, number == 0) for number, one in enumerate(answer.batch)]
        if len(seen) <= len(batch):
            hopeful = any(outcome.passed for outcome in answer.outcomes.values())
            last = Verdict("slow" if answer.end in TOO_LONG else "same", outcomes=answer.outcomes)
            return [*seen, None if hopeful else last]
        seen.pop()
        if self._as_before(answer.batch[-1], tests):
            return seen
        return self._spoil(batch)

    def _spoil(self, batch: Sequence[Candidate]) -> list[Verdict | None]:
        self._spoilt += 1
        self.batching = self._spoilt < MOST_SPOILT
        return [None] * len(batch)

    def _as_before(self, answer: Answer, tests: Sequence[TestId]) -> bool:
        """Whether tests fail without a candidate as they did in the beginning, as far as their messages are steady."""
        baseline = self.validator.baseline
        for test in tests:
            now, once, alone = (one.get(test) for one in (answer.outcomes, baseline.outcomes, baseline.alone))
            if now is None or once is None or (now.error, now.line) != (once.error, once.line):
                return False
            if now.message != once.message and (alone is None or alone.message == once.message):
                return False
        return answer.end == "done"

    def _verdict_of(self, answer: Answer, tests: Sequence[TestId], first: bool) -> Verdict | None:
        """A candidate whose code did not run may do so in a process that no other has been in `first`."""
        if answer.end == "syntax":
            return Verdict("invalid")
        if not answer.entered and not first:
            return None
        if answer.end == "loop":
            return Verdict("slow", outcomes=answer.outcomes)
        if answer.end != "done" or any(outcome.passed for outcome in answer.outcomes.values()):
            return None
        return Verdict("moved" if self.validator.moved(tests[0], answer) else "same", outcomes=answer.outcomes)
