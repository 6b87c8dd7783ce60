"""The files of `.task/`: tasks with their instructions and results.

People and agents may edit these files: missing or mistyped fields read as empty, unknown fields are kept.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from testfix_pipeline.core.record_base import GrowingRecord, Later, Record
from testfix_pipeline.core.test_ids import TestId

TaskStatus = Literal["pending", "in_progress", "completed", "blocked", "skipped"]


def texts_in(value: object) -> list[str]:
    """Return the members of a list as texts; none of anything else."""
    return [str(each) for each in value] if isinstance(value, list) else []


Texts = Later[Annotated[list[str], BeforeValidator(texts_in)]]
"""A list of texts; other members of a list are read as their text, what is no list as an empty one."""

TestIds = Later[Annotated[list[TestId], BeforeValidator(texts_in)]]
"""A list of ids of tests, read like Texts."""


class AttemptExecution(Record):
    """Which tests an attempt runs."""

    mode: Literal["affected_only", "full_suite"] = "affected_only"
    affected_tests: list[TestId] = Field(default_factory=list)
    fallback_to_full: bool = True


class FixStrategy(GrowingRecord):
    """`context.fix_strategy` of a fix task: the planner's answer for one attempt.

    against: what speaks against the change, where it is another attempt's that was held back. unlikely: why no small
    edit can repair the tests, where the engine tries them only briefly.
    """

    approach: str = ""
    root_causes: list[str] = Field(default_factory=list)
    modification_points: list[str] = Field(default_factory=list)
    confidence_score: float = 0.0
    expected_outcome: str = ""
    verification_steps: list[str] = Field(default_factory=list)
    test_execution: AttemptExecution = Field(default_factory=AttemptExecution)
    hypothesis: str = ""
    patch: str | None = None
    against: Texts = Field(default_factory=list)
    unlikely: Later[str] = ""


class PreviousAttempt(Record):
    """The result of an earlier fix task at the same tests. lead: its patch, where it gained but did not land."""

    task: str
    result: str = ""
    reason: str = ""
    root_causes: list[str] = Field(default_factory=list)
    lead: str = ""


class FailureContext(GrowingRecord):
    """`context.failure_context` of a fix task: what fails, what was tried, and the files of the evidence.

    pass_rate: in percent, when the task was planned. failure_analysis: the title of the failure cluster. regression:
    why the last iteration was rolled back. The last four are paths from the repository's root.
    """

    failed_tests: TestIds = Field(default_factory=list)
    error_messages: Texts = Field(default_factory=list)
    failure_analysis: Later[str] = ""
    pass_rate: Later[float | None] = None
    stuck_tests: TestIds = Field(default_factory=list)
    regression: Later[str] = ""
    previous_attempts: Later[list[PreviousAttempt]] = Field(default_factory=list)
    raw_output: Later[str] = ""
    failures: Later[str] = ""
    analysis_report: Later[str] = ""
    cli_output: Later[str] = ""


class SearchPart(GrowingRecord):
    """`context.search` of a fix task: which part of the search space the built-in engine takes, and for how long.

    share: which of the `shares` disjoint parts, from 0. effort: how often the search may go deeper.
    executed_lines_only: only lines that failing tests execute. seconds: wall time of the search.
    """

    share: Later[int] = 0
    shares: Later[int] = 1
    effort: Later[int] = 0
    executed_lines_only: Later[bool] = False
    seconds: Later[float] = 0.0


class UnjudgedPatch(Record):
    """A patch that the end of a run left unjudged. tool: who made it. derived: it was found around the task's attempt.

    The rest is what its worker answered with it.
    """

    patch: str
    note: str = ""
    confidence: float = 0.0
    tool: str = ""
    proposal: str = ""
    details: dict[str, Any] = Field(default_factory=dict)
    derived: bool = False


class TaskMeta(GrowingRecord):
    """`meta` of a task: its type and who carries it out; of a fix task also its iteration and strategy.

    derived_from: see `Attempt`. reason: why the task is skipped. module: the part of the project that it generates
    tests for. strategies, selection_criteria: of a parallel exploration, its fix tasks and how one of them is chosen.
    """

    type: Later[str] = ""
    agent: Later[str] = ""
    module: Later[str] = ""
    reason: Later[str] = ""
    most_rounds: Later[int] = 0
    iteration: Later[int] = 0
    strategy: Later[str] = ""
    parent_task: Later[str] = ""
    max_iterations: Later[int | str | None] = None
    analysis_quality: Later[str] = ""
    tool: Later[str] = ""
    derived_from: Later[str] = ""
    modification_points: Later[int] = 0
    strategies: Texts = Field(default_factory=list)
    selection_criteria: Later[str] = ""


class TaskContext(GrowingRecord):
    """`context` of a task: what it asks for, how that is accepted, and what its worker has to know.

    requirements, acceptance: a sentence each, and the command that shows that it is met. focus_paths: files or folders
    of the project. depends_on: ids of tasks. Of generation tasks: requirement_ids, criteria, layers (number of
    requirements by layer), and test_requirements, the requirements in full (None: the analysis has them). Of fix tasks:
    the failures, the strategy, the part of the search space, and a fingerprint of it all (proposal_key).
    """

    requirements: Texts = Field(default_factory=list)
    acceptance: Texts = Field(default_factory=list)
    focus_paths: Texts = Field(default_factory=list)
    depends_on: Texts = Field(default_factory=list)
    requirement_ids: Texts = Field(default_factory=list)
    criteria: Texts = Field(default_factory=list)
    test_requirements: Later[list[Any] | None] = None
    layers: Later[dict[str, int]] = Field(default_factory=dict)
    test_framework: Later[str] = ""
    conventions: Later[dict[str, Any]] = Field(default_factory=dict)
    failure_context: Later[FailureContext] = Field(default_factory=FailureContext)
    inherited: Later[dict[str, Any]] = Field(default_factory=dict)
    fix_strategy: Later[FixStrategy] = Field(default_factory=FixStrategy)
    search: Later[SearchPart] = Field(default_factory=SearchPart)
    proposal_key: Later[str] = ""
    other_hypotheses: Texts = Field(default_factory=list)
    unjudged_patch: Later[UnjudgedPatch | None] = None


class AcceptanceResult(Record):
    """What one acceptance command of a task said. passed: None if it was not carried out; `how` says why."""

    command: str
    passed: bool | None = None
    how: str = ""


class Task(GrowingRecord):
    """A file of `.task/`."""

    id: str
    title: str = ""
    status: TaskStatus = "pending"
    meta: TaskMeta = Field(default_factory=TaskMeta)
    context: TaskContext = Field(default_factory=TaskContext)
    flow_control: dict[str, Any] = Field(default_factory=dict)
    acceptance_results: Later[list[AcceptanceResult]] = Field(default_factory=list)
