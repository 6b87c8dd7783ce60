"""The records of iterations, the source of every trend: what a cycle resumes from."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from testfix_pipeline.core.record_base import GrowingRecord, Later
from testfix_pipeline.core.records import NextAction, SessionStatus, Strategy, utc_now
from testfix_pipeline.core.session_parts import ClockReading, CycleEnd, RefusedAnswer
from testfix_pipeline.core.test_ids import FailureSignature, SessionId, TestId


class IterationRecord(GrowingRecord):
    """One entry of `iterations[]`, the source of every trend, stuck and regression computation.

    tip_before: the commit that it started from. winners: the fix tasks whose changes landed. withdrawn_tests: ids of
    generated tests that a fix contradicted. best_attempt_rate: in percent, of an attempt that was rolled back.
    regressed: models' attempts that fell, where what the engine found around them landed. carried_over: another tool
    carried it out, before the session was taken up.
    """

    iteration: int
    pass_rate: float
    pass_rate_after: float | None = None
    strategy: Strategy
    failed_tests: list[TestId] = Field(default_factory=list)
    signatures: dict[str, FailureSignature] = Field(default_factory=dict)
    stuck_tests: list[TestId] = Field(default_factory=list)
    regression_detected: bool = False
    fix_tasks: list[str] = Field(default_factory=list)
    clusters: list[str] = Field(default_factory=list)
    analysis_file: str = ""
    analysis_quality: Literal["normal", "degraded"] = "normal"
    tool: str = ""
    result: str = ""
    started_at: str = Field(default_factory=utc_now)
    completed_at: str | None = None
    title: Later[str] = ""
    strategy_reason: Later[str] = ""
    tip_before: Later[str] = ""
    refusals: Later[list[RefusedAnswer]] = Field(default_factory=list)
    planner_answer: Later[dict[str, Any] | None] = None
    winners: Later[list[str]] = Field(default_factory=list)
    withdrawn_tests: Later[list[TestId]] = Field(default_factory=list)
    best_attempt_rate: Later[float | None] = None
    regressed: Later[list[str]] = Field(default_factory=list)
    carried_over: Later[bool] = False


class IterationState(GrowingRecord):
    """`iteration-state.json`: the journal of the loop.

    measured: False while the journal is another tool's and the baseline has not been measured here. measure_again: a
    resume has to measure it again. resumed_after: how many iterations there were at the last resume.
    """

    session_id: SessionId
    current_task: str = "IMPL-002"
    current_iteration: int = 0
    max_iterations: int = 10
    selected_strategy: Strategy | None = None
    next_action: NextAction = "retest"
    iterations: list[IterationRecord] = Field(default_factory=list)
    stuck_tests: list[TestId] = Field(default_factory=list)
    started_at: str = Field(default_factory=utc_now)
    status: SessionStatus = "active"
    decision: Later[CycleEnd | None] = None
    clock: Later[ClockReading | None] = None
    measured: Later[bool] = True
    measure_again: Later[bool] = False
    resumed_after: Later[int] = 0

    def iteration(self, number: int) -> IterationRecord:
        """Return the record of an iteration that has begun."""
        return next(one for one in self.iterations if one.iteration == number)

    @property
    def after_reopening(self) -> NextAction:
        """The next action of a stopped session: to carry out fix tasks that are still open, else to measure."""
        waiting = bool(self.iterations) and self.iterations[-1].completed_at is None
        return "execute_fix_task" if waiting else "retest"
