"""The outcome of one test under a candidate."""

from __future__ import annotations

from dataclasses import dataclass

from testfix_pipeline.core.test_ids import TestId


@dataclass(frozen=True)
class CandidateOutcome:
    """The outcome of one test under a candidate. `line` is the last line of the test's own file that was reached.

    seconds: of CPU time; waited: wall time without CPU time.
    """

    test: TestId
    status: str
    error: str = ""
    message: str = ""
    line: str = ""
    seconds: float = 0.0
    waited: float = 0.0

    @property
    def passed(self) -> bool:
        """Whether the test passed."""
        return self.status == "passed"
