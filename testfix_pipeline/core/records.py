"""The records a session is made of: what the cycle reads and writes.

Readers accept older forms and keep fields they don't know; one form is written.
"""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Status = Literal["passed", "failed", "error", "skipped"]
Criticality = Literal["high", "medium", "low"]
FailureClass = Literal["code_defect", "test_defect", "env_issue"]
Strategy = Literal["conservative", "aggressive", "exploratory", "surgical"]
SessionStatus = Literal["planning", "active", "paused", "blocked", "failed", "completed"]
TaskStatus = Literal["pending", "in_progress", "completed", "blocked", "skipped"]
NextAction = Literal["execute_fix_task", "retest", "complete"]
# lead: it gains but breaks something, or is held back for its low confidence; repeated: another attempt's change again.
AttemptOutcome = Literal[
    "landed", "no_gain", "lead", "regression", "refused", "nothing_found", "error", "left_out", "repeated"
]
RunOutcome = Literal["success", "partial", "blocked", "paused", "error"]


def utc_now() -> str:
    """The time now as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def read_moment(text: str) -> datetime | None:
    """The moment that an ISO 8601 text names, in UTC where it says no zone; None where it is none."""
    try:
        found = datetime.fromisoformat(text)
    except (ValueError, TypeError):  # files of others may hold anything
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


class Record(BaseModel):
    """A piece of a session's files. Unknown fields are kept, so that a newer writer loses nothing here."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    def as_json(self, indent: int | None = None) -> str:
        """The record as JSON that any file can hold: half a surrogate, as in names of files, is spelt as an escape."""
        data = self.model_dump(mode="json", by_alias=True)
        return json.dumps(data, indent=indent, ensure_ascii=False).encode("utf-8", "backslashreplace").decode()


class Frame(Record):
    """One traceback entry inside the project; `file` is relative to the project's root, with `/`."""

    file: str
    line: int
    function: str


# What `in_target/testfix_patience.py` raises where it ends something.
NEVER_ENDS = "NeverEnds"


class Outcome(Record):
    """What one test did in one run. Collection errors carry the id of the file that could not be collected."""

    id: str
    status: Status
    duration: float = 0.0
    phase: Literal["collect", "setup", "call", "teardown"] = "call"
    error_type: str = ""
    message: str = ""
    frames: list[Frame] = Field(default_factory=list)
    detail: str = ""

    @property
    def never_ended(self) -> bool:
        """Whether the test was ended as it computed, or did nothing, for too long."""
        return self.error_type == NEVER_ENDS and self.phase != "collect"


class UnparsedFile(Record):
    """A file that the compiler rejects. `file` is relative to the project, `line` counts from 1 (0: not known)."""

    file: str
    line: int = 0
    message: str = ""

    def describe(self) -> str:
        """The file, the line and the compiler's objection as one clause."""
        place = f"{self.file}:{self.line}" if self.line else self.file
        return f"{place} does not parse: {self.message}"


class RunFault(Record):
    """Why a run is no measurement: an execution error of the runner, never a verdict on a test."""

    kind: Literal["timeout", "crash", "no_tests", "usage", "missing_ids", "foreign_import", "breakdown", "changed_ids"]
    message: str
    log_tail: str = ""


class SuiteRun(Record):
    """One run of the project's tests by our own runner.

    `fault` set means that the outcomes must not be used as a verdict. `collected` holds the ids in run order.
    `unparsed` are the files that were found not to compile before the run.
    """

    outcomes: dict[str, Outcome] = Field(default_factory=dict)
    collected: list[str] = Field(default_factory=list)
    fault: RunFault | None = None
    duration: float = 0.0
    command: list[str] = Field(default_factory=list)
    log: str = ""
    containment: str = ""
    unparsed: list[UnparsedFile] = Field(default_factory=list)

    def with_status(self, *statuses: Status) -> set[str]:
        return {test for test, outcome in self.outcomes.items() if outcome.status in statuses}

    @property
    def passed(self) -> set[str]:
        return self.with_status("passed")

    @property
    def failing(self) -> set[str]:
        """Failed and error: everything that counts against the pass rate."""
        return self.with_status("failed", "error")


class Failure(Record):
    """One failing test as the session's files and the agents see it."""

    test: str
    error: str = ""
    file: str | None = None
    line: int | None = None
    criticality: Criticality = "medium"
    test_type: str = "L1"
    error_type: str = ""
    frames: list[Frame] = Field(default_factory=list)
    signature: str = ""
    failure_class: FailureClass = "code_defect"
    evidence: str = ""
    flaky: bool = False

    @property
    def why(self) -> str:
        """Why it fails, in a line: what is not the code's by its evidence, else the error."""
        if self.failure_class != "code_defect" and self.evidence:
            return self.evidence
        first = next(iter(self.error.strip().splitlines()), "")
        return f"{self.error_type}: {first}" if self.error_type and first else self.error_type or first

    @property
    def never_ended(self) -> bool:
        """Whether the test did not come to its end by itself."""
        return self.error_type == NEVER_ENDS


class Cluster(Record):
    """Failures that share a signature: the unit that one fix task aims at."""

    signature: str
    tests: list[str]
    title: str = ""


class SuiteResults(Record):
    """`test-results.json`: the last full measurement with later partial ones merged in by test id."""

    total: int
    passed: int
    failed: int
    skipped: int
    errors: int
    pass_rate: float
    layer_distribution: dict[str, int] = Field(default_factory=dict)
    failures: list[Failure] = Field(default_factory=list)
    duration: float = 0.0
    mode: Literal["full_suite", "affected_only"] = "full_suite"
    command: str = ""
    collected_at: str = Field(default_factory=utc_now)
    coverage: dict[str, Any] | None = None
    unparsed: list[UnparsedFile] = Field(default_factory=list)
    outcomes: dict[str, Outcome] = Field(default_factory=dict)


class SessionRecord(Record):
    """`workflow-session.json`."""

    session_id: str
    type: str = "test"
    workflow_type: str = "test_session"
    status: SessionStatus = "planning"
    description: str = ""
    source_session_id: str | None = None
    project: str = ""
    base_commit: str = ""
    baseline_commit: str = ""
    branch: str = ""
    created_at: str = Field(default_factory=utc_now)
    updated_at: str = Field(default_factory=utc_now)
    review: bool = False
    # A `run` has phases 1 to 4, a `fix` starts from the failures that are there.
    kind: Literal["fix", "run"] = "fix"
    config: dict[str, Any] = Field(default_factory=dict)


class IterationRecord(Record):
    """One entry of `iterations[]`, the source of every trend, stuck and regression computation."""

    iteration: int
    pass_rate: float
    pass_rate_after: float | None = None
    strategy: Strategy
    failed_tests: list[str] = Field(default_factory=list)
    signatures: dict[str, str] = Field(default_factory=dict)
    stuck_tests: list[str] = Field(default_factory=list)
    regression_detected: bool = False
    fix_tasks: list[str] = Field(default_factory=list)
    clusters: list[str] = Field(default_factory=list)
    analysis_file: str = ""
    analysis_quality: Literal["normal", "degraded"] = "normal"
    tool: str = ""
    result: str = ""
    started_at: str = Field(default_factory=utc_now)
    completed_at: str | None = None


class IterationState(Record):
    """`iteration-state.json`: the journal of the loop."""

    session_id: str
    current_task: str = "IMPL-002"
    current_iteration: int = 0
    max_iterations: int = 10
    selected_strategy: Strategy | None = None
    next_action: NextAction = "retest"
    iterations: list[IterationRecord] = Field(default_factory=list)
    stuck_tests: list[str] = Field(default_factory=list)
    started_at: str = Field(default_factory=utc_now)
    status: SessionStatus = "active"


class AttemptExecution(Record):
    mode: Literal["affected_only", "full_suite"] = "affected_only"
    affected_tests: list[str] = Field(default_factory=list)
    fallback_to_full: bool = True


class FixStrategy(Record):
    """`context.fix_strategy` of a fix task: the planner's answer for one attempt."""

    approach: str = ""
    root_causes: list[str] = Field(default_factory=list)
    modification_points: list[str] = Field(default_factory=list)
    confidence_score: float = 0.0
    expected_outcome: str = ""
    verification_steps: list[str] = Field(default_factory=list)
    test_execution: AttemptExecution = Field(default_factory=AttemptExecution)
    hypothesis: str = ""
    patch: str | None = None


class Attempt(Record):
    """One entry of `fix-history.json`: what one fix task did."""

    iteration: int
    task_id: str
    strategy: Strategy
    tool: str = ""
    target_tests: list[str] = Field(default_factory=list)
    root_causes: list[str] = Field(default_factory=list)
    modification_points: list[str] = Field(default_factory=list)
    affected_tests: list[str] = Field(default_factory=list)
    confidence: float = 0.0
    pass_rate_before: float = 0.0
    pass_rate_after: float | None = None
    newly_passing: list[str] = Field(default_factory=list)
    newly_failing: list[str] = Field(default_factory=list)
    result: AttemptOutcome = "nothing_found"
    reason: str = ""
    commit: str | None = None
    rolled_back: bool = False
    patch: str = ""
    proposal: str = ""
    candidates_tried: int = 0
    duration: float = 0.0
    # What speaks against the change, as sentences.
    doubts: list[str] = Field(default_factory=list)
    # Whether it passed its tests and was held back for its low confidence.
    doubtful: bool = False

    @property
    def is_held_back(self) -> bool:
        """Whether only its low confidence keeps it from landing."""
        return self.doubtful and self.result == "lead"

    @property
    def stands(self) -> bool:
        """Whether its fix landed and was not rolled back."""
        return self.result == "landed" and not self.rolled_back


class FixHistory(Record):
    """`fix-history.json`."""

    attempts: list[Attempt] = Field(default_factory=list)


class Task(Record):
    """A file of `.task/`. `context` and `meta` stay open: agents add what they know."""

    id: str
    title: str = ""
    status: TaskStatus = "pending"
    meta: dict[str, Any] = Field(default_factory=dict)
    context: dict[str, Any] = Field(default_factory=dict)
    flow_control: dict[str, Any] = Field(default_factory=dict)
