"""The records a session is made of: what the cycle reads and writes.

Readers accept older forms and keep fields they don't know; one form is written.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from typing import Any, Literal

from pydantic import Field

from testfix_pipeline.core.flaky_records import FlakyFindings
from testfix_pipeline.core.order_records import OrderFindings
from testfix_pipeline.core.record_base import GrowingRecord, Later, Record
from testfix_pipeline.core.session_parts import LeftOutFile, Shortfall, UnparsedFile
from testfix_pipeline.core.test_ids import FailureSignature, SessionId, TestId
from testfix_pipeline.core.update_records import ErrorOrigin, RaisedWarning, Update

Status = Literal["passed", "failed", "error", "skipped"]
BADNESS: dict[Status, int] = {"passed": 0, "skipped": 1, "failed": 2, "error": 3}
Criticality = Literal["high", "medium", "low"]
FailureClass = Literal["code_defect", "update", "test_defect", "env_issue"]
Strategy = Literal["conservative", "aggressive", "exploratory", "surgical"]
SessionStatus = Literal["planning", "active", "paused", "blocked", "failed", "completed"]
NextAction = Literal["execute_fix_task", "retest", "complete"]
# lead: it gains but breaks something, or is held back for its low confidence; repeated: another attempt's change again.
AttemptOutcome = Literal[
    "landed", "no_gain", "lead", "regression", "refused", "nothing_found", "error", "left_out", "repeated"
]
RunOutcome = Literal["success", "partial", "blocked", "paused", "error"]
RunFaultKind = Literal[
    "timeout", "crash", "no_tests", "usage", "missing_ids", "foreign_import", "breakdown", "changed_ids",
    "changed_packages", "tampering", "contradiction", "own_fault",
]  # fmt: skip
Grade = Literal["proved", "reported"]
"""proved: our own observation of each test confirms the framework's word. reported: the framework's word alone."""


def utc_now() -> str:
    """The time now as ISO 8601 in UTC, to the second."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class Frame(Record):
    """One traceback entry inside the project; `file` is relative to the project's root, with `/`."""

    file: str
    line: int
    function: str


NEVER_ENDS = "NeverEnds"  # what `in_target/testfix_patience.py` raises where it ends something


class Outcome(GrowingRecord):
    """What one test did in one run. Collection errors carry the id of the file that could not be collected.

    origin: of an error about an interface, such as a name that a module lacks.
    """

    id: TestId
    status: Status
    duration: float = 0.0
    phase: Literal["collect", "setup", "call", "teardown"] = "call"
    error_type: str = ""
    message: str = ""
    frames: list[Frame] = Field(default_factory=list)
    detail: str = ""
    origin: Later[ErrorOrigin | None] = None

    @property
    def never_ended(self) -> bool:
        """Whether a time limit ended the test."""
        return self.error_type == NEVER_ENDS and self.phase != "collect"


class RunFault(Record):
    """Why a run is no measurement: an execution error of the runner, never a verdict on a test.

    suite: whose run it is, as `suite_name` calls it, where several suites ran. next_step: what ends its cause, where
    more is known than its kind.
    """

    kind: RunFaultKind
    message: str
    log_tail: str = ""
    suite: str = ""
    next_step: Later[str] = ""


class SuiteRun(GrowingRecord):
    """One run of the project's tests by our own runner.

    `fault` set means that the outcomes must not be used as a verdict. `collected`: ids, then files without tests.
    `unparsed` are the files that were found not to compile before the run. `tree`: git's hash of the files that a kept
    confirming run is of. `grade`: how far the outcomes are proved, where an adapter has said so. `grade_reason`: why
    they are only reported, where it is not the command's word. `packages`: the digest of the installed npm packages.
    `warned`: if asked for. `build_seconds`: of `duration`, what a compiler took. `notices`: what a person should know
    of the run, a sentence each. `other_ids`: the functions and groups whose tests had other ids than in an earlier run,
    and how they are compared with those. `joined`: tests that share one outcome, since their number differed as well.
    """

    outcomes: dict[TestId, Outcome] = Field(default_factory=dict)
    collected: list[TestId] = Field(default_factory=list)
    fault: RunFault | None = None
    duration: float = 0.0
    command: list[str] = Field(default_factory=list)
    log: str = ""
    containment: str = ""
    unparsed: list[UnparsedFile] = Field(default_factory=list)
    tree: Later[str] = ""
    grade: Later[Grade | None] = None
    grade_reason: Later[str] = ""
    packages: Later[str] = ""
    build_seconds: Later[float] = 0.0
    warned: Later[list[RaisedWarning]] = Field(default_factory=list)
    notices: Later[list[str]] = Field(default_factory=list)
    other_ids: Later[dict[str, Literal["by place", "together"]]] = Field(default_factory=dict)
    joined: Later[list[list[TestId]]] = Field(default_factory=list)

    def with_status(self, *statuses: Status) -> set[TestId]:
        return {test for test, outcome in self.outcomes.items() if outcome.status in statuses}

    @property
    def passed(self) -> set[TestId]:
        return self.with_status("passed")

    @property
    def failing(self) -> set[TestId]:
        """Failed and erroneous tests: all that count against the pass rate."""
        return self.with_status("failed", "error")


class Failure(GrowingRecord):
    """One failing test in the session's files and for agents. update: the library update that may cause it. order: the
    evidence that it passes alone and other tests make it fail, "" where it is not known to. flaky_cause: the evidence
    of what decides on its result, "" where that is not known.
    """

    test: TestId
    error: str = ""
    file: str | None = None
    line: int | None = None
    criticality: Criticality = "medium"
    test_type: str = "L1"
    error_type: str = ""
    frames: list[Frame] = Field(default_factory=list)
    signature: FailureSignature = FailureSignature("")
    failure_class: FailureClass = "code_defect"
    evidence: str = ""
    flaky: bool = False
    update: Later[Update | None] = None
    order: Later[str] = ""
    flaky_cause: Later[str] = ""

    @property
    def id(self) -> str:
        """The failure's id for people: another failure of the same test has another."""
        return hashlib.sha256(f"{self.test}\n{self.signature}".encode("utf-8", "replace")).hexdigest()[:12]

    @property
    def is_repairable(self) -> bool:
        """Whether a change of the program's code may repair it."""
        return self.failure_class in ("code_defect", "update")

    @property
    def is_steady_defect(self) -> bool:
        """Whether the code alone, by what is known, makes the test fail each time."""
        unsteady = self.flaky or self.order or self.flaky_cause
        return self.failure_class == "code_defect" and not unsteady and self.update is None

    @property
    def why(self) -> str:
        """Return the cause in a line: the evidence that it is not the code's, else the error."""
        if self.failure_class != "code_defect" and self.evidence:
            return self.evidence
        if self.flaky_cause:
            return self.flaky_cause
        first = next(iter(self.error.strip().splitlines()), "")
        said = f"{self.error_type}: {first}" if self.error_type and first else self.error_type or first
        return (
            f"depends on the order of the tests: {self.order[0].lower()}{self.order[1:]} {said}" if self.order else said
        )

    @property
    def never_ended(self) -> bool:
        """Whether a time limit ended the test."""
        return self.error_type == NEVER_ENDS


class Cluster(Record):
    """Failures that share a signature: the unit that one fix task aims at."""

    signature: FailureSignature
    tests: list[TestId]
    title: str = ""


class SuiteResults(GrowingRecord):
    """`test-results.json`: the last full measurement with later partial ones merged in by test id.

    confirmed: the commit that one more full run confirmed. with_generated: the commit whose generated tests are in it.
    containment: what held the tests' processes. parity: what differs between the project's test command and ours.
    grade, grade_reason: those of the last full run, where it has one. packages: the digest of the installed npm
    packages, where there are tests of frameworks that may use them. left_out: files with tests that the project's other
    runners would collect. order_findings, flaky_findings: of tests that depend on the order, and of flaky ones;
    obsolete_tests: the evidence on those that a deliberate change of the program breaks; None where none was found.
    notices: what else is not measured, where one measurement is all that was asked for.
    """

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
    outcomes: dict[TestId, Outcome] = Field(default_factory=dict)
    containment: Later[str] = ""
    parity: Later[str] = ""
    confirmed: Later[str] = ""
    with_generated: Later[str] = ""
    grade: Later[Grade | None] = None
    grade_reason: Later[str] = ""
    packages: Later[str] = ""
    left_out: Later[list[LeftOutFile]] = Field(default_factory=list)
    order_findings: Later[OrderFindings | None] = None
    flaky_findings: Later[FlakyFindings | None] = None
    obsolete_tests: Later[dict[TestId, str] | None] = None
    notices: Later[list[str]] = Field(default_factory=list)
    build_seconds: Later[float] = 0.0

    @property
    def passed_tests(self) -> set[TestId]:
        """The tests that passed."""
        return {test for test, outcome in self.outcomes.items() if outcome.status == "passed"}

    @property
    def flaky_tests(self) -> set[TestId]:
        """The failing tests that are flaky."""
        return {failure.test for failure in self.failures if failure.flaky}


class SessionRecord(GrowingRecord):
    """`workflow-session.json`.

    Opening: mode says what the input was; interpreter is a path, interpreter_source says how it was found;
    left_out_of_snapshot lists pairs of a path and why; plan_given: another tool planned the session.
    Tests: frozen_commit is what test-side files are restored from (the baseline where it is empty); gate_stopped says
    why the quality gate ended the session, l0_failures are critical findings in the session's own code.
    Notices, a sentence each: of configured tools that are missing (static_notices), of frameworks that are not run
    (framework_notices) and suites that can't be measured (suites_left_out, by name), of agents that can't be used
    (tool_notices), and of damaged files (recovered).
    Agents: tools holds what was found of each, tools_seen which run looked, asks is the line that says who is asked.
    End: outcome and outcome_reason, error (with next_step at its end) where it failed, note for a damaged record, and
    shortfalls, None while nobody has looked for them. Delivery: delivered (open, applied, merged, deleted) and when
    that was noticed; applied_commits on the user's branch; published is the branch or pull request, at
    published_commit.
    """

    session_id: SessionId
    type: str = "test"
    workflow_type: str = "test_session"
    status: SessionStatus = "planning"
    description: str = ""
    source_session_id: SessionId | None = None
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
    mode: Later[str] = ""
    interpreter: Later[str] = ""
    interpreter_source: Later[str] = ""
    left_out_of_snapshot: Later[list[list[str]]] = Field(default_factory=list)
    plan_given: Later[bool] = False
    frozen_commit: Later[str] = ""
    gate_stopped: Later[str] = ""
    l0_failures: Later[list[Failure]] = Field(default_factory=list)
    static_notices: Later[list[str]] = Field(default_factory=list)
    framework_notices: Later[list[str]] = Field(default_factory=list)
    suites_left_out: Later[dict[str, str]] = Field(default_factory=dict)
    tool_notices: Later[list[str]] = Field(default_factory=list)
    recovered: Later[list[str]] = Field(default_factory=list)
    tools: Later[dict[str, dict[str, Any]]] = Field(default_factory=dict)
    tools_seen: Later[dict[str, Any]] = Field(default_factory=dict)
    asks: Later[str] = ""
    # the git address through which workers that share no folder share the session
    remote: Later[str] = ""
    outcome: Later[str] = ""
    outcome_reason: Later[str] = ""
    error: Later[str] = ""
    next_step: Later[str] = ""
    note: Later[str] = ""
    shortfalls: Later[list[Shortfall] | None] = None
    delivered: Later[str] = ""
    delivered_at: Later[str | None] = None
    applied_commits: Later[list[str]] = Field(default_factory=list)
    published: Later[str] = ""
    published_commit: Later[str] = ""


class Attempt(GrowingRecord):
    """One entry of `fix-history.json`: what one fix task did.

    note: what the worker says. tree: git's hash of the files that it started from. proposal_key: the task's
    fingerprint. exhausted: what ended the search. shares: how many parts the search space was divided into. details:
    what a search reports of itself. acceptable: it was judged good enough to land. repeats: the task whose change it
    makes again. static_findings: what the project's own linters newly say. selection: why these tests ran first;
    selection_missed: tests that only the full run saw change. carried_over: another tool made it. derived_from: the
    task of the model's failed attempt that the engine searched around.
    """

    iteration: int
    task_id: str
    strategy: Strategy
    tool: str = ""
    target_tests: list[TestId] = Field(default_factory=list)
    root_causes: list[str] = Field(default_factory=list)
    modification_points: list[str] = Field(default_factory=list)
    affected_tests: list[TestId] = Field(default_factory=list)
    confidence: float = 0.0
    pass_rate_before: float = 0.0
    pass_rate_after: float | None = None
    newly_passing: list[TestId] = Field(default_factory=list)
    newly_failing: list[TestId] = Field(default_factory=list)
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
    note: Later[str] = ""
    tree: Later[str] = ""
    proposal_key: Later[str] = ""
    hypothesis: Later[str] = ""
    exhausted: Later[Literal["space", "budget", ""]] = ""
    shares: Later[int] = 1
    details: Later[dict[str, Any]] = Field(default_factory=dict)
    acceptable: Later[bool] = False
    repeats: Later[str] = ""
    static_findings: Later[list[str]] = Field(default_factory=list)
    selection: Later[str] = ""
    selection_missed: Later[list[str]] = Field(default_factory=list)
    changed_files: Later[list[str]] = Field(default_factory=list)
    carried_over: Later[bool] = False
    derived_from: Later[str] = ""

    @property
    def is_held_back(self) -> bool:
        """Whether only its low confidence prevents it from landing."""
        return self.doubtful and self.result == "lead"

    @property
    def stands(self) -> bool:
        """Whether its fix landed and was not rolled back."""
        return self.result == "landed" and not self.rolled_back


class FixHistory(Record):
    """`fix-history.json`."""

    attempts: list[Attempt] = Field(default_factory=list)
