"""Records inside a session's and an iteration's record: the end of the cycle, shortfalls, refused answers."""

from __future__ import annotations

from typing import Literal

from testfix_pipeline.core.record_base import Record

DecisionKind = Literal["success", "partial", "stop_not_code", "paused", "next_iteration", "failure"]
EndedBy = Literal[
    "",
    "limit",
    "nothing_left",
    "budget",
    "gate",
    "code_findings",
    "no_tool",
    "not_code",
    "not_asked",
    "order",
    "only_leads",
    "abstained",
    "stopped",
]


class Shortfall(Record):
    """One point of a session's plan that its result does not fulfil: what, and why or by how much."""

    kind: Literal["criterion", "requirement", "task", "threshold"]
    what: str
    why: str = ""

    def describe(self) -> str:
        """`criterion AC-4: nothing covers it`"""
        return f"{self.kind} {self.what}: {self.why}" if self.why else f"{self.kind} {self.what}"


class LeftOutFile(Record):
    """A file with tests that another runner of the project would collect and the measurement did not, and why.

    beside: its tests of another kind may be measured.
    """

    file: str
    why: str
    beside: bool = False

    def describe(self) -> str:
        """`web/login.spec.ts: tests of @playwright/test`"""
        return f"{self.file}: {self.why}"


class RefusedAnswer(Record):
    """A refused answer to an analysis: the rule's name, the reason as a sentence, and the tool."""

    rule: str = ""
    reason: str = ""
    tool: str = ""


class CycleEnd(Record):
    """The reason why the cycle is over, by `core.decisions`; `ended_by` is empty for a success."""

    kind: DecisionKind
    reason: str = ""
    ended_by: EndedBy = ""


class ClockReading(Record):
    """Seconds of wall time that were spent up to `at`, in seconds since the epoch."""

    spent: float = 0.0
    at: float = 0.0


class UnparsedFile(Record):
    """A file that the compiler rejects. `file` is relative to the project, `line` counts from 1 (0: not known)."""

    file: str
    line: int = 0
    message: str = ""

    def describe(self) -> str:
        """The file, the line and the compiler's objection as one clause."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place} does not parse: {self.message}"
